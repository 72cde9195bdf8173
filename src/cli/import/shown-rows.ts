import type { Messages } from '../../messages/index.ts'
import type { Reject } from '../../tabular/check.ts'
import { number, sentence, text } from '../command/view.ts'
import { createDescribe, type RejectsFile } from './rejects-file.ts'

/** A row of a file that a dry run shows. */
export interface ShownRow {
  line: number
  /** The heading of the column. */
  column?: string
  value: string
  code: string
  reason: string
}

/** As many rows as fit a screen. The rejects file has all. */
export const maxShownRows = 20

const columns = [number('line'), text('value'), sentence('reason')]

/** The table of the rows that are not accepted. */
export const rejectedSection = { field: 'rejects', title: 'rejected_rows', columns }

/** The tables of a dry run, below its figures. */
export const rowSections = [rejectedSection, { field: 'warnings', title: 'doubtful_rows', columns }]

/** Remembers the first rejected rows besides writing them to a file. */
export function rememberRejects(file: RejectsFile, messages: Messages) {
  const describe = createDescribe(messages)
  const rows: ShownRow[] = []
  const remembering: RejectsFile = {
    ...file,
    add(row, reject) {
      if (rows.length < maxShownRows) rows.push(shownRow(reject, describe))
      return file.add(row, reject)
    },
  }
  return { file: remembering, rows }
}

function shownRow(reject: Reject, describe: (reject: Reject) => string): ShownRow {
  const { line, code, values = {} } = reject
  const { column, value = '' } = values
  return {
    line,
    ...(column !== undefined && { column: String(column) }),
    value: String(value),
    code,
    reason: describe(reject),
  }
}
