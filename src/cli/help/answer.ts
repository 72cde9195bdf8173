import { readEnvironment } from '../../config/env.ts'
import { chooseLanguage } from '../../config/language.ts'
import { tree } from '../tree.ts'
import type { Verb } from '../verb.ts'
import { version } from '../version.ts'
import { helpPage } from './page.ts'
import { readWords } from './words.ts'

export interface Asked {
  argv: readonly string[]
  env: NodeJS.ProcessEnv
  /** Of the terminal: asked for only when there is something to show. */
  columns(): number | undefined
}

/**
 * Help and version without the parser. Undefined for whatever is not plainly a request for one of
 * them: the parser decides then, and shows the same page.
 */
export function answerHelp({ argv, env, columns }: Asked): string | undefined {
  const asked = readWords(argv)
  if (!asked) return undefined
  if (asked.isVersion) return asked.words.length === 0 ? `${version}\n` : undefined
  const path = pathOf(asked.words, asked.isHelp)
  if (path === undefined) return undefined
  const language = chooseLanguage({
    environment: readEnvironment(env),
    ...(asked.language && { flag: asked.language }),
  })
  return helpPage(path, { language, columns: columns() })
}

/** Of the page that these words ask for: `help NOUN` and a noun alone do too. */
function pathOf(words: readonly string[], isHelp: boolean): string | undefined {
  const [first, ...others] = words
  const isAbout = first === 'help' && !isHelp && others.length > 0
  if (isAbout && isNoun(others.slice(0, 1))) return pathOf(others, true)
  const verb = tree.find((each) => isNamed(each, words))
  if (verb) return isHelp ? verb.path : undefined
  if (!isNoun(words)) return undefined
  return isHelp || !hasDefault(words) ? words.join(' ') : undefined
}

/** By the words that come first; what stands behind them are its arguments. */
function isNamed({ path, aliases }: Verb, words: readonly string[]): boolean {
  const parts = path.split(' ')
  const name = words[parts.length - 1]
  const isBelow = parts.slice(0, -1).every((part, at) => words[at] === part)
  return isBelow && name !== undefined && [parts.at(-1), ...aliases].includes(name)
}

const isNoun = (words: readonly string[]): boolean =>
  tree.some(({ path }) => words.every((word, at) => path.split(' ')[at] === word))

const hasDefault = (words: readonly string[]): boolean =>
  tree.some(({ path, isDefault }) => isDefault && path.startsWith(`${words.join(' ')} `))
