import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { MailPriority } from '../mail/outbox-store.ts'

/** A row of `messages`, with the DKIM state of its sender. */
export interface ClaimedMessage {
  id: number
  account_id: number | null
  attempts: number
  from_mail: string | null
  from_name: string
  reply_to: string | null
  to_mail: string
  subject: string
  text: string
  html: string
  unsubscribe_url: string | null
  language: string | null
  merge_values: string | null
  /** 1 when our keys are in the DNS of the sender's domain; null for the service's own address. */
  dkim: number | null
  dkim_selector: string | null
  /** 1: the account's mail goes to an inbox of its own. Null for messages without an account. */
  is_sandbox: number | null
}

/** The messages of one account and priority. */
interface MailQueue {
  priority: MailPriority
  /** 0: messages without an account. */
  accountId: number
}

/**
 * Returns the account after `accountId` that has a due message. Tests and other mail of a suspended
 * account wait; 0 and a code are no mail of an account to others.
 */
export async function nextDueAccount(
  db: Executor,
  { priority, accountId }: MailQueue,
  now: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ account: number }>`
    select account_id as account from message_queue
    where priority = ${priority} and account_id > ${accountId} and next_at <= ${now}
      and claim is null and (account_id = 0 or exists (
        select 1 from accounts where accounts.id = account_id and accounts.status = 'active'
      ))
    order by account_id limit 1
  `.execute(db)
  return rows[0]?.account
}

/** Claims up to `limit` due messages of a queue, the oldest first. */
export async function claimMessages(
  db: Executor,
  { priority, accountId }: MailQueue,
  { claim, now, limit }: { claim: string; now: number; limit: number },
): Promise<ClaimedMessage[]> {
  const claimed = await db
    .with(
      (cte) => cte('due').materialized(),
      (query) =>
        dialectOf(db).skipLocked(
          query
            .selectFrom('message_queue')
            .select('id as due_id')
            .where('priority', '=', priority)
            .where('account_id', '=', accountId)
            .where('next_at', '<=', now)
            .where('claim', 'is', null)
            .orderBy('next_at')
            .limit(limit),
        ),
    )
    .updateTable('message_queue')
    .from('due')
    .set({ claim })
    .where('message_queue.account_id', '=', accountId)
    .whereRef('message_queue.id', '=', 'due.due_id')
    .where('message_queue.claim', 'is', null)
    .returning('message_queue.id as id')
    .execute()
  const ids = claimed.map(({ id }) => id)
  return ids.length === 0 ? [] : selectMessages(db, ids)
}

const selectMessages = (db: Executor, ids: readonly number[]): Promise<ClaimedMessage[]> =>
  db
    .selectFrom('messages')
    .select(({ selectFrom }) => [
      'messages.id as id',
      'messages.account_id as account_id',
      'messages.attempts as attempts',
      'messages.from_mail as from_mail',
      'messages.from_name as from_name',
      'messages.reply_to as reply_to',
      'messages.to_mail as to_mail',
      'messages.subject as subject',
      'messages.text as text',
      'messages.html as html',
      'messages.unsubscribe_url as unsubscribe_url',
      'messages.language as language',
      'messages.merge_values as merge_values',
      selectFrom('senders')
        .select('senders.dkim')
        .whereRef('senders.account_id', '=', 'messages.account_id')
        .whereRef('senders.from_mail', '=', 'messages.from_mail')
        .as('dkim'),
      selectFrom('senders')
        .select('senders.dkim_selector')
        .whereRef('senders.account_id', '=', 'messages.account_id')
        .whereRef('senders.from_mail', '=', 'messages.from_mail')
        .as('dkim_selector'),
      selectFrom('accounts')
        .select('accounts.is_sandbox')
        .whereRef('accounts.id', '=', 'messages.account_id')
        .as('is_sandbox'),
    ])
    .where('messages.id', 'in', ids)
    .where('messages.state', 'in', ['pending', 'deferred'])
    .orderBy('messages.id')
    .execute()
