import type { CheckPlace } from '../../../contract/shapes/campaign-check.ts'
import { type ForeignTag, findForeignTags } from '../../../core/foreign-tags/find.ts'
import { builtInTags, type KnownTag } from '../../../core/foreign-tags/names.ts'
import { type HtmlDocument, readHtml } from '../../mail/html-elements.ts'
import { definedNames, findMergeTags, type MergeTag, maskMergeTags } from '../../mail/merge-tags.ts'
import type { ContentSource } from '../content.ts'

export interface MessagePart {
  name: CheckPlace['part']
  source: string
  /** Without those in comments, styles and scripts. */
  tags: readonly MergeTag[]
  /** Tags of other tools, and our own in a spelling that does not work. */
  foreign: readonly ForeignTag[]
  /** The names that the part defines itself. */
  defined: ReadonlySet<string>
  /** Whether a tag of another tool is within a range. */
  hasForeign(range: { start: number; end: number }): boolean
  placeAt(start: number, end: number): CheckPlace
}

/** A message as the rules of the check read it. Its merge tags may be broken. */
export interface Message {
  subject: MessagePart
  preheader: MessagePart
  html: MessagePart
  text: MessagePart
  document: HtmlDocument
  known: readonly KnownTag[]
}

interface MessageOptions {
  /** The custom fields of the campaign's lists. */
  fields: readonly KnownTag[]
  /** The message of the campaign itself. A part of a variant that differs from it is named so. */
  base?: ContentSource
  variant?: string | undefined
}

export function readMessage(source: ContentSource, options: MessageOptions): Message {
  const { fields, base = source, variant } = options
  const known = [...builtInTags, ...fields]
  const part = (name: CheckPlace['part']): MessagePart => {
    const text = source[name]
    const seen = name === 'html' ? withoutUnseen(text) : text
    const defined = definedNames(findMergeTags(text))
    const tags = findMergeTags(seen)
    const blocks = tags.filter(({ kind }) => kind === 'block')
    const foreign = findForeignTags(seen, known, { defined, limit: maxTags }).filter(
      (tag) => !isTouched(blocks, tag),
    )
    const lineAt = lineFinder(text)
    return {
      name,
      source: text,
      tags: tags.slice(0, maxTags),
      defined,
      foreign,
      hasForeign: (range) => isTouched(foreign, range),
      placeAt: (start, end) => ({
        part: name,
        ...(variant !== undefined && text !== base[name] && { variant }),
        ...lineAt(start),
        offset: start,
        length: end - start,
      }),
    }
  }
  const html = part('html')
  return {
    subject: part('asunto'),
    preheader: part('preheader'),
    html,
    text: part('text'),
    document: readHtml(html.source, maskMergeTags(html.source, findMergeTags(html.source))),
    known,
  }
}

/** Comments, styles and scripts, which often contain brackets. Conditional comments are messages. */
const unseen = /<!--(?!\s*\[if)[\s\S]*?(?:-->|$)|<(style|script)\b[\s\S]*?(?:<\/\1|$)/gi

/** Keeps the positions of everything else. */
const withoutUnseen = (html: string): string =>
  html.replace(unseen, (text) => ' '.repeat(text.length))

/** A message with more tags than this is refused anyway. */
const maxTags = 5000

/** Returns the index of the first of these ordered ranges that ends after a position. */
function firstEndingAfter(ranges: readonly { end: number }[], position: number): number {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.end ?? 0) > position) high = middle
    else low = middle + 1
  }
  return low
}

/** Whether one of these ordered ranges has a part in common with a range. */
function isTouched(
  ranges: readonly { start: number; end: number }[],
  { start, end }: { start: number; end: number },
): boolean {
  const next = ranges[firstEndingAfter(ranges, start)]
  return next !== undefined && next.start < end
}

/** Returns a function that finds the line and column of a position by binary search. */
function lineFinder(text: string): (position: number) => { line: number; column: number } {
  const lines: { start: number; end: number }[] = []
  for (let start = 0; start <= text.length; ) {
    const at = text.indexOf('\n', start)
    const end = at === -1 ? text.length + 1 : at + 1
    lines.push({ start, end })
    start = end
  }
  return (position) => {
    const index = firstEndingAfter(lines, position)
    return { line: index + 1, column: position - (lines[index]?.start ?? 0) + 1 }
  }
}
