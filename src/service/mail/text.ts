import { compile, type FormatCallback } from 'html-to-text'
import { Failure } from '../../core/failure.ts'
import { LONGEST } from './liquid.ts'

// Private-use characters that stand for the n-th tag while the html is read, since a tag may hold
// quotes and `<`, and must come out as it was.
const OPEN = '\ue000'
const CLOSE = '\ue001'
const STANDIN = /\ue000(\d+)\ue001/g
// One that is never closed runs to the end: searching on from every opening would be quadratic.
const TAG = /\{\{[\s\S]*?(?:\}\}|$)|\{%[\s\S]*?(?:%\}|$)|[\ue000\ue001]/g

// The parser's time grows with the square of the elements left open: 20,000 take 0.1 s.
const MOST_OPEN = 20_000

const altText: FormatCallback = (element, _walk, builder) =>
  builder.addInline(element.attribs?.alt ?? '')

const convert = compile({
  wordwrap: false,
  // The library recurses.
  limits: { maxDepth: 200, maxInputLength: Number.POSITIVE_INFINITY },
  formatters: { altText },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    { selector: 'img', format: 'altText' },
    { selector: '[style*="display:none"]', format: 'skip' },
    { selector: '[style*="display: none"]', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false },
    })),
  ],
})

/** The text part of a message that has only html, before merging: the Liquid tags stay as they are. */
export function textFromHtml(html: string): string {
  if (html.length > LONGEST || mostOpen(html) > MOST_OPEN) {
    throw new Failure('body_too_large', { values: { place: 'html' } })
  }
  const tags: string[] = []
  const readable = html.replace(TAG, (tag) =>
    tag === OPEN || tag === CLOSE ? '' : `${OPEN}${tags.push(tag) - 1}${CLOSE}`,
  )
  return convert(readable).replace(STANDIN, (_, index) => tags[Number(index)] ?? '')
}

// An estimate from above, since elements that need no closing count as open.
function mostOpen(html: string): number {
  let open = 0
  let most = 0
  for (const [tag] of html.matchAll(/<\/?[a-z]/gi)) {
    open += tag.length === 2 ? 1 : -1
    if (open > most) most = open
  }
  return most
}
