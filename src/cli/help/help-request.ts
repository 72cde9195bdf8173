import { type ColorChoice, colorChoices } from '../../config/choices.ts'
import { isLanguage, type Language } from '../../core/language.ts'

interface HelpRequest {
  words: string[]
  isHelp: boolean
  isVersion: boolean
  language?: Language
  color: ColorChoice
}

/** Returns undefined if there is any other flag. */
export function parseHelpRequest(argv: readonly string[]): HelpRequest | undefined {
  const found: HelpRequest = { words: [], isHelp: false, isVersion: false, color: 'auto' }
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? ''
    const language = word === '--lang' ? argv[++index] : /^--lang=(.*)$/.exec(word)?.[1]
    const color = word === '--color' ? argv[++index] : /^--color=(.*)$/.exec(word)?.[1]
    if (language !== undefined && isLanguage(language)) found.language = language
    else if (color !== undefined && isColorChoice(color)) found.color = color
    else if (word === '-h' || word === '--help') found.isHelp = true
    else if (word === '-V' || word === '--version') found.isVersion = true
    else if (word.startsWith('-')) return undefined
    else found.words.push(word)
  }
  return found.isHelp && found.isVersion ? undefined : found
}

const isColorChoice = (word: string): word is ColorChoice =>
  (colorChoices as readonly string[]).includes(word)

/** The color that the arguments ask for, as far as they can be read before they are parsed. */
export function colorIn(argv: readonly string[]): ColorChoice {
  const index = argv.findIndex((word) => word.startsWith('--color'))
  const word = argv[index] ?? ''
  const choice = word.split('=')[1] ?? argv[index + 1] ?? ''
  return word !== '' && isColorChoice(choice) ? choice : 'auto'
}
