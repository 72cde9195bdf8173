import { byteOrderMark, writeCsvRow } from './csv-writer.ts'
import { rejectColumns, withoutRejectColumns } from './reject-columns.ts'
import type { TableFormat } from './table.ts'

/** What Excel in Spain opens as columns; our own reader takes every other too. */
const workbookDelimiter = ';'

export const rejectsDelimiter = (format: TableFormat): string =>
  format.kind === 'csv' ? format.delimiter : workbookDelimiter

/**
 * Refused rows as they stood in the source, with line, code and sentence behind them: to be mended
 * and imported again. Cells are written as they were, formulas too, since they are the person's own and
 * must come back unchanged.
 */
export function createRejectsCsv(header: readonly string[], delimiter: string) {
  const columns = withoutRejectColumns(header, header)
  const write = (cells: readonly (string | number)[]) =>
    writeCsvRow(cells, { delimiter, guardFormulas: false })

  return {
    head: () => byteOrderMark + write([...columns, ...rejectColumns]),
    row(source: readonly string[], { line, code }: { line: number; code: string }, why: string) {
      const cells = [...withoutRejectColumns(header, source)]
      while (cells.length < columns.length) cells.push('')
      return write([...cells, line, code, why])
    },
  }
}
