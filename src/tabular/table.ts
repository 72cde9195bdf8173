import type { Problem } from '../core/failure.ts'

/** What the text of a cell does not tell: that it is a number beyond doubt, or an error as `#N/A`. */
export type CellType = 'number' | 'error'

/** One record of a file, as it stands there. */
export interface Row {
  /** Where it begins in the source file, from 1; in a workbook the number of the row in its sheet. */
  line: number
  cells: string[]
  /** Of the cells that need it, by their index; only a workbook knows. */
  typed?: ReadonlyMap<number, CellType>
  /** Why it can't be taken for a row of its table; its cells are then only good for showing. */
  flaw: Problem | undefined
}

export interface CsvTableFormat {
  readonly kind: 'csv'
  readonly delimiter: string
  /** Final only when the rows have been read: ASCII alone does not tell UTF-8 from Windows-1252. */
  readonly encoding: string
  /** Bytes read as Windows-1252 in a file that is otherwise UTF-8. */
  readonly strayBytes: number
}

export interface XlsxTableFormat {
  readonly kind: 'xlsx'
  readonly sheet: string
  /** Visible ones that are not read. */
  readonly otherSheets: readonly string[]
}

export type TableFormat = CsvTableFormat | XlsxTableFormat

/** What every reader makes of a file. The rows are read once, as they are asked for. */
export interface Table {
  readonly format: TableFormat
  readonly header: Row
  readonly rows: AsyncIterable<Row>
  /** Lets go of the source when the rows are not read to their end. */
  close(): Promise<void>
}
