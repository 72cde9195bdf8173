import { type FailureCode, failureTable } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { globalWords } from '../tree.ts'
import type { Verb } from '../verb.ts'
import { asSentence, sentenceOf, termOf } from './flag-text.ts'
import { type Item, indented, items, paragraph, section } from './layout.ts'

/** The help of one verb: all that there is to know before it runs. */
export function verbPage(verb: Verb, language: Language, width: number): string[] {
  const words = globalWords[language]
  const { titles, learn } = words
  const more = [
    ['remite help flags', learn.flags],
    ['remite help exit-codes', learn.exitCodes],
  ] as const
  return [
    `${titles.usage} ${usageOf(verb, language)}`,
    '',
    ...paragraph(asSentence(verb.summary[language]), width, ''),
    ...section(titles.aliases, verb.aliases.length > 0 ? [indented(verb.aliases.join(', '))] : []),
    ...section(titles.arguments, items(verb.positionals.map(argument), width)),
    ...section(titles.flags, items(verb.flags.map(flag), width)),
    ...section(titles.examples, verb.examples.map(shown)),
    ...section(titles.output, outputOf(verb, language, width)),
    ...section(titles.exits, items(byExit(verb.failures).map(asItem), width)),
    ...section(titles.more, items(more, width)),
  ]

  function argument({ key, help }: Verb['positionals'][number]): Item {
    return [key, asSentence(help[language])]
  }

  function flag(each: Verb['flags'][number]): Item {
    const needed = each.required ? ' *' : ''
    return [termOf(each) + needed, sentenceOf(each, each.help[language], language)]
  }
}

export function argumentOf({ key, required, isRest }: Verb['positionals'][number]): string {
  const name = isRest ? `${key}...` : key
  return required ? `<${name}>` : `[${name}]`
}

/** The first line of a verb's help, and its heading elsewhere. */
export function usageOf({ path, positionals }: Verb, language: Language): string {
  return ['remite', path, ...positionals.map(argumentOf), globalWords[language].usageOf.flags].join(
    ' ',
  )
}

const shown = (example: string): string => indented(`$ remite ${example}`)

function outputOf({ output, prints, endpoint }: Verb, language: Language, width: number) {
  if (prints) return paragraph(asSentence(prints[language]), width)
  if (output.length === 0) return []
  const all = endpoint === undefined ? [] : paragraph(globalWords[language].everyField, width)
  return [...paragraph(output.join(', '), width), ...all]
}

/** The codes that end a run with the same exit code are on one line. */
export function byExit(codes: readonly FailureCode[]): [exit: number, codes: FailureCode[]][] {
  const exits = [...new Set(codes.map((code) => failureTable[code].exit))].sort((a, b) => a - b)
  return exits.map((exit) => [exit, codes.filter((code) => failureTable[code].exit === exit)])
}

const asItem = ([exit, codes]: [number, FailureCode[]]): Item => [String(exit), codes.join(', ')]
