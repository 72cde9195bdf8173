const secretFlag = /^--[\w-]*(token|pass|password|secret|code)$/
const secretName = /token|pass|secret|html|text|^code$|^key$/i
const hidden = '***'

/** The words of a command without what nobody else should read. */
export const redactWords = (words: readonly string[]): string[] =>
  words.map((word, index) => {
    const [flag = '', value] = splitOnce(word)
    if (value !== undefined && secretFlag.test(flag)) return `${flag}=${hidden}`
    const before = words[index - 1] ?? ''
    if (secretFlag.test(before) && !word.startsWith('-')) return hidden
    return word
      .split(/(?<=[@\s])/)
      .map(hidePassword)
      .join('')
  })

/** Of a piece that ends with the `@` behind a password, if it has one. */
const hidePassword = (piece: string): string =>
  piece.replace(/(?<!\w)(\w+:\/\/[^/\s:@]*:)[^@\s]+@$/, `$1${hidden}@`)

function splitOnce(word: string): [string, string?] {
  const at = word.indexOf('=')
  return word.startsWith('--') && at > 0 ? [word.slice(0, at), word.slice(at + 1)] : [word]
}

/** The plain fields of a result: what a log has to know of it, and no secret. */
export const summaryOf = (result: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(result).filter(
      ([name, value]) => !secretName.test(name) && (typeof value !== 'object' || value === null),
    ),
  )
