import { readEnvironment } from '../../config/env.ts'
import { chooseLanguage } from '../../config/language.ts'
import type { Language } from '../../core/language.ts'
import { version } from '../host/version.ts'
import { chooseColor } from '../output/color.ts'
import type { HelpContext } from './answer.ts'
import { isGuideTopic } from './guide-topics.ts'
import { parseHelpRequest } from './help-request.ts'
import { prerenderedWidths, widthFor } from './layout.ts'
import { stripStyle } from './style.ts'

interface PrerenderedContext extends HelpContext {
  /** Reads a file of the build. */
  read(name: string): string
}

/**
 * Answers version and help requests with pages that the build has rendered. The launcher calls this
 * first, without loading the tree of verbs. Returns undefined for other requests, for which the
 * program shows the same page.
 */
export function answerPrerendered({
  argv,
  env,
  isTerminal,
  columns,
  read,
}: PrerenderedContext): string | undefined {
  const request = parseHelpRequest(argv)
  if (!request) return undefined
  const { words, isHelp, isVersion, color, language: flag } = request
  if (isVersion) return words.length === 0 ? `${version}\n` : undefined
  const language = chooseLanguage({ environment: readEnvironment(env), ...(flag && { flag }) })
  const width = widthFor(columns())
  if (!prerenderedWidths.includes(width)) return undefined
  const isAbout = words[0] === 'help' && !isHelp && words.length > 1
  // The verb `help` shows the guide too.
  if (isAbout && words.length === 2 && isGuideTopic(words[1])) return undefined
  // This is probably a verb to run, whose start-up time matters more than a nested noun page.
  if (!isHelp && !isAbout && words.length > 1) return undefined
  const key = isAbout ? pageKey(words.slice(1), true) : pageKey(words, isHelp)
  const pages = read(prerenderedFileName(language, width))
  const start = pages.indexOf(key)
  if (start < 0) return undefined
  const end = pages.indexOf(pageBreak, start + 1)
  const page = pages.slice(start + key.length, end < 0 ? undefined : end)
  return chooseColor(color, { env, isTerminal: isTerminal() }) ? page : stripStyle(page)
}

const pageBreak = '\f'

/** Each page starts with its request. */
export const pageKey = (words: readonly string[], isHelp: boolean): string =>
  `${pageBreak}${[...words, ...(isHelp ? ['--help'] : [])].join(' ')}\n`

export const prerenderedFileName = (language: Language, width: number): string =>
  `help-${language}-${width}.txt`
