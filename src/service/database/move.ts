import { existsSync } from 'node:fs'
import { Failure } from '../../core/failure.ts'
import type { Executor } from './dialect.ts'
import { lockFile } from './file-lock.ts'
import { createTableDigest, pagesOf, type Table, type TableDigest } from './move-pages.ts'
import { countRows, lastIds, openSource, renameMoved, tablesOf } from './move-source.ts'
import { notEmpty, openTarget, prepareTables, restoreTables, writePage } from './move-target.ts'

interface Move {
  /** An SQLite file that no service uses. */
  file: string
  /** An empty PostgreSQL database. */
  url: string
  stopped: AbortSignal
  onRows(step: 'copying' | 'checking', count: number, total: number): void
}

interface Moved {
  tables: number
  rows: number
  /** The new path of the unchanged file. */
  putAway: string
}

/**
 * Copies a whole installation in one transaction. The target stays empty, whatever happens, until
 * every table has been read back and compared. If a move was killed after that and before the file
 * was renamed, the next one continues from there.
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
        const { db, nonEmptyTable } = target
        const moved =
          nonEmptyTable === undefined
            ? await db.transaction().execute((tx) => copyAll(source, tx, move))
            : await verifyCopied(source, db, { ...move, nonEmptyTable })
        await source.destroy()
        return { ...moved, putAway: await renameMoved(file) }
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

type CopyResult = Omit<Moved, 'putAway'>

async function copyAll(source: Executor, tx: Executor, move: Move): Promise<CopyResult> {
  const tables = await tablesOf(source)
  const rows = await countAll(source, tables)
  await prepareTables(tx, tables)
  const sums = new Map<Table, TableDigest>()
  const onCopied = progressOf(move, 'copying', rows)
  for (const table of tables) sums.set(table, await copy(source, tx, table, onCopied))
  await restoreTables(tx, tables, await lastIds(source))
  const onChecked = progressOf(move, 'checking', rows)
  for (const [table, sum] of sums) await compare(tx, table, sum, onChecked)
  return { tables: tables.length, rows }
}

/** Refuses a target whose rows differ from those in the file. */
async function verifyCopied(
  source: Executor,
  target: Executor,
  move: Move & { nonEmptyTable: string },
): Promise<CopyResult> {
  const tables = await tablesOf(source)
  const rows = await countAll(source, tables)
  // A foreign database does not even have our tables.
  const targetRows = await countAll(target, tables).catch((cause) => {
    throw notEmpty(move.nonEmptyTable, cause)
  })
  if (targetRows !== rows) throw notEmpty(move.nonEmptyTable)
  const onChecked = progressOf(move, 'checking', rows)
  for (const table of tables) {
    const sum = createTableDigest(table)
    for await (const page of pagesOf(source, table)) sum.add(page)
    await compare(target, table, sum.end(), onChecked).catch((cause) => {
      throw isDifference(cause) ? notEmpty(move.nonEmptyTable, cause) : cause
    })
  }
  return { tables: tables.length, rows }
}

const isDifference = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'database_differs'

async function countAll(db: Executor, tables: readonly Table[]): Promise<number> {
  let rows = 0
  for (const table of tables) rows += await countRows(db, table)
  return rows
}

/**
 * Returns a progress callback, called with the number of rows processed since the last call. It
 * also stops the move on request.
 */
function progressOf({ stopped, onRows }: Move, step: 'copying' | 'checking', total: number) {
  let count = 0
  return (more: number) => {
    refuseWhenStopped(stopped)
    count += more
    onRows(step, count, total)
  }
}

async function copy(
  source: Executor,
  tx: Executor,
  table: Table,
  onRows: (more: number) => void,
): Promise<TableDigest> {
  const sum = createTableDigest(table)
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
  { rows: expected, digest }: TableDigest,
  onRows: (more: number) => void,
): Promise<void> {
  const sum = createTableDigest(table)
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
