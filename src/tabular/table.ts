import type { Problem } from '../core/failure.ts'

/** One record of a file, as it stands there. */
export interface Row {
  /** Where it begins in the source file, from 1. */
  line: number
  cells: string[]
  /** Why it can't be taken for a row of its table; its cells are then only good for showing. */
  flaw: Problem | undefined
}

export interface TableFormat {
  readonly kind: 'csv'
  readonly delimiter: string
  /** Final only when the rows have been read: ASCII alone does not tell UTF-8 from Windows-1252. */
  readonly encoding: string
  /** Bytes read as Windows-1252 in a file that is otherwise UTF-8. */
  readonly strayBytes: number
}

/** What every reader makes of a file. The rows are read once, as they are asked for. */
export interface Table {
  readonly format: TableFormat
  readonly header: Row
  readonly rows: AsyncIterable<Row>
  /** Lets go of the source when the rows are not read to their end. */
  close(): Promise<void>
}
