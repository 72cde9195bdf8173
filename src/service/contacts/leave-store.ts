import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import { appendEvents } from '../events/outbox-store.ts'
import type { ListPlace } from '../lists/store.ts'
import { idsIn } from './bulk-store.ts'

/**
 * Takes many people off a list for good, as `unsubscribe` does with one: status, suppression, history
 * and events. Tells how many had not left before.
 */
export async function unsubscribeMany(
  tx: Executor,
  { accountId, listId }: ListPlace,
  contactIds: readonly number[],
  { reason, now }: { reason: string; now: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update contacts set status = 'unsubscribed', unsubscribed_at = ${now}, updated_at = ${now},
      version = version + 1
    where account_id = ${accountId} and list_id = ${listId}
      and status not in ('unsubscribed', 'complained') and id in ${idsIn(tx, contactIds)}
    returning id
  `.execute(tx)
  const left = rows.map(({ id }) => id)
  await sql`
    insert into suppressions
      (account_id, list_id, email_key, email, type, reason, campaign_id, created_at)
    select account_id, list_id, email_key, email, 'unsubscribe', ${reason}, null, ${now}
    from contacts where id in ${idsIn(tx, left)}
    on conflict (account_id, email_key, list_id) do nothing
  `.execute(tx)
  await sql`
    insert into contact_history (account_id, contact_id, type, campaign_id, detail, at)
    select account_id, id, 'unsubscribe', null, ${reason}, ${now}
    from contacts where id in ${idsIn(tx, left)}
  `.execute(tx)
  await appendEvents(
    tx,
    left.map((contact_id) => ({
      accountId,
      type: 'contact.unsubscribe',
      payload: { contact_id, list_id: listId },
      now,
    })),
  )
  return left.length
}
