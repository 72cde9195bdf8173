import { compile, type FormatCallback } from 'html-to-text'
import { Failure } from '../../core/failure.ts'
import { MAX_CHARACTERS } from './liquid.ts'

// Private-use characters around the index of a tag. Tags are replaced by them during the
// conversion, since they may contain quotes and `<` and must be kept as they are.
const OPEN = '\ue000'
const CLOSE = '\ue001'
const STANDIN = /\ue000(\d+)\ue001/g
// An unclosed tag runs to the end. Searching on from every opening would be quadratic.
const TAG = /\{\{[\s\S]*?(?:\}\}|$)|\{%[\s\S]*?(?:%\}|$)|[\ue000\ue001]/g

// The time of the parser is quadratic in the number of open elements: 20,000 take 0.1 s.
const MAX_OPEN_ELEMENTS = 20_000

const altText: FormatCallback = (element, _walk, builder) =>
  builder.addInline(element.attribs?.alt ?? '')

const convert = compile({
  wordwrap: false,
  // The library is recursive.
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

/** Converts an HTML template to a text template. Liquid tags are kept as they are. */
export function textFromHtml(html: string): string {
  if (html.length > MAX_CHARACTERS || maxOpenElements(html) > MAX_OPEN_ELEMENTS) {
    throw new Failure('body_too_large', { values: { place: 'html' } })
  }
  const tags: string[] = []
  const readable = html.replace(TAG, (tag) =>
    tag === OPEN || tag === CLOSE ? '' : `${OPEN}${tags.push(tag) - 1}${CLOSE}`,
  )
  return convert(readable).replace(STANDIN, (_, index) => tags[Number(index)] ?? '')
}

// An upper bound: elements without a closing tag count as open.
function maxOpenElements(html: string): number {
  let open = 0
  let most = 0
  for (const [tag] of html.matchAll(/<\/?[a-z]/gi)) {
    open += tag.length === 2 ? 1 : -1
    if (open > most) most = open
  }
  return most
}
