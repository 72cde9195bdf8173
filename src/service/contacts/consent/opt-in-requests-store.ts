import { sql } from 'kysely'
import { normaliseAddress } from '../../../core/address.ts'
import type { Language } from '../../../core/language.ts'
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
  {
    accountId,
    cause,
    listId,
    language,
    now,
  }: RequestQueue & { listId: number; language: Language | null; now: number },
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
    insert into optin_requests
      (account_id, list_id, contact_id, cause, next_at, created_at, language)
    select ${accountId}, ${listId}, r.contact_id, ${cause}, r.next_at, ${now}, ${language}
    from ${rows} as r where true
    on conflict do nothing
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

export interface DueRequest {
  contact_id: number
  list_id: number
  language: string | null
  created_at: number
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
        .select(['contact_id', 'list_id', 'language', 'created_at'])
        .where('account_id', '=', accountId)
        .where('cause', '=', cause)
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .orderBy('id')
        .limit(limit),
    )
    .execute()

interface OptInSender {
  from_name: string
  from_mail: string
  from_key: string
  reply_to: string | null
}

/**
 * Returns the sender of a list: its own if the account has verified it, or else the first one that the
 * account has verified. Undefined if there is none.
 */
export const findOptInSender = (
  db: Executor,
  accountId: number,
  fromMail: string | null,
): Promise<OptInSender | undefined> =>
  db
    .selectFrom('senders')
    .select(['from_name', 'from_mail', 'from_key', 'reply_to'])
    .where('account_id', '=', accountId)
    .where('verified_at', 'is not', null)
    .orderBy((row) => sql`case when ${row.ref('from_key')} = ${keyOf(fromMail)} then 0 else 1 end`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

const keyOf = (fromMail: string | null): string => normaliseAddress(fromMail ?? '')?.key ?? ''
