import type { Language } from '../../../core/language.ts'
import { endOfTag, findTag, findTitle, lowerAscii } from '../../../html/find-tag.ts'
import { readHtml } from '../../mail/html-elements.ts'
import { compileMerge, type MergeValues } from '../../mail/merge.ts'
import type { ContentSource } from '../content.ts'
import { closeGaps } from './close-gaps.ts'
import { renderWebVersion } from './web-version.ts'

/** A message as the archive shows it to everyone. */
export interface PublicVersion {
  title: string
  summary: string
  /** The first image that readers see. */
  image: string | undefined
  /** A complete document. */
  page: string
  /** What the body of the page contains, without scripts and styles, for feeds. */
  content: string
}

export function renderPublicVersion(
  source: ContentSource,
  values: MergeValues,
  language: Language,
): PublicVersion {
  const lineOf = (line: string, place: string) =>
    closeGaps(line, compileMerge(line, 'header', place).render(values))
  const page = withClosedTitle(renderWebVersion(source, values, language), source.html)
  return {
    title: lineOf(source.asunto, 'asunto'),
    summary: lineOf(source.preheader, 'preheader'),
    image: firstImage(page),
    page,
    content: contentOf(page),
  }
}

/** The HTML of a user may have a title with merge tags. */
function withClosedTitle(page: string, html: string): string {
  const [shown, source] = [findTitle(page), findTitle(html)]
  if (!shown || !source) return page
  const line = html.slice(source.start, source.end)
  const title = closeGaps(line, page.slice(shown.start, shown.end))
  return page.slice(0, shown.start) + title + page.slice(shown.end)
}

/** The images of counters are one or a few pixels large. */
const smallestImage = 16

function firstImage(page: string): string | undefined {
  const image = readHtml(page, page).elements.find(({ name, attributes, isHidden }) => {
    const sizeOf = (side: string) => Number.parseInt(attributes.get(side)?.value ?? '', 10)
    const isTiny = sizeOf('width') < smallestImage || sizeOf('height') < smallestImage
    const source = attributes.get('src')?.value ?? ''
    return name === 'img' && !isHidden && !isTiny && /^\s*https?:\/\//i.test(source)
  })
  return image?.attributes.get('src')?.value.trim()
}

function contentOf(page: string): string {
  const lower = lowerAscii(page)
  const body = findTag(lower, 'body')
  const start = body === -1 ? 0 : endOfTag(lower, body)
  const end = ['</body', '</html'].map((tag) => lower.lastIndexOf(tag)).find((at) => at >= start)
  let content = page.slice(start, end)
  for (const name of ['head', 'script', 'style', 'title']) {
    content = withoutParts(content, name, `</${name}>`)
  }
  for (const name of ['!doctype', 'html', 'meta']) content = withoutParts(content, name, '>')
  return content.trim()
}

/** Removes what lies between the start tags with a name and what ends them. */
function withoutParts(html: string, name: string, ending: string): string {
  const lower = lowerAscii(html)
  let kept = ''
  let from = 0
  for (let at = findTag(lower, name); at !== -1; at = findTag(lower, name, from)) {
    kept += html.slice(from, at)
    const end = lower.indexOf(ending, at)
    from = end === -1 ? html.length : end + ending.length
  }
  return kept + html.slice(from)
}
