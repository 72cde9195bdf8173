import { type FailureCode, failureTable } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { exampleIn } from '../../messages/example-words.ts'
import { globalMessages } from '../generated/tree.ts'
import type { Flag } from '../syntax/flag.ts'
import { placeholderOf } from '../syntax/reference-kinds.ts'
import type { Verb } from '../syntax/verb.ts'
import { commonFlags, flagGroups, groupFlags } from './flag-groups.ts'
import { asSentence, choicesSentence, sentenceOf, termOf, translated } from './flag-text.ts'
import { guidesFor } from './guide-topics.ts'
import { commandLines, type Item, items, maxTermLength, paragraph, section } from './layout.ts'
import { strong } from './style.ts'

type Positional = Verb['positionals'][number]

const isRequired = ({ required }: Flag): boolean => required === true

/** Returns the help of one verb. */
export function verbPage(verb: Verb, language: Language, width: number): string[] {
  const messages = globalMessages[language]
  const { titles, learn } = messages
  const globalHelp: Record<string, string> = messages.flags
  const shown = verb.flags.filter(({ isFormer }) => !isFormer)
  // What a command needs comes first.
  const own = [...shown.filter(isRequired), ...shown.filter((flag) => !isRequired(flag))].map(
    ownFlag,
  )
  const groups = flagGroups.map((group) => ({
    title: titles[group],
    rows: groupFlags(group, verb).map((flag) => flagItem(flag, globalHelp[flag.key] ?? '')),
  }))
  const all = [...own, ...groups.flatMap(({ rows }) => rows)]
  const hasRequired = shown.some(isRequired)
  const more = [
    ...guideItems(verb.path, learn.guide),
    ['remite help flags', learn.flags],
    ['remite help exit-codes', learn.exitCodes],
  ] as const
  return [
    ...paragraph(`${strong(titles.usage)} ${usageOf(verb, language)}`, width, '', '  '),
    '',
    ...paragraph(asSentence(verb.summary[language]), width, ''),
    ...(verb.aliases.length > 0
      ? section(titles.aliases, paragraph(verb.aliases.join(', '), width))
      : []),
    ...section(titles.arguments, items(verb.positionals.map(argument), width)),
    ...section(hasRequired ? titles.flags : titles.everywhere, items(own, width, all)),
    ...groups.flatMap(({ title, rows }) => section(title, items(rows, width, all))),
    ...section(titles.inherited, paragraph(commonFlags.map(shortName).join(', '), width)),
    ...section(titles.result, outputOf(verb, language, width)),
    ...section(
      titles.examples,
      verb.examples.flatMap((example) =>
        commandLines(`remite ${exampleIn(example, language)}`, width),
      ),
    ),
    ...section(titles.more, items(more, width)),
  ]

  function argument(positional: Positional): Item {
    const { choices, help } = positional
    const term = nameOfArgument(positional, language)
    return [
      term,
      [asSentence(help[language]), ...choicesSentence(choices, term, language)].join(' '),
    ]
  }

  function ownFlag(flag: Verb['flags'][number]): Item {
    const [term, sentence] = flagItem(flag, flag.help[language])
    return [flag.required ? `${term} *` : term, sentence]
  }

  function flagItem(flag: Flag, help: string): Item {
    return [termOf(flag, language), sentenceOf(flag, help, language)]
  }
}

const shortName = ({ short, name }: Flag): string => (short ? `-${short}` : `--${name}`)

/** Names the guides of a verb or a noun. */
export const guideItems = (path: string, sentence: string): Item[] =>
  guidesFor(path).map((topic) => [`remite help ${topic}`, sentence])

/** Returns the name of an argument in help and in errors: `CAMPAIGN`, `on|off`. */
export function nameOfArgument(positional: Positional, language: Language = 'en'): string {
  const { key, choices, reference } = positional
  const named = choices?.join('|') ?? ''
  if (named !== '' && named.length <= maxTermLength) return named
  return translated(
    reference ? placeholderOf(reference) : key.toUpperCase().replaceAll('_', '-'),
    language,
  )
}

export function argumentOf(positional: Positional, language?: Language): string {
  const name = nameOfArgument(positional, language) + (positional.isRest ? '...' : '')
  return positional.required ? `<${name}>` : `[${name}]`
}

/** Returns the usage line of a verb. */
export function usageOf({ path, positionals }: Verb, language: Language): string {
  return [
    'remite',
    path,
    ...positionals.map((positional) => argumentOf(positional, language)),
    globalMessages[language].usageOf.flags,
  ].join(' ')
}

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
