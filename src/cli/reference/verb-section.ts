import { failuresOf } from '../../contract/failures.ts'
import { type FailureCode, failureTable } from '../../core/failure.ts'
import { fieldWords } from '../../messages/endpoints.ts'
import type { Verb } from '../verb.ts'
import type { Entry, OutputField } from './entry.ts'
import { block, cellCode, code, plain, table } from './markdown.ts'
import type { ReferenceWords } from './reference-words.ts'
import { sentenceOf, termOf, usageOf } from './usage.ts'

/** Everything about one verb, below its heading. */
export function verbSection({ verb, fields, endpoint }: Entry, words: ReferenceWords): string[] {
  const { page, language } = words
  const request = endpoint && `${endpoint.method} ${endpoint.path}`
  return [
    plain(`${verb.summary[language]}.`),
    block([usageOf(verb, words)]),
    ...line(page.aliases, verb.aliases.map(code)),
    ...wordTable(verb, words),
    ...flagTable(verb, words),
    `${page.examples}:`,
    block(
      verb.examples.map((example) => `remite ${example}`),
      'sh',
    ),
    ...line(page.output, outputOf(fields, words)),
    ...line(page.request, request === undefined ? [] : [code(request)]),
    ...line(page.failures, endpoint ? byExit(failuresOf(endpoint)) : []),
  ]
}

const line = (title: string, items: readonly string[]): string[] =>
  items.length > 0 ? [`${title}: ${items.join(', ')}`] : []

function wordTable(verb: Verb, words: ReferenceWords): string[] {
  const { page } = words
  const rows = verb.positionals.map(({ key, required }) => [
    cellCode(key),
    required ? page.yes : '',
    plain(wordHelp(verb, key, words)),
  ])
  return rows.length > 0 ? [table([page.word, page.needed, page.meaning], rows)] : []
}

function wordHelp({ path, endpoint }: Verb, key: string, words: ReferenceWords): string {
  const own: Record<string, string | undefined> = words.page.words
  const [noun = ''] = endpoint?.split('.') ?? []
  const help = own[`${path} ${key}`] ?? fieldWords(words.endpoints, noun, key) ?? own[key]
  if (help === undefined) throw new Error(`no ${words.language} words for: ${path} ${key}`)
  return help
}

function flagTable({ flags }: Verb, words: ReferenceWords): string[] {
  const { page, language } = words
  const rows = flags.map((flag) => [
    cellCode(termOf(flag)),
    flag.required ? page.yes : '',
    plain(sentenceOf(flag, flag.help[language], words)),
  ])
  return rows.length > 0 ? [table([page.flag, page.needed, page.meaning], rows)] : []
}

function outputOf(fields: readonly OutputField[], { messages }: ReferenceWords): string[] {
  const headers: Record<string, string | undefined> = messages.headers
  return fields.map(({ name, header }) => {
    const words = headers[header]
    return words === undefined ? code(name) : `${code(name)} (${plain(words)})`
  })
}

function byExit(codes: readonly FailureCode[]): string[] {
  const exits = [...new Set(codes.map((each) => failureTable[each].exit))].sort((a, b) => a - b)
  return exits.map((exit) => {
    const same = codes.filter((each) => failureTable[each].exit === exit)
    return `${exit} ${same.map(code).join(' ')}`
  })
}
