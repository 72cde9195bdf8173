import { variableList } from '../../config/env.ts'
import { type FailureCode, failureTable } from '../../core/failure.ts'
import { globalMessages } from '../generated/tree.ts'
import { sentenceOf, termOf } from '../help/flag-text.ts'
import { globalFlags } from '../syntax/global-flags.ts'
import { cellCode, plain, table } from './markdown.ts'
import type { ReferenceMessages } from './reference-messages.ts'

export function globalFlagTable(reference: ReferenceMessages): string {
  const { page, language } = reference
  const help: Record<string, string> = globalMessages[language].flags
  const rows = globalFlags.map((flag) => [
    cellCode(termOf(flag, language)),
    plain(sentenceOf(flag, help[flag.key] ?? '', language)),
  ])
  return table([page.flag, page.meaning], rows)
}

export const exitTable = ({ page, topics }: ReferenceMessages): string =>
  table(
    [page.exit, page.meaning],
    Object.entries(topics.exits).map(([exit, sentence]) => [exit, plain(sentence)]),
  )

export const variableTable = ({ page, messages }: ReferenceMessages): string =>
  table(
    [page.variable, page.meaning],
    variableList.map(({ key, name }) => [cellCode(name), plain(messages.environment[key])]),
  )

export function failuresTable({ page, messages }: ReferenceMessages): string {
  const codes = Object.keys(failureTable).sort() as FailureCode[] // the keys of the table
  const rows = codes.map((code) => [
    cellCode(code),
    String(failureTable[code].exit),
    plain(messages.failures[code].title),
  ])
  return table([page.code, page.exit, page.meaning], rows)
}
