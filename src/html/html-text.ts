import { compile, type FormatCallback } from 'html-to-text'

/** Where the address of a link is written, after its text. */
type LinkStyle = 'brackets' | 'parentheses'

/** The time of the parser is quadratic in the number of open elements: 20,000 take 0.1 s. */
const maxOpenElements = 20_000

/** The library would write them in capitals. */
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
  selector,
  options: { uppercase: false },
}))

const altText: FormatCallback = (element, _walk, builder) =>
  builder.addInline(element.attribs?.alt ?? '')

/** The library would join the cells of a row. */
const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder)
  builder.addInline(' ')
}

const cells = ['td', 'th'].map((selector) => ({ selector, format: 'cell' }))

const converterWith = (linkBrackets: [string, string]) =>
  compile({
    wordwrap: false,
    // The library is recursive.
    limits: { maxDepth: 200, maxInputLength: Number.POSITIVE_INFINITY },
    formatters: { altText, cell },
    selectors: [
      {
        selector: 'a',
        options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true, linkBrackets },
      },
      { selector: 'img', format: 'altText' },
      { selector: '[style*="display:none"]', format: 'skip' },
      { selector: '[style*="display: none"]', format: 'skip' },
      ...headings,
      ...cells,
    ],
  })

const previewConverter = compile({
  wordwrap: false,
  limits: { maxDepth: 200, maxInputLength: Number.POSITIVE_INFINITY },
  formatters: { cell },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'hr', format: 'skip' },
    ...headings,
    ...cells,
  ],
})

const converters = { brackets: converterWith(['[', ']']), parentheses: converterWith(['(', ')']) }

/** Converts HTML to text; undefined for HTML that would take too long. */
export function textOfHtml(html: string, links: LinkStyle = 'brackets'): string | undefined {
  return mostOpenElements(html) > maxOpenElements ? undefined : converters[links](html)
}

/**
 * Returns the first text of HTML as mailboxes show it beside the subject: with the hidden preheader, and
 * without the invisible characters that keep the following text out of it.
 */
export function previewOfHtml(html: string): string {
  if (mostOpenElements(html) > maxOpenElements) return ''
  return visibleText(previewConverter(html))
}

export const visibleText = (text: string): string =>
  text
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]|\u034f/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** An upper bound: elements without a closing tag count as open. */
function mostOpenElements(html: string): number {
  let open = 0
  let most = 0
  for (const [tag] of html.matchAll(/<\/?[a-z]/gi)) {
    open += tag.length === 2 ? 1 : -1
    if (open > most) most = open
  }
  return most
}
