import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { isSendable } from './sendable-store.ts'
import { idsIn } from './store.ts'

/**
 * Requests the welcome mail of their list for contacts that have joined it, if it has one. Nobody gets
 * it twice: the row of the first request stays. Call it only when the person joins, or the account adds
 * one person: imports, copies and moves send none.
 */
export async function requestWelcomes(
  tx: Executor,
  contactIds: readonly number[],
  now: number,
): Promise<void> {
  if (contactIds.length === 0) return
  await sql`
    insert into welcomes (account_id, list_id, contact_id, next_at, created_at)
    select contacts.account_id, contacts.list_id, contacts.id, ${now}, ${now}
    from contacts join lists on lists.id = contacts.list_id
    where contacts.id in ${idsIn(tx, contactIds)} and contacts.status = 'active'
      and lists.welcome_template_id is not null
    on conflict do nothing
  `.execute(tx)
}

/** Returns the first active account after another one that has a welcome mail due. */
export async function nextWelcomeAccount(
  db: Executor,
  after: number,
  now: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ account_id: number }>`
    select account_id from welcomes
    where next_at is not null and account_id > ${after} and next_at <= ${now} and exists (
      select 1 from accounts
      where accounts.id = welcomes.account_id and accounts.status = 'active'
    )
    order by account_id limit 1
  `.execute(db)
  return rows[0]?.account_id
}

export interface DueWelcome {
  id: number
  list_id: number
  contact_id: number
  email_key: string
  created_at: number
  /** 0: the contact has left the list or may not be mailed, or the list has no welcome mail. */
  is_wanted: number
}

/** Returns welcome mails that are due, the oldest first, without those of another worker. */
export async function selectDueWelcomes(
  tx: Executor,
  accountId: number,
  { now, limit }: { now: number; limit: number },
): Promise<DueWelcome[]> {
  const due = await dialectOf(tx)
    .skipLocked(
      tx
        .selectFrom('welcomes')
        .select('id')
        .where('account_id', '=', accountId)
        .where('next_at', 'is not', null)
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .orderBy('id')
        .limit(limit),
    )
    .execute()
  const { rows } = await sql<DueWelcome>`
    select w.id, w.list_id, w.contact_id, w.created_at,
      coalesce(contacts.email_key, '') as email_key,
      case when ${isSendable} and lists.welcome_template_id is not null then 1 else 0 end
        as is_wanted
    from welcomes w
    left join contacts on contacts.id = w.contact_id and contacts.list_id = w.list_id
    left join lists on lists.id = w.list_id
    where w.id in ${idsIn(
      tx,
      due.map(({ id }) => id),
    )}
    order by w.id
  `.execute(tx)
  return rows
}

/** Keeps a mark that the mail is queued, so that it is never queued again. */
export async function markWelcomed(tx: Executor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update welcomes set next_at = null where id in ${idsIn(tx, ids)}`.execute(tx)
}

export async function deleteWelcomes(tx: Executor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from welcomes where id in ${idsIn(tx, ids)}`.execute(tx)
}

export async function postponeWelcomes(
  tx: Executor,
  postponed: readonly { id: number; next_at: number }[],
): Promise<void> {
  if (postponed.length === 0) return
  const rows = dialectOf(tx).records(postponed, { id: 'int', next_at: 'int' })
  await sql`
    update welcomes set next_at = r.next_at from ${rows} as r where welcomes.id = r.id
  `.execute(tx)
}
