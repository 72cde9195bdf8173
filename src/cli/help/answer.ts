import { readEnvironment } from '../../config/env.ts'
import { chooseLanguage } from '../../config/language.ts'
import { tree } from '../generated/tree.ts'
import { version } from '../host/version.ts'
import { chooseColor } from '../output/color.ts'
import type { Verb } from '../syntax/verb.ts'
import { isGuideTopic } from './guide-topics.ts'
import { parseHelpRequest } from './help-request.ts'
import { helpPage } from './page.ts'

export interface HelpContext {
  argv: readonly string[]
  env: NodeJS.ProcessEnv
  /** Whether the page goes to a terminal. */
  isTerminal(): boolean
  /** The width of the terminal. Only called if there is something to show. */
  columns(): number | undefined
}

/**
 * Answers help and version requests without the parser. Returns undefined for anything else, and
 * the parser decides.
 */
export function answerHelp({ argv, env, isTerminal, columns }: HelpContext): string | undefined {
  const request = parseHelpRequest(argv)
  if (!request) return undefined
  const words = request.words.join(' ')
  if (request.isVersion || words === 'version') {
    return words === '' || words === 'version' ? `${version}\n` : undefined
  }
  const path = pathOf(request.words, request.isHelp)
  if (path === undefined) return undefined
  const language = chooseLanguage({
    environment: readEnvironment(env),
    ...(request.language && { flag: request.language }),
  })
  const hasStyle = chooseColor(request.color, { env, isTerminal: isTerminal() })
  return helpPage(path, { language, columns: columns(), hasStyle })
}

/** Returns the path of the requested page. `help NOUN` and a noun alone are requests too. */
function pathOf(words: readonly string[], isHelp: boolean): string | undefined {
  const [first, ...others] = words
  const isAbout = first === 'help' && !isHelp && others.length > 0
  // The verb `help` shows the guide too.
  if (isAbout && others.length === 1 && isGuideTopic(others[0])) return undefined
  if (isAbout && isNoun(others.slice(0, 1))) return pathOf(others, true)
  const verb = tree.find((each) => isNamed(each, words))
  if (verb) return isHelp ? verb.path : undefined
  if (!isNoun(words)) return undefined
  return isHelp || !hasDefault(words) ? words.join(' ') : undefined
}

/** Whether the first words name the verb. The rest are its arguments. */
function isNamed({ path, aliases }: Verb, words: readonly string[]): boolean {
  const parts = path.split(' ')
  const name = words[parts.length - 1]
  const isBelow = parts.slice(0, -1).every((part, index) => words[index] === part)
  return isBelow && name !== undefined && [parts.at(-1), ...aliases].includes(name)
}

const isNoun = (words: readonly string[]): boolean =>
  tree.some(({ path }) => words.every((word, index) => path.split(' ')[index] === word))

const hasDefault = (words: readonly string[]): boolean =>
  tree.some(({ path, isDefault }) => isDefault && path.startsWith(`${words.join(' ')} `))
