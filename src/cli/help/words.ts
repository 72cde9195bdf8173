import { isLanguage, type Language } from '../../core/language.ts'

export interface Words {
  words: string[]
  isHelp: boolean
  isVersion: boolean
  language?: Language
}

/** Undefined where there is any other flag. */
export function readWords(argv: readonly string[]): Words | undefined {
  const found: Words = { words: [], isHelp: false, isVersion: false }
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? ''
    const language = word === '--lang' ? argv[++at] : /^--lang=(.*)$/.exec(word)?.[1]
    if (language !== undefined && isLanguage(language)) found.language = language
    else if (word === '-h' || word === '--help') found.isHelp = true
    else if (word === '-V' || word === '--version') found.isVersion = true
    else if (word.startsWith('-')) return undefined
    else found.words.push(word)
  }
  return found.isHelp && found.isVersion ? undefined : found
}
