import type { Language } from '../../core/language.ts'
import { globalMessages } from '../generated/tree.ts'
import type { Flag } from '../syntax/flag.ts'
import { maxTermLength } from './layout.ts'

/** Formats a flag for help: `-o, --output <FORMAT>`, `--[no-]internal`. */
export function termOf(flag: Flag, language: Language = 'en'): string {
  const { name, short, kind, canBeOff } = flag
  const start = `${short ? `-${short}, ` : ''}--${canBeOff ? '[no-]' : ''}${name}`
  return kind === 'switch' ? start : `${start} <${valueName(flag, language, start)}>`
}

/** Returns the names of a flag on the command line. The second one turns it off. */
export const namesOf = ({ name, canBeOff }: Flag): string[] =>
  canBeOff ? [`--${name}`, `--no-${name}`] : [`--${name}`]

/** The choices of a value; longer lists are part of its sentence instead. */
function valueName(flag: Flag, language: Language, start: string): string {
  const { kind, choices, placeholder } = flag
  const named = choices?.join('|') ?? ''
  if (placeholder === undefined && named !== '') {
    if (`${start} <${named}>`.length <= maxTermLength) return named
    return translated('VALUE', language)
  }
  return translated(placeholder ?? placeholders[kind] ?? 'TEXT', language)
}

const placeholders: Partial<Record<Flag['kind'], string>> = { number: 'N', map: 'KEY=VALUE' }

/** Returns a placeholder in a language. */
export function translated(placeholder: string, language: Language): string {
  const known: Record<string, string> = globalMessages[language]?.placeholders ?? {}
  return known[placeholder] ?? placeholder
}

/** Returns the description of a flag, with the details that its term omits. */
export function sentenceOf(flag: Flag, help: string, language: Language): string {
  const { repeated } = globalMessages[language]
  return [
    asSentence(help),
    ...choicesSentence(flag.choices, termOf(flag), language),
    ...(flag.kind === 'repeat' || flag.kind === 'map' ? [repeated] : []),
  ].join(' ')
}

/** Returns a sentence with the choices, unless the term names them. */
export function choicesSentence(
  choices: readonly string[] = [],
  term: string,
  language: Language,
): string[] {
  const isShown = term.includes(choices.join('|'))
  return isShown ? [] : [`${globalMessages[language].oneOf}: ${choices.join(', ')}.`]
}

export const asSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`
