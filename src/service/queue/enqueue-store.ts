import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'

/** Recipients of one campaign that wait to be sent to. */
interface WaitingRecipients {
  account: number
  campaign: number
  ids: readonly number[]
  dueAt: number
}

/** Queues messages that were inserted into `recipients` in the same transaction. */
export async function enqueueRecipients(
  tx: Executor,
  { account, campaign, ids, dueAt }: WaitingRecipients,
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    insert into recipient_queue (account_id, id, campaign_id, next_at)
    select ${account}, r.queued_id, ${campaign}, ${dueAt} from ${idRecords(tx, ids)} as r
  `.execute(tx)
}

interface WaitingMessages {
  /** 0: messages without an account. */
  account: number
  priority: number
  /** May be empty: the statement is the same. */
  ids: readonly number[]
  dueAt: number
}

/** The same for messages of the service itself. */
export async function enqueueMessages(
  tx: Executor,
  { account, priority, ids, dueAt }: WaitingMessages,
): Promise<void> {
  await sql`
    insert into message_queue (account_id, id, priority, next_at)
    select ${account}, r.queued_id, ${priority}, ${dueAt} from ${idRecords(tx, ids)} as r
  `.execute(tx)
}

/** Removes messages that are deleted. */
export async function dequeueMessages(
  tx: Executor,
  account: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    delete from message_queue where account_id = ${account}
      and id in (select r.queued_id from ${idRecords(tx, ids)} as r)
  `.execute(tx)
}

const idRecords = (db: Executor, ids: readonly number[]) =>
  dialectOf(db).inlineRecords(
    ids.map((id) => ({ queued_id: id })),
    { queued_id: 'int' },
  )
