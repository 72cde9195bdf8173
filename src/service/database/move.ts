import { existsSync } from 'node:fs'
import { Failure } from '../../core/failure.ts'
import type { Executor } from './dialect.ts'
import { lockFile } from './file-lock.ts'
import { createSum, pagesOf, type Sum, type Table } from './move-pages.ts'
import { countRows, lastIds, openSource, putAway, tablesOf } from './move-source.ts'
import { makeGood, makeReady, openTarget, writePage } from './move-target.ts'

export interface Move {
  /** An SQLite file that no service works with. */
  file: string
  /** An empty PostgreSQL database. */
  url: string
  stopped: AbortSignal
  onRows(step: 'copying' | 'checking', count: number, total: number): void
}

export interface Moved {
  tables: number
  rows: number
  /** Where the file is now, as it was. */
  putAway: string
}

/**
 * Copies a whole installation in one transaction: until the end, when every table was read back and
 * compared, the other database is empty, whatever happens on the way.
 */
export async function moveToPostgres(move: Move): Promise<Moved> {
  const { file, url } = move
  if (!existsSync(file)) throw new Failure('not_a_database', { values: { path: file } })
  const release = lockFile(file)
  try {
    const source = await openSource(file)
    try {
      const target = await openTarget(url)
      try {
        const moved = await target.db.transaction().execute((tx) => copyAll(source, tx, move))
        await source.destroy()
        return { ...moved, putAway: await putAway(file) }
      } finally {
        await target.close()
      }
    } finally {
      await source.destroy()
    }
  } finally {
    release()
  }
}

async function copyAll(
  source: Executor,
  tx: Executor,
  move: Move,
): Promise<Omit<Moved, 'putAway'>> {
  const tables = await tablesOf(source)
  let rows = 0
  for (const table of tables) rows += await countRows(source, table)
  const step = (name: 'copying' | 'checking') => {
    let count = 0
    return (more: number) => {
      refuseWhenStopped(move.stopped)
      count += more
      move.onRows(name, count, rows)
    }
  }
  await makeReady(tx, tables)
  const sums = new Map<Table, Sum>()
  const onCopied = step('copying')
  for (const table of tables) sums.set(table, await copy(source, tx, table, onCopied))
  await makeGood(tx, tables, await lastIds(source))
  const onChecked = step('checking')
  for (const [table, sum] of sums) await compare(tx, table, sum, onChecked)
  return { tables: tables.length, rows }
}

async function copy(
  source: Executor,
  tx: Executor,
  table: Table,
  onRows: (more: number) => void,
): Promise<Sum> {
  const sum = createSum(table)
  for await (const rows of pagesOf(source, table)) {
    await writePage(tx, table, rows)
    sum.add(rows)
    onRows(rows.length)
  }
  return sum.end()
}

async function compare(
  tx: Executor,
  table: Table,
  { rows: expected, digest }: Sum,
  onRows: (more: number) => void,
): Promise<void> {
  const sum = createSum(table)
  for await (const rows of pagesOf(tx, table)) {
    sum.add(rows)
    onRows(rows.length)
  }
  const found = sum.end()
  if (found.rows === expected && found.digest === digest) return
  throw new Failure('database_differs', {
    values: { table: table.name, expected, rows: found.rows },
  })
}

function refuseWhenStopped({ aborted, reason }: AbortSignal): void {
  if (aborted) throw new Failure(reason === 'SIGTERM' ? 'terminated' : 'interrupted')
}
