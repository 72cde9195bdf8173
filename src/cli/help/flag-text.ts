import type { Language } from '../../core/language.ts'
import { globalMessages } from '../generated/tree.ts'
import type { Flag } from '../syntax/flag.ts'

/** Formats a flag for help: `-o, --output <table|json>`, `--[no-]internal`. */
export function termOf({ name, short, kind, choices, placeholder, canBeOff }: Flag): string {
  const value = kind === 'switch' ? '' : ` <${valueName(kind, choices, placeholder)}>`
  return `${short ? `-${short}, ` : ''}--${canBeOff ? '[no-]' : ''}${name}${value}`
}

/** Returns the names of a flag on the command line. The second one turns it off. */
export const namesOf = ({ name, canBeOff }: Flag): string[] =>
  canBeOff ? [`--${name}`, `--no-${name}`] : [`--${name}`]

/** Longer lists of choices are part of the flag's sentence instead of its term. */
const maxChoicesLength = 60

function valueName(kind: Flag['kind'], choices?: readonly string[], placeholder?: string): string {
  if (placeholder) return placeholder
  const named = choices?.join('|') ?? ''
  if (named !== '' && named.length <= maxChoicesLength) return named
  if (kind === 'number') return 'N'
  return kind === 'map' ? 'KEY=VALUE' : 'TEXT'
}

/** Returns the description of a flag, with the details that its term omits. */
export function sentenceOf(flag: Flag, help: string, language: Language): string {
  const messages = globalMessages[language]
  const term = termOf(flag)
  const isShown = flag.choices?.every((choice) => term.includes(choice)) ?? true
  return [
    asSentence(help),
    ...(isShown ? [] : [`${messages.oneOf}: ${flag.choices?.join(', ')}.`]),
    ...(flag.kind === 'repeat' || flag.kind === 'map' ? [messages.repeated] : []),
  ].join(' ')
}

export const asSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`
