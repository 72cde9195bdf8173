import { sql } from 'kysely'
import { serviceDefaults } from '../../../core/service/defaults.ts'
import { dialectOf, type Executor } from '../dialect.ts'
import { maxReads } from '../reader.ts'

/** The connection that hears of work of other processes. */
const listeners = 1

/** Returns how many connections some processes may open, if PostgreSQL takes fewer. */
export async function findConnectionShortage(
  db: Executor,
  {
    processes = 1,
    databaseConnections = serviceDefaults.databaseConnections,
  }: { processes?: number | undefined; databaseConnections?: number | undefined },
): Promise<{ needed: number; available: number } | undefined> {
  if (dialectOf(db).isOneProcess) return undefined
  const reserved = sql`current_setting('superuser_reserved_connections')::int`
  const { rows } = await sql<{ available: number }>`
    select current_setting('max_connections')::int - ${reserved} as available`.execute(db)
  const available = rows[0]?.available ?? 0
  const needed = processes * (databaseConnections + maxReads + listeners)
  return needed > available ? { needed, available } : undefined
}
