/** What groff would turn into typographic marks: in a command to copy they must stay what they are. */
const marks: Record<string, string> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
}

/** Plain text as roff. A mark at the start of a line would be a request. */
export const plain = (text: string): string =>
  text
    .replace(/[\\'`^~-]/g, (mark) => marks[mark] ?? mark)
    .replace(/[^\n -~]/gu, unicode)
    .replace(/^\./gm, '\\&.')

export const bold = (text: string): string => `\\fB${plain(text)}\\fR`

export const section = (heading: string, ...lines: readonly string[]): string =>
  [`.SH ${plain(heading)}`, ...lines].join('\n')

/** A term, and its sentence below it. */
export const entry = (term: string, sentence: string): string =>
  `.TP\n${bold(term)}\n${plain(sentence)}`

/** Lines as they are, such as commands. */
export const example = (lines: readonly string[]): string =>
  ['.nf', ...lines.map(plain), '.fi'].join('\n')

function unicode(character: string): string {
  const hex = character.codePointAt(0)?.toString(16).toUpperCase() ?? ''
  return `\\[u${hex.padStart(4, '0')}]`
}
