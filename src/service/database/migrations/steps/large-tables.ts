import { sql } from 'kysely'
import type { Executor } from '../../dialect.ts'

/** A table below this size is locked for less than a second if a migration builds its indexes. */
export const largeBytes = 100 * 1_000_000

export async function isLarge(
  db: Executor,
  table: string,
  smallestBytes: number,
): Promise<boolean> {
  const { rows } = await sql<{ bytes: number | null }>`
    select pg_table_size(to_regclass(${table})) as bytes
  `.execute(db)
  return Number(rows[0]?.bytes ?? 0) > smallestBytes
}

/**
 * Builds an index while others write to its table, and again if an earlier attempt was interrupted.
 * `definition` is what follows `create`, without `concurrently`.
 */
export async function buildIndex(db: Executor, name: string, definition: string): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})
  `.execute(db)
  if (rows[0]?.valid) return
  if (rows[0]) await sql`drop index ${sql.ref(name)}`.execute(db)
  const concurrent = definition.replace('index ', 'index concurrently ')
  await sql.raw(`create ${concurrent}`).execute(db)
}
