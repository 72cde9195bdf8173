import { readEnvironment } from '../../config/env.ts'
import { chooseLanguage } from '../../config/language.ts'
import type { Language } from '../../core/language.ts'
import { version } from '../version.ts'
import type { Asked } from './answer.ts'
import { drawnWidths, widthFor } from './layout.ts'
import { readWords } from './words.ts'

interface AskedOfBuild extends Asked {
  /** The text of a file of the build. */
  read(name: string): string
}

/**
 * Version and help as they were drawn when the program was built: the launcher asks here first, and
 * neither the tree of verbs nor what draws them is loaded. Undefined for what was not drawn: the
 * program decides then, and shows the same page.
 */
export function answerDrawn({ argv, env, columns, read }: AskedOfBuild): string | undefined {
  const asked = readWords(argv)
  if (!asked) return undefined
  const { words, isHelp, isVersion, language: flag } = asked
  if (isVersion) return words.length === 0 ? `${version}\n` : undefined
  const language = chooseLanguage({ environment: readEnvironment(env), ...(flag && { flag }) })
  const width = widthFor(columns())
  if (!drawnWidths.includes(width)) return undefined
  const isAbout = words[0] === 'help' && !isHelp && words.length > 1
  // Most likely a verb that is to run: its start is worth more than the page of a noun below another.
  if (!isHelp && !isAbout && words.length > 1) return undefined
  const key = isAbout ? headOf(words.slice(1), true) : headOf(words, isHelp)
  const pages = read(drawnName(language, width))
  const start = pages.indexOf(key)
  if (start < 0) return undefined
  const end = pages.indexOf(pageBreak, start + 1)
  return pages.slice(start + key.length, end < 0 ? undefined : end)
}

const pageBreak = '\f'

/** Before each page stands what asks for it. */
export const headOf = (words: readonly string[], isHelp: boolean): string =>
  `${pageBreak}${[...words, ...(isHelp ? ['--help'] : [])].join(' ')}\n`

export const drawnName = (language: Language, width: number): string =>
  `help-${language}-${width}.txt`
