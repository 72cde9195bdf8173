import { type FailureCode, failureTable } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { globalMessages } from '../generated/tree.ts'
import type { Verb } from '../syntax/verb.ts'
import { asSentence, sentenceOf, termOf } from './flag-text.ts'
import { guidesFor } from './guide-topics.ts'
import { type Item, indented, items, paragraph, section } from './layout.ts'

/** Returns the help of one verb. */
export function verbPage(verb: Verb, language: Language, width: number): string[] {
  const messages = globalMessages[language]
  const { titles, learn } = messages
  const more = [
    ...guideItems(verb.path, learn.guide),
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

/** Names the guides of a verb or a noun. */
export const guideItems = (path: string, sentence: string): Item[] =>
  guidesFor(path).map((topic) => [`remite help ${topic}`, sentence])

export function argumentOf({ key, required, isRest }: Verb['positionals'][number]): string {
  const name = isRest ? `${key}...` : key
  return required ? `<${name}>` : `[${name}]`
}

/** Returns the usage line of a verb, which is also its heading in the reference. */
export function usageOf({ path, positionals }: Verb, language: Language): string {
  return [
    'remite',
    path,
    ...positionals.map(argumentOf),
    globalMessages[language].usageOf.flags,
  ].join(' ')
}

const shown = (example: string): string => indented(`$ remite ${example}`)

function outputOf({ output, prints, endpoint }: Verb, language: Language, width: number) {
  if (prints) return paragraph(asSentence(prints[language]), width)
  if (output.length === 0) return []
  const all = endpoint === undefined ? [] : paragraph(globalMessages[language].everyField, width)
  return [...paragraph(output.join(', '), width), ...all]
}

/** Groups failure codes by exit code. */
export function byExit(codes: readonly FailureCode[]): [exit: number, codes: FailureCode[]][] {
  const exits = [...new Set(codes.map((code) => failureTable[code].exit))].sort((a, b) => a - b)
  return exits.map((exit) => [exit, codes.filter((code) => failureTable[code].exit === exit)])
}

const asItem = ([exit, codes]: [number, FailureCode[]]): Item => [String(exit), codes.join(', ')]
