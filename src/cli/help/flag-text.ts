import type { Language } from '../../core/language.ts'
import type { Flag } from '../flag.ts'
import { globalWords } from '../tree.ts'

/** A flag as help writes it: `-o, --output <table|json>`. */
export function termOf({ name, short, kind, choices, placeholder }: Flag): string {
  const value = kind === 'switch' ? '' : ` <${valueName(kind, choices, placeholder)}>`
  return `${short ? `-${short}, ` : ''}--${name}${value}`
}

/** More choices than these are named in the flag's sentence, not in its term. */
const fewChoices = 6

function valueName(kind: Flag['kind'], choices?: readonly string[], placeholder?: string): string {
  if (placeholder) return placeholder
  if (choices && choices.length <= fewChoices) return choices.join('|')
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
