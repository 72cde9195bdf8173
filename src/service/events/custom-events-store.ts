import { sql } from 'kysely'
import type { AddedPayload } from '../../contract/events.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { appendEvents } from './outbox-store.ts'

const type = 'contact.event'

/**
 * Inserts custom events for the webhooks of an account, in the transaction that records them. Without a
 * webhook that asks for them there are none: they would double the work of recording.
 */
export async function appendCustomEvents(
  tx: Executor,
  accountId: number,
  payloads: readonly AddedPayload<typeof type>[],
  now: number,
): Promise<void> {
  if (payloads.length === 0 || !(await isWanted(tx, accountId))) return
  await appendEvents(
    tx,
    payloads.map((payload) => ({ accountId, type, payload, now })),
  )
}

/** A webhook that is switched off may ask for them later, by a replay. */
async function isWanted(tx: Executor, accountId: number): Promise<boolean> {
  const webhook = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('account_id', '=', accountId)
    .where('events', 'like', `%"${type}"%`)
    .limit(1)
    .executeTakeFirst()
  return webhook !== undefined
}

/** Removes what custom events of contacts say about them. Their webhooks get the id alone. */
export async function clearCustomEvents(
  tx: Executor,
  accountId: number,
  contactIds: readonly number[],
): Promise<void> {
  if (contactIds.length === 0) return
  const source = dialectOf(tx).records(
    contactIds.map((id) => ({ id })),
    { id: 'int' },
  )
  await sql`
    update events set payload = '{"contact_id":' || contact_id || '}'
    where account_id = ${accountId} and type = ${type}
      and contact_id in (select id from ${source} as r)
  `.execute(tx)
}
