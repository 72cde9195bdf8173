import type { Problem } from '../core/failure.ts'

/**
 * What the text of a cell does not show: that it is certainly a number, or an error such as `#N/A`.
 */
export type CellType = 'number' | 'error'

/** One record of a file. */
export interface Row {
  /** The line in the source file, from 1; in a workbook, the row number in the sheet. */
  line: number
  cells: string[]
  /** The types of cells by index. Only workbooks have them. */
  typed?: ReadonlyMap<number, CellType>
  /** Why the record is not a valid row. Its cells are only good for display. */
  flaw: Problem | undefined
}

export interface CsvTableFormat {
  readonly kind: 'csv'
  readonly delimiter: string
  /**
   * Final only after all rows were read: pure ASCII does not distinguish UTF-8 from Windows-1252.
   */
  readonly encoding: string
  /** The number of bytes decoded as Windows-1252 in a UTF-8 file. */
  readonly strayBytes: number
}

interface XlsxTableFormat {
  readonly kind: 'xlsx'
  readonly sheet: string
  /** The visible sheets that are not read. */
  readonly otherSheets: readonly string[]
}

export interface NdjsonTableFormat {
  readonly kind: 'ndjson'
  readonly encoding: string
}

export type TableFormat = CsvTableFormat | XlsxTableFormat | NdjsonTableFormat

/** The common result of all readers. The rows can be read once, lazily. */
export interface Table {
  readonly format: TableFormat
  readonly header: Row
  readonly rows: AsyncIterable<Row>
  /** Releases the source if the rows are not read to their end. */
  close(): Promise<void>
}
