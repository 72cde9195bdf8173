import { variableList } from '../../config/env.ts'
import { type FailureCode, failureTable } from '../../core/failure.ts'
import { globalFlags } from '../global-flags.ts'
import { sentenceOf, termOf } from '../help/flag-text.ts'
import { globalWords } from '../tree.ts'
import { cellCode, plain, table } from './markdown.ts'
import type { ReferenceWords } from './reference-words.ts'

export function globalFlagTable(words: ReferenceWords): string {
  const { page, language } = words
  const help: Record<string, string> = globalWords[language].flags
  const rows = globalFlags.map((flag) => [
    cellCode(termOf(flag)),
    plain(sentenceOf(flag, help[flag.key] ?? '', language)),
  ])
  return table([page.flag, page.meaning], rows)
}

export const exitTable = ({ page, topics }: ReferenceWords): string =>
  table(
    [page.exit, page.meaning],
    Object.entries(topics.exits).map(([exit, sentence]) => [exit, plain(sentence)]),
  )

export const variableTable = ({ page, messages }: ReferenceWords): string =>
  table(
    [page.variable, page.meaning],
    variableList.map(({ key, name }) => [cellCode(name), plain(messages.environment[key])]),
  )

export function failuresTable({ page, messages }: ReferenceWords): string {
  const codes = Object.keys(failureTable).sort() as FailureCode[] // its keys
  const rows = codes.map((code) => [
    cellCode(code),
    String(failureTable[code].exit),
    plain(messages.failures[code].title),
  ])
  return table([page.code, page.exit, page.meaning], rows)
}
