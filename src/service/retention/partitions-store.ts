import { sql } from 'kysely'
import type { Condition } from '../database/condition.ts'
import type { Executor } from '../database/dialect.ts'
import type { ExpiringTable } from '../database/expiring-tables.ts'
import type { Partition } from '../database/partitions/partitions.ts'

/** Whether rows of the partition must stay, however old they are. */
export async function hasNeededRows(
  db: Executor,
  { only }: ExpiringTable,
  { name }: Partition,
): Promise<boolean> {
  if (!only) return false
  const { rows } = await sql`
    select 1 from ${sql.table(name)} where (${only}) is not true limit 1
  `.execute(db)
  return rows.length > 0
}

/**
 * Returns a condition for the deliveries of the events in a partition. A first delivery has the time of
 * its event. A replay is newer.
 */
export async function deliveriesOf(
  db: Executor,
  { name, to }: Partition,
): Promise<Condition | undefined> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(id) as first, max(id) as last from ${sql.table(name)}
  `.execute(db)
  const { first = null, last = null } = rows[0] ?? {}
  if (first === null || last === null) return undefined
  return sql`event_id between ${first} and ${last} and (created_at < ${to}
    or exists (select 1 from ${sql.table(name)} e where e.id = deliveries.event_id))`
}
