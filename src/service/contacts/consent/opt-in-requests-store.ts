import { sql } from 'kysely'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import { idsIn } from '../store.ts'

/** Who caused an opt-in mail: the list's owner, or a person with a form or a link. */
export type OptInCause = 'owner' | 'person'

/** The requests that share one allowance. */
export interface RequestQueue {
  accountId: number
  cause: OptInCause
}

interface WaitingRequest {
  contact_id: number
  /** Not before this time. */
  next_at: number
}

/**
 * Stores opt-in mails that wait. A contact has one at most. Another request for the same list changes
 * nothing, except that the person's own one replaces the owner's, which an unsubscribe makes void.
 */
export async function insertOptInRequests(
  tx: Executor,
  { accountId, cause, listId, now }: RequestQueue & { listId: number; now: number },
  requests: readonly WaitingRequest[],
): Promise<void> {
  if (requests.length === 0) return
  const ids = requests.map(({ contact_id }) => contact_id)
  const isReplaced = cause === 'person' ? sql`or cause = 'owner'` : sql``
  // Not an update: the life of the new request begins now.
  await sql`
    delete from optin_requests where contact_id in ${idsIn(tx, ids)}
      and (list_id <> ${listId} ${isReplaced})
  `.execute(tx)
  const rows = dialectOf(tx).records(requests, { contact_id: 'int', next_at: 'int' })
  await sql`
    insert into optin_requests (account_id, list_id, contact_id, cause, next_at, created_at)
    select ${accountId}, ${listId}, r.contact_id, ${cause}, r.next_at, ${now}
    from ${rows} as r where true
    on conflict (contact_id) do nothing
  `.execute(tx)
}

export async function deleteOptInRequests(
  tx: Executor,
  contactIds: readonly number[],
): Promise<void> {
  if (contactIds.length === 0) return
  await sql`
    delete from optin_requests where contact_id in ${idsIn(tx, contactIds)}
  `.execute(tx)
}

export async function postponeOptInRequests(
  tx: Executor,
  requests: readonly WaitingRequest[],
): Promise<void> {
  if (requests.length === 0) return
  const rows = dialectOf(tx).records(requests, { contact_id: 'int', next_at: 'int' })
  await sql`
    update optin_requests set next_at = r.next_at from ${rows} as r
    where optin_requests.contact_id = r.contact_id
  `.execute(tx)
}

/**
 * Returns the first queue after another one, in the order of accounts. Those of suspended accounts
 * wait.
 */
export async function nextRequestQueue(
  db: Executor,
  after: RequestQueue | undefined,
): Promise<RequestQueue | undefined> {
  const { accountId, cause } = after ?? { accountId: 0, cause: '' }
  const { rows } = await sql<{ account_id: number; cause: OptInCause }>`
    select account_id, cause from optin_requests
    where (account_id, cause) > (${accountId}, ${cause}) and exists (
      select 1 from accounts
      where accounts.id = optin_requests.account_id and accounts.status = 'active'
    )
    order by account_id, cause limit 1
  `.execute(db)
  const [row] = rows
  return row && { accountId: row.account_id, cause: row.cause }
}

interface DueRequest {
  contact_id: number
  list_id: number
}

/** Returns the requests of a queue that are due, the oldest first, without those of another worker. */
export const selectDueRequests = (
  tx: Executor,
  { accountId, cause }: RequestQueue,
  { now, limit }: { now: number; limit: number },
): Promise<DueRequest[]> =>
  dialectOf(tx)
    .skipLocked(
      tx
        .selectFrom('optin_requests')
        .select(['contact_id', 'list_id'])
        .where('account_id', '=', accountId)
        .where('cause', '=', cause)
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .orderBy('id')
        .limit(limit),
    )
    .execute()

/**
 * Returns a verified address of the account to which a list's subscribers can reply: the list's own
 * sender if it is one. Undefined if the account has verified none.
 */
export const findReplyAddress = (
  db: Executor,
  accountId: number,
  fromMail: string | null,
): Promise<{ from_mail: string } | undefined> =>
  db
    .selectFrom('senders')
    .select('from_mail')
    .where('account_id', '=', accountId)
    .where('verified_at', 'is not', null)
    .orderBy((row) => sql`case when ${row.ref('from_mail')} = ${fromMail ?? ''} then 0 else 1 end`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
