import type { Flag } from '../flag.ts'
import { optionOf } from '../option.ts'
import { globalWords } from '../tree.ts'
import type { Verb } from '../verb.ts'
import type { ReferenceWords } from './reference-words.ts'

/** The first line of a verb's help. */
export function usageOf({ path, positionals }: Verb, { language }: ReferenceWords): string {
  const names = positionals.map(({ key, required }) => (required ? `<${key}>` : `[${key}]`))
  return ['remite', path, ...names, globalWords[language].usageOf.flags].join(' ')
}

/** A flag as help writes it: `-o, --output <table|json>`. */
export const termOf = (flag: Flag): string => optionOf(flag, '').flags

/** What a flag is for, and what its term leaves out. */
export function sentenceOf(flag: Flag, help: string, { page }: ReferenceWords): string {
  const term = termOf(flag)
  const choices = flag.choices?.filter((choice) => !term.includes(choice)) ?? []
  return [
    `${capital(help.replace(/\.$/, ''))}.`,
    ...(choices.length > 0 ? [`${page.oneOf}: ${flag.choices?.join(', ')}.`] : []),
    ...(flag.kind === 'repeat' || flag.kind === 'map' ? [page.repeated] : []),
  ].join(' ')
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
