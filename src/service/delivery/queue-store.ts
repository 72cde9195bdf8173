import { type RawBuilder, sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { sliceSize } from '../database/slices.ts'
import type { MessageTable, QueuedMessage } from './queued-message.ts'

/** The table with what waits of each kind of message. Both have the same columns for it. */
const queueOf = { recipients: 'recipient_queue', messages: 'message_queue' } as const

const claimColumns = { queued_account: 'int', queued_id: 'int', queued_claim: 'text' } as const

const claimRow = ({ account, id, claim }: QueuedMessage) => ({
  queued_account: account ?? 0,
  queued_id: id,
  queued_claim: claim,
})

/** Whether a row of the queue is one of the messages, and still claimed by this process. */
const isClaimed = (db: Executor, messages: readonly QueuedMessage[]): RawBuilder<boolean> => sql`
  (account_id, id, claim) in (
    select r.queued_account, r.queued_id, r.queued_claim
    from ${dialectOf(db).inlineRecords(messages.map(claimRow), claimColumns)} as r
  )`

/** A statement that changes or removes rows of the queue. It can return their ids. */
export type QueueStatement = RawBuilder<object>

/**
 * Marks claimed messages as `submitting` if `maySend`, a condition on a row of the queue. One may be `submitting`
 * already, when the answer to the commit that marked it was lost.
 */
export const markingInQueue = (
  db: Executor,
  table: MessageTable,
  messages: readonly QueuedMessage[],
  maySend: RawBuilder<boolean>,
): QueueStatement => sql`
  update ${sql.table(queueOf[table])} set submitting = 1
  where ${isClaimed(db, messages)} and ${maySend}
`

/** Ends the claims of messages, which are due again at once. */
export const releasingInQueue = (
  db: Executor,
  table: MessageTable,
  messages: readonly QueuedMessage[],
): QueueStatement => sql`
  update ${sql.table(queueOf[table])} set claim = null, submitting = 0
  where ${isClaimed(db, messages)}
`

/** The same, but the messages are not due again before their time. */
export const postponingInQueue = (
  db: Executor,
  table: MessageTable,
  messages: readonly QueuedMessage[],
  dueAt: (message: QueuedMessage) => number,
): QueueStatement => {
  const queue = sql.table(queueOf[table])
  const records = dialectOf(db).records(
    messages.map((message) => ({ ...claimRow(message), due_at: dueAt(message) })),
    { ...claimColumns, due_at: 'int' },
  )
  return sql`
    update ${queue} set claim = null, submitting = 0, next_at = r.due_at
    from ${records} as r where ${queue}.account_id = r.queued_account
      and ${queue}.id = r.queued_id and ${queue}.claim = r.queued_claim
  `
}

/**
 * Removes messages that this process has submitted. They are not marked if the database has lost the commit that
 * marked them.
 */
export const removingSubmitted = (
  db: Executor,
  table: MessageTable,
  messages: readonly QueuedMessage[],
): QueueStatement => sql`
  delete from ${sql.table(queueOf[table])} where ${isClaimed(db, messages)}
`

/**
 * Runs a statement for these messages and returns those it found. A message may be there twice, with an old claim that
 * others have ended and with a new one. The two run apart, because the returned ids would not tell them apart.
 */
export async function runInQueue(
  tx: Executor,
  messages: readonly QueuedMessage[],
  statement: (messages: readonly QueuedMessage[]) => QueueStatement,
): Promise<Set<QueuedMessage>> {
  const found = new Set<QueuedMessage>()
  for (const byId of withoutRepeatedIds(messages)) {
    const { rows } = await sql<{ id: number }>`
      ${statement([...byId.values()])} returning id
    `.execute(tx)
    for (const { id } of rows) {
      const message = byId.get(id)
      if (message) found.add(message)
    }
  }
  return found
}

/** Divides messages into as few groups as possible in which each id occurs once. */
function withoutRepeatedIds(messages: readonly QueuedMessage[]): Map<number, QueuedMessage>[] {
  const groups: Map<number, QueuedMessage>[] = []
  for (const message of messages) {
    const group = groups.find((ids) => !ids.has(message.id))
    if (group) group.set(message.id, message)
    else groups.push(new Map([[message.id, message]]))
  }
  return groups
}

/** Removes claimed recipients that were not given to the relay. Returns the ids of those it found. */
export async function removeClaimed(
  tx: Executor,
  { account, claim, ids }: { account: number; claim: string; ids: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from recipient_queue
    where account_id = ${account} and id in (select r.queued_id from ${idRecords(tx, ids)} as r)
      and claim = ${claim} and submitting = 0
    returning id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Removes a slice of the recipients of a campaign that were not given to the relay. Returns their ids. Skips rows
 * that a worker is releasing at the same time, since the two transactions could deadlock.
 */
export async function removeUnsentSlice(tx: Executor, campaign: number): Promise<number[]> {
  const rows = await tx
    .with(
      (cte) => cte('unsent').materialized(),
      (query) =>
        dialectOf(tx).skipLocked(
          query
            .selectFrom('recipient_queue')
            .select(['account_id', 'id'])
            .where('campaign_id', '=', campaign)
            .where('submitting', '=', 0)
            .orderBy('next_at')
            .limit(sliceSize),
        ),
    )
    .deleteFrom('recipient_queue')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('account_id', 'id'),
        'in',
        selectFrom('unsent').select(['account_id', 'id']).$asTuple('account_id', 'id'),
      ),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

const idRecords = (db: Executor, ids: readonly number[]) =>
  dialectOf(db).records(
    ids.map((id) => ({ queued_id: id })),
    { queued_id: 'int' },
  )

export interface FoundClaim {
  found_account: number
  found_id: number
  found_claim: string
}

/** Returns the messages whose claim matches `isLost`. It reads the whole queue: claims have no index. */
export async function selectClaimed(
  tx: Executor,
  table: MessageTable,
  isLost: RawBuilder<unknown>,
): Promise<FoundClaim[]> {
  const { rows } = await sql<FoundClaim>`
    select account_id as found_account, id as found_id, claim as found_claim
    from ${sql.table(queueOf[table])} where claim is not null and ${isLost}
  `.execute(tx)
  return rows
}

/** Ends those of the claims whose messages were not given to the relay. Returns how many. */
export async function releaseFound(
  tx: Executor,
  table: MessageTable,
  found: readonly FoundClaim[],
): Promise<number> {
  if (found.length === 0) return 0
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(queueOf[table])} set claim = null from ${foundRecords(tx, found)} as r
    where account_id = r.found_account and id = r.found_id and claim = r.found_claim
      and submitting = 0
  `.execute(tx)
  return Number(numAffectedRows)
}

/** Removes those of the messages that were being given to the relay, and returns them. */
export async function removeFound(
  tx: Executor,
  table: MessageTable,
  found: readonly FoundClaim[],
): Promise<FoundClaim[]> {
  if (found.length === 0) return []
  const { rows } = await sql<FoundClaim>`
    delete from ${sql.table(queueOf[table])}
    where (account_id, id, claim) in (
      select r.found_account, r.found_id, r.found_claim from ${foundRecords(tx, found)} as r
    ) and submitting = 1
    returning account_id as found_account, id as found_id, claim as found_claim
  `.execute(tx)
  return rows
}

const foundRecords = (db: Executor, found: readonly FoundClaim[]) =>
  dialectOf(db).records(found, { found_account: 'int', found_id: 'int', found_claim: 'text' })
