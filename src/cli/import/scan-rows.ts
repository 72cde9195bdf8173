import { mustYield, yieldTurn } from '../../core/yield.ts'
import type { OpenOptions } from '../../tabular/open-table.ts'
import { withSample } from '../../tabular/sampled-table.ts'
import type { Row, Table } from '../../tabular/table.ts'
import type { Context } from '../context/context.ts'
import { openSourceTable, type Source } from './source.ts'

/** Reads the rows of a file before it is imported. */
export interface RowScan {
  /** Whether it reaches the end. Of a pipe, it reads only the first rows. */
  readonly canReadAll: boolean
  read(onRow: (row: Row) => void, isEnough?: () => boolean): Promise<void>
}

/** Opens a table whose rows can be read ahead: again for a file, and a sample of a pipe. */
export async function openScannedTable(
  source: Source,
  context: Context,
  options: OpenOptions,
): Promise<{ table: Table; scan: RowScan }> {
  const { output, messages, host } = context
  const opened = await openSourceTable(source, context, options)
  if (!source.file) {
    const table = withSample(opened)
    const read: RowScan['read'] = async (onRow) => (await table.sample()).forEach(onRow)
    return { table, scan: { canReadAll: false, read } }
  }
  async function read(onRow: (row: Row) => void, isEnough = () => false): Promise<void> {
    const progress = await output.startProgress(messages.imports.readingColumns)
    const table = await openSourceTable(source, context, options)
    let rows = 0
    try {
      for await (const row of table.rows) {
        onRow(row)
        if (mustYield()) await yieldTurn()
        if (++rows % progressRows === 0) progress.update(rows)
        if (isEnough() || host.stopped.aborted) break
      }
    } finally {
      progress.clear()
      await table.close()
    }
  }
  return { table: opened, scan: { canReadAll: true, read } }
}

const progressRows = 1000
