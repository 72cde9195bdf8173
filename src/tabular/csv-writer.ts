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

/** Our own, since papaparse's overlooks a formula that has a line break in it. */
const formula = /^[=+\-@\t\r]/

/** One line of CSV, ended by CRLF (RFC 4180). */
export const writeCsvRow = (
  cells: readonly CsvCell[],
  { delimiter = ',', guardFormulas = true }: CsvFormat = {},
): string =>
  `${Papa.unparse([[...cells]], { delimiter, escapeFormulae: guardFormulas && formula })}\r\n`
