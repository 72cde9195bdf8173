import type { Language } from '../../core/language.ts'
import type { Flag } from '../flag.ts'
import { globalWords } from '../tree.ts'

/** A flag as help writes it: `-o, --output <table|json>`, `--[no-]internal`. */
export function termOf({ name, short, kind, choices, placeholder, canBeOff }: Flag): string {
  const value = kind === 'switch' ? '' : ` <${valueName(kind, choices, placeholder)}>`
  return `${short ? `-${short}, ` : ''}--${canBeOff ? '[no-]' : ''}${name}${value}`
}

/** The words that are typed for it; the second turns it off. */
export const namesOf = ({ name, canBeOff }: Flag): string[] =>
  canBeOff ? [`--${name}`, `--no-${name}`] : [`--${name}`]

/** Choices longer than this are named in the flag's sentence, not in its term. */
const longestChoices = 60

function valueName(kind: Flag['kind'], choices?: readonly string[], placeholder?: string): string {
  if (placeholder) return placeholder
  const named = choices?.join('|') ?? ''
  if (named !== '' && named.length <= longestChoices) return named
  if (kind === 'number') return 'N'
  return kind === 'map' ? 'KEY=VALUE' : 'TEXT'
}

/** What a flag is for, and what its term leaves out. */
export function sentenceOf(flag: Flag, help: string, language: Language): string {
  const words = globalWords[language]
  const term = termOf(flag)
  const isShown = flag.choices?.every((choice) => term.includes(choice)) ?? true
  return [
    asSentence(help),
    ...(isShown ? [] : [`${words.oneOf}: ${flag.choices?.join(', ')}.`]),
    ...(flag.kind === 'repeat' || flag.kind === 'map' ? [words.repeated] : []),
  ].join(' ')
}

export const asSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`
