/**
 * Characters that groff would replace by typographic ones, which must not happen in commands to
 * copy.
 */
const marks: Record<string, string> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
}

/** Escapes plain text for roff. A dot at the start of a line would be a request. */
export const plain = (text: string): string =>
  text
    .replace(/[\\'`^~-]/g, (mark) => marks[mark] ?? mark)
    .replace(/[^\n -~]/gu, unicode)
    .replace(/^\./gm, '\\&.')

export const bold = (text: string): string => `\\fB${plain(text)}\\fR`

export const section = (heading: string, ...lines: readonly string[]): string =>
  [`.SH ${plain(heading)}`, ...lines].join('\n')

/** Formats a term with its sentence below. */
export const entry = (term: string, sentence: string): string =>
  `.TP\n${bold(term)}\n${plain(sentence)}`

/** Formats lines verbatim, such as commands. */
export const example = (lines: readonly string[]): string =>
  ['.nf', ...lines.map(plain), '.fi'].join('\n')

function unicode(character: string): string {
  const hex = character.codePointAt(0)?.toString(16).toUpperCase() ?? ''
  return `\\[u${hex.padStart(4, '0')}]`
}
