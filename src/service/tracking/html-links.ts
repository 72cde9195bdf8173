import { conditionalComment, isQuoted, startOfValue, tokenize } from '../../html/html-tokens.ts'

/** An `href`: its position in the source, and its URL with entities decoded. */
export interface HtmlLink {
  start: number
  end: number
  url: string
  isQuoted: boolean
}

/**
 * Elements that people click. Outlook draws buttons in VML, and follows the `href` of the shape.
 */
const linkElements = /^(?:a|area|v:(?:roundrect|rect|oval|shape))$/i

/**
 * Finds the links of an HTML template. `masked` is `html` with its merge tags replaced by text of
 * the same length.
 */
export function findHtmlLinks(html: string, masked: string): HtmlLink[] {
  return read(html, masked, true)
}

/** Returns the position of the last `</body>`, or the end of the HTML. */
export function findBodyEnd(masked: string): number {
  let end = masked.length
  tokenize(masked, {
    onclosetag: (start, nameEnd) => {
      if (masked.slice(start, nameEnd).toLowerCase() === 'body')
        end = masked.lastIndexOf('<', start)
    },
  })
  return end
}

/** Comments do not nest, so a comment inside a conditional comment is only text. */
function read(html: string, masked: string, entersComments: boolean): HtmlLink[] {
  const addresses: HtmlLink[] = []
  let isLink = false
  let nameEnd: number | undefined
  let url = ''
  tokenize(masked, {
    onopentagname: (start, end) => {
      isLink = linkElements.test(masked.slice(start, end))
    },
    onattribname: (start, end) => {
      nameEnd = isLink && masked.slice(start, end).toLowerCase() === 'href' ? end : undefined
      url = ''
    },
    onattribdata: (start, end) => {
      if (nameEnd !== undefined) url += followed(html, masked, start, end)
    },
    onattribentity: (codepoint) => {
      url += String.fromCodePoint(codepoint)
    },
    onattribend: (quote, valueEnd) => {
      const hasQuotes = isQuoted(quote)
      if (nameEnd === undefined || hasQuotes === undefined) return
      const start = startOfValue(masked, nameEnd)
      const end = hasQuotes ? valueEnd - 1 : valueEnd
      addresses.push({ start, end, url: url.trim(), isQuoted: hasQuotes })
    },
    oncomment: (start, end, endOffset) => {
      const inside = masked.slice(start, end - endOffset)
      if (!entersComments || !conditionalComment.test(inside)) return
      const nested = read(html.slice(start, end - endOffset), inside, false)
      for (const address of nested) {
        addresses.push({ ...address, start: address.start + start, end: address.end + start })
      }
    },
  })
  return addresses
}

/** Removes tabs and line breaks, as browsers do in URLs, but not those in merge tags. */
function followed(html: string, masked: string, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) {
    if (!/[\t\r\n]/.test(masked.charAt(at))) text += html.charAt(at)
  }
  return text
}
