import { exampleIn } from '../../messages/example-words.ts'
import { choicesSentence, sentenceOf, termOf } from '../help/flag-text.ts'
import { byExit, nameOfArgument, usageOf } from '../help/verb-page.ts'
import type { Verb } from '../syntax/verb.ts'
import type { Entry } from './entry.ts'
import { block, cellCode, code, plain, table } from './markdown.ts'
import type { OutputField } from './output-fields.ts'
import type { ReferenceMessages } from './reference-messages.ts'

/** Returns the section of one verb, without its heading. */
export function verbSection(
  { verb, fields, endpoint }: Entry,
  reference: ReferenceMessages,
): string[] {
  const { page, language } = reference
  const request = endpoint && `${endpoint.method} ${endpoint.path}`
  return [
    plain(`${verb.summary[language]}.`),
    block([usageOf(verb, language)]),
    ...line(page.aliases, verb.aliases.map(code)),
    ...argumentTable(verb, reference),
    ...flagTable(verb, reference),
    `${page.examples}:`,
    block(
      verb.examples.map((example) => `remite ${exampleIn(example, language)}`),
      'sh',
    ),
    ...line(page.output, outputOf(verb, fields, reference)),
    ...line(page.request, request === undefined ? [] : [code(request)]),
    ...line(
      page.failures,
      byExit(verb.failures).map(([exit, codes]) => `${exit} ${codes.map(code).join(' ')}`),
    ),
  ]
}

const line = (title: string, items: readonly string[]): string[] =>
  items.length > 0 ? [`${title}: ${items.join(', ')}`] : []

function argumentTable(verb: Verb, reference: ReferenceMessages): string[] {
  const { page, language } = reference
  const rows = verb.positionals.map((positional) => {
    const { required, choices, help } = positional
    const name = nameOfArgument(positional, language)
    const sentences = [help[language], ...choicesSentence(choices, name, language)]
    return [cellCode(name), required ? page.yes : '', plain(sentences.join(' '))]
  })
  return rows.length > 0 ? [table([page.word, page.required, page.meaning], rows)] : []
}

function flagTable(verb: Verb, reference: ReferenceMessages): string[] {
  const flags = verb.flags.filter(({ isFormer }) => !isFormer)
  const { page, language } = reference
  const rows = flags.map((flag) => [
    cellCode(termOf(flag, language)),
    flag.required ? page.yes : '',
    [
      plain(sentenceOf(flag, flag.help[language], language)),
      ...(flag.formerNames ?? []).map((name) => `${page.former}: ${code(`--${name}`)}.`),
    ].join(' '),
  ])
  return rows.length > 0 ? [table([page.flag, page.required, page.meaning], rows)] : []
}

function outputOf(
  { prints }: Verb,
  fields: readonly OutputField[],
  { messages, language }: ReferenceMessages,
): string[] {
  if (prints) return [plain(prints[language])]
  const headers: Record<string, string | undefined> = messages.headers
  return fields.map(({ name, header }) => {
    const label = headers[header]
    return label === undefined ? code(name) : `${code(name)} (${plain(label)})`
  })
}
