import Papa from 'papaparse'

interface CsvFormat {
  delimiter?: string
  /**
   * Puts a `'` before text that a spreadsheet would execute as a formula. Off for files that must
   * be read back unchanged.
   */
  guardFormulas?: boolean
}

export type CsvCell = string | number | boolean | null | undefined

/** Makes Excel read the file as UTF-8. */
export const byteOrderMark = '\ufeff'

/**
 * papaparse's own pattern misses formulas that contain a line break. Text that already looks
 * guarded gets another `'`, so that `unguarded` restores the original. Plain numbers are harmless.
 */
const formula = /^(?!-\d+(\.\d+)?$)'*[=+\-@\t\r]/

/** Returns one line of CSV with CRLF (RFC 4180). */
export const writeCsvRow = (
  cells: readonly CsvCell[],
  { delimiter = ',', guardFormulas = true }: CsvFormat = {},
): string =>
  `${Papa.unparse([[...cells]], { delimiter, escapeFormulae: guardFormulas && formula })}\r\n`

/** Checks for a `'` that a spreadsheet or `writeCsvRow` has put before a formula. */
export const isGuarded = (cell: string): boolean =>
  cell.charCodeAt(0) === 0x27 && /^'+[=+\-@\t\r]/.test(cell)

export const unguarded = (cell: string): string => (isGuarded(cell) ? cell.slice(1) : cell)
