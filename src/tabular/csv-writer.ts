import Papa from 'papaparse'

export interface CsvFormat {
  delimiter?: string
  /**
   * Puts a `'` before text that a spreadsheet would run as a formula. Off for what must be read back
   * as it was.
   */
  guardFormulas?: boolean
}

export type CsvCell = string | number | boolean | null | undefined

/** So that Excel reads UTF-8. */
export const byteOrderMark = '\ufeff'

/**
 * Our own, since papaparse's overlooks a formula that has a line break in it. Text that looks guarded
 * already gets one more, so that `unguarded` gives back what was written; a plain number runs nothing.
 */
const formula = /^(?!-\d+(\.\d+)?$)'*[=+\-@\t\r]/

/** One line of CSV, ended by CRLF (RFC 4180). */
export const writeCsvRow = (
  cells: readonly CsvCell[],
  { delimiter = ',', guardFormulas = true }: CsvFormat = {},
): string =>
  `${Papa.unparse([[...cells]], { delimiter, escapeFormulae: guardFormulas && formula })}\r\n`

/** Whether a spreadsheet, or we, put a `'` before what would run as a formula. */
export const isGuarded = (cell: string): boolean =>
  cell.charCodeAt(0) === 0x27 && /^'+[=+\-@\t\r]/.test(cell)

export const unguarded = (cell: string): string => (isGuarded(cell) ? cell.slice(1) : cell)
