import { sql } from 'kysely'
import { storagePeriodMs } from '../../core/retention/storage-period.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'

/**
 * Adds the properties of new events to what the account stores, by the period of the events. Sums of periods
 * expire as their events do, so that no deletion has to find out what it deletes.
 */
export async function addEventBytes(
  tx: Executor,
  accountId: number,
  events: readonly { at: number; properties: string }[],
): Promise<void> {
  const periods = new Map<number, number>()
  for (const { at, properties } of events) {
    const end = (Math.floor(at / storagePeriodMs) + 1) * storagePeriodMs
    periods.set(end, (periods.get(end) ?? 0) + Buffer.byteLength(properties))
  }
  // In one order, so that two transactions never wait for each other.
  const rows = [...periods].sort(([a], [b]) => a - b).map(([end, bytes]) => ({ end, bytes }))
  const source = dialectOf(tx).records(
    rows.map(({ end, bytes }) => ({ ends_at: end, bytes })),
    { ends_at: 'int', bytes: 'int' },
  )
  await sql`
    insert into event_storage (account_id, ends_at, bytes)
    select ${accountId}, ends_at, bytes from ${source} as r where true order by ends_at
    on conflict (account_id, ends_at) do update set bytes = event_storage.bytes + excluded.bytes
  `.execute(tx)
}

export async function selectEventBytes(db: Executor, accountId: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('event_storage')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('bytes'), sql<number>`0`).as('bytes'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}
