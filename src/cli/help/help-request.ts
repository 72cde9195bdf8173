import { isLanguage, type Language } from '../../core/language.ts'

interface HelpRequest {
  words: string[]
  isHelp: boolean
  isVersion: boolean
  language?: Language
}

/** Returns undefined if there is any other flag. */
export function parseHelpRequest(argv: readonly string[]): HelpRequest | undefined {
  const found: HelpRequest = { words: [], isHelp: false, isVersion: false }
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? ''
    const language = word === '--lang' ? argv[++index] : /^--lang=(.*)$/.exec(word)?.[1]
    if (language !== undefined && isLanguage(language)) found.language = language
    else if (word === '-h' || word === '--help') found.isHelp = true
    else if (word === '-V' || word === '--version') found.isVersion = true
    else if (word.startsWith('-')) return undefined
    else found.words.push(word)
  }
  return found.isHelp && found.isVersion ? undefined : found
}
