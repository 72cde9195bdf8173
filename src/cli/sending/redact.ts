import { hideSecrets } from '../../core/credentials/secret-text.ts'

const secretFlag = /^--[\w-]*(token|pass|password|secret|code)$/
const secretName = /token|pass|secret|html|text|^code$|^key$/i
const hidden = '***'

/** Replaces secrets in the arguments of a command. */
export const redactArgv = (argv: readonly string[]): string[] =>
  argv.map((word, index) => {
    const [flag = '', value] = splitOnce(word)
    if (value !== undefined && secretFlag.test(flag)) return `${flag}=${hidden}`
    const before = argv[index - 1] ?? ''
    if (secretFlag.test(before) && !word.startsWith('-')) return hidden
    return hideSecrets(word, hidden)
      .split(/(?<=[@\s])/)
      .map(hidePassword)
      .join('')
  })

/** Hides the password of a URL. `text` ends with the `@` after it. */
const hidePassword = (text: string): string =>
  text.replace(/(?<!\w)(\w+:\/\/[^/\s:@]*:)[^@\s]+@$/, `$1${hidden}@`)

function splitOnce(word: string): [string, string?] {
  const index = word.indexOf('=')
  return word.startsWith('--') && index > 0 ? [word.slice(0, index), word.slice(index + 1)] : [word]
}

/** The scalar fields of a result, without secrets, for a log. */
export const summarize = (result: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(result).filter(
      ([name, value]) => !secretName.test(name) && (typeof value !== 'object' || value === null),
    ),
  )
