import { existsSync } from 'node:fs'
import { Failure } from '../../core/failure.ts'
import type { Executor } from './dialect.ts'
import { lockFile } from './file-lock.ts'
import { createSum, pagesOf, type Sum, type Table } from './move-pages.ts'
import { countRows, lastIds, openSource, putAway, tablesOf } from './move-source.ts'
import { makeGood, makeReady, notEmpty, openTarget, writePage } from './move-target.ts'

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
 * compared, the other database is empty, whatever happens on the way. A move that was killed between that
 * and its last step, which puts the file away, is taken up there.
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
        const { db, taken } = target
        const moved =
          taken === undefined
            ? await db.transaction().execute((tx) => copyAll(source, tx, move))
            : await findCopied(source, db, { ...move, taken })
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

type Copied = Omit<Moved, 'putAway'>

async function copyAll(source: Executor, tx: Executor, move: Move): Promise<Copied> {
  const tables = await tablesOf(source)
  const rows = await countAll(source, tables)
  await makeReady(tx, tables)
  const sums = new Map<Table, Sum>()
  const onCopied = stepOf(move, 'copying', rows)
  for (const table of tables) sums.set(table, await copy(source, tx, table, onCopied))
  await makeGood(tx, tables, await lastIds(source))
  const onChecked = stepOf(move, 'checking', rows)
  for (const [table, sum] of sums) await compare(tx, table, sum, onChecked)
  return { tables: tables.length, rows }
}

/** Refuses rows in the other database that are not the very same as those in the file. */
async function findCopied(
  source: Executor,
  target: Executor,
  move: Move & { taken: string },
): Promise<Copied> {
  const tables = await tablesOf(source)
  const rows = await countAll(source, tables)
  // A database of somebody else has not even our tables.
  const others = await countAll(target, tables).catch((cause) => {
    throw notEmpty(move.taken, cause)
  })
  if (others !== rows) throw notEmpty(move.taken)
  const onChecked = stepOf(move, 'checking', rows)
  for (const table of tables) {
    const sum = createSum(table)
    for await (const page of pagesOf(source, table)) sum.add(page)
    await compare(target, table, sum.end(), onChecked).catch((cause) => {
      throw isDifference(cause) ? notEmpty(move.taken, cause) : cause
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

/** Called with how many rows more have come through a step; it is there that a move can be stopped. */
function stepOf({ stopped, onRows }: Move, step: 'copying' | 'checking', total: number) {
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
