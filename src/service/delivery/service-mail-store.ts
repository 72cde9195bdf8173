import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { leaseMs } from './claim-store.ts'

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
  /** 1 when our keys are in the DNS of the sender's domain; null for the service's own address. */
  dkim: number | null
  dkim_selector: string | null
}

// Worded like the partial index: SQLite uses the index only then.
const isWaiting = sql<boolean>`state in ('pending', 'deferred')`

/** Claims up to `limit` service messages that are due. */
export const claimMessages = (
  db: Executor,
  { claim, now, limit }: { claim: string; now: number; limit: number },
): Promise<ClaimedMessage[]> =>
  db
    .with(
      (cte) => cte('due').materialized(),
      (query) =>
        dialectOf(db).skipLocked(
          query
            .selectFrom('messages')
            .select('messages.id as due_id')
            .where(isWaiting)
            .where('next_at', '<=', now)
            .limit(limit),
        ),
    )
    .updateTable('messages')
    .from('due')
    .set({ state: 'claimed', claim, lease_until: now + leaseMs })
    .whereRef('messages.id', '=', 'due.due_id')
    .where(isWaiting)
    .returning(({ selectFrom }) => [
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
    ])
    .execute()
