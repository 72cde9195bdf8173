import { sql } from 'kysely'
import type { Executor } from '../../../src/service/database/dialect.ts'

/** Queues messages that a test has inserted, as the service does in the transaction that inserts one. */
export async function queueWaiting(db: Executor, dueAt = 0): Promise<void> {
  await sql`
    insert into recipient_queue (account_id, id, campaign_id, next_at)
    select account_id, id, campaign_id, ${sql.lit(dueAt)} from recipients
    where state in ('pending', 'deferred') and id not in (select id from recipient_queue)
  `.execute(db)
  await sql`
    insert into message_queue (account_id, id, priority, next_at)
    select coalesce(account_id, 0), id, priority, ${sql.lit(dueAt)} from messages
    where state in ('pending', 'deferred') and id not in (select id from message_queue)
  `.execute(db)
}

/** The recipients in order, as `claimed` or `submitting` if a process has them. */
export async function recipientStates(
  db: Executor,
): Promise<{ campaign_id: number; address_key: string; state: string }[]> {
  const { rows } = await sql<{ campaign_id: number; address_key: string; state: string }>`
    select r.campaign_id, r.address_key, case when q.submitting = 1 then 'submitting'
      when q.claim is not null then 'claimed' else r.state end as state
    from recipients r left join recipient_queue q on q.account_id = r.account_id and q.id = r.id
    order by r.id
  `.execute(db)
  return rows
}

/** Counts the recipients in a state. */
export const countState = async (db: Executor, wanted: string): Promise<number> =>
  (await recipientStates(db)).filter(({ state }) => state === wanted).length
