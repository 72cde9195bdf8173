import { byteOrderMark, writeCsvRow } from './csv-writer.ts'
import { rejectColumns, withoutRejectColumns } from './reject-columns.ts'
import type { TableFormat } from './table.ts'

/** Excel in Spain splits columns at `;`. The importer accepts any delimiter. */
const workbookDelimiter = ';'

export const rejectsDelimiter = (format: TableFormat): string =>
  format.kind === 'csv' ? format.delimiter : workbookDelimiter

/**
 * Writes rejected rows as in the source, followed by line, code and message, so that a user can
 * correct and import them. Cells are unchanged, formulas included, because they are the user's own
 * data.
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
