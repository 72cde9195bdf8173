import { QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

/** Conditional comments, which only Outlook reads: `<!--[if mso]> … <![endif]-->`. */
export const conditionalComment = /^\s*\[if\s[^\]]*\]>/i

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

/** Reads HTML from its beginning and calls back for each token, with its position. */
export function tokenize(html: string, callbacks: Partial<TokenizerCallbacks>): void {
  const tokenizer = new Tokenizer({ decodeEntities: true }, { ...ignoreAll, ...callbacks })
  tokenizer.write(html)
  tokenizer.end()
}

/** Whether an attribute value is in quotes; undefined for an attribute without a value. */
export const isQuoted = (quote: QuoteType): boolean | undefined =>
  quote === QuoteType.NoValue ? undefined : quote !== QuoteType.Unquoted

/** Returns the position of a value, from the end of the name of its attribute. */
export function startOfValue(masked: string, nameEnd: number): number {
  const equals = /\s*=\s*["']?/y
  equals.lastIndex = nameEnd
  equals.test(masked)
  return equals.lastIndex
}
