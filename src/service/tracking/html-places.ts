import { QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

/** An address in an `href`: where its text stands, and what it says once entities are decoded. */
export interface Address {
  start: number
  end: number
  url: string
  isQuoted: boolean
}

/** What people click on. Outlook draws its buttons in VML and follows the `href` of the shape. */
const linkElements = /^(?:a|area|v:(?:roundrect|rect|oval|shape))$/i

/** What Outlook reads in a comment that all others skip: `<!--[if mso]> … <![endif]-->`. */
const conditional = /^\s*\[if\s[^\]]*\]>/i

const ignore = () => {}
const ignoreAll: TokenizerCallbacks = {
  onattribdata: ignore,
  onattribend: ignore,
  onattribentity: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
}

/** `masked` is `html` without merge tags, position for position; the addresses keep theirs. */
export function findAddresses(html: string, masked: string): Address[] {
  return read(html, masked, true)
}

/** Where the last `</body>` stands, or the end of the html. */
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

/** Comments don't nest, so one inside a conditional comment is only text. */
function read(html: string, masked: string, entersComments: boolean): Address[] {
  const addresses: Address[] = []
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
      if (nameEnd === undefined || quote === QuoteType.NoValue) return
      const isQuoted = quote !== QuoteType.Unquoted
      const start = startOfValue(masked, nameEnd)
      addresses.push({ start, end: isQuoted ? valueEnd - 1 : valueEnd, url: url.trim(), isQuoted })
    },
    oncomment: (start, end, endOffset) => {
      const inside = masked.slice(start, end - endOffset)
      if (!entersComments || !conditional.test(inside)) return
      const nested = read(html.slice(start, end - endOffset), inside, false)
      for (const address of nested) {
        addresses.push({ ...address, start: address.start + start, end: address.end + start })
      }
    },
  })
  return addresses
}

/** A browser drops the tabs and line breaks of an address; those of a merge tag are masked. */
function followed(html: string, masked: string, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) {
    if (!/[\t\r\n]/.test(masked.charAt(at))) text += html.charAt(at)
  }
  return text
}

function startOfValue(masked: string, nameEnd: number): number {
  const equals = /\s*=\s*["']?/y
  equals.lastIndex = nameEnd
  equals.test(masked)
  return equals.lastIndex
}

function tokenize(html: string, callbacks: Partial<TokenizerCallbacks>): void {
  const tokenizer = new Tokenizer({ decodeEntities: true }, { ...ignoreAll, ...callbacks })
  tokenizer.write(html)
  tokenizer.end()
}
