const secretFlag = /^--(?:[\w-]*(?:token|pass|password|secret|code))$/
const secretName = /token|pass|secret|html|^code$|^key$/i
const hidden = '***'

/** The words of a command without what nobody else should read. */
export const redactWords = (words: readonly string[]): string[] =>
  words.map((word, index) => {
    const [flag = '', value] = splitOnce(word)
    if (value !== undefined && secretFlag.test(flag)) return `${flag}=${hidden}`
    const before = words[index - 1] ?? ''
    if (secretFlag.test(before) && !word.startsWith('-')) return hidden
    return word.replace(/(\w+:\/\/[^/\s:@]*:)[^@\s]+@/g, `$1${hidden}@`)
  })

function splitOnce(word: string): [string, string?] {
  const at = word.indexOf('=')
  return word.startsWith('--') && at > 0 ? [word.slice(0, at), word.slice(at + 1)] : [word]
}

/** A result without its secrets, at any depth. */
export function redactResult(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactResult)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      secretName.test(name) && typeof each === 'string' ? hidden : redactResult(each),
    ]),
  )
}
