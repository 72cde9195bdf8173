import { type Kysely, sql } from 'kysely'
import { Failure } from '../../../../core/failure.ts'

const now = sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`

/** Versions before the leases hold this advisory lock while they run: “remi” in ASCII. */
const formerLock = 0x72656d69

/**
 * Refuses an upgrade on PostgreSQL while processes of an earlier version use the database. A process that was
 * killed counts as living for 45 seconds. One that starts now waits for the migration, and refuses the newer
 * schema.
 */
export async function refuseLiving(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ isInUse: boolean }>`
    select exists (select 1 from processes where alive_until > ${now})
      or exists (select 1 from key_leases where alive_until > ${now})
      or not pg_try_advisory_xact_lock(${sql.lit(formerLock)}) as "isInUse"
  `.execute(db)
  if (rows[0]?.isInUse) throw new Failure('processes_running')
}
