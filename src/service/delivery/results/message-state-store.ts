import { type RawBuilder, sql } from 'kysely'
import { isSendable } from '../../contacts/sendable-store.ts'
import { erasedPrefix } from '../../contacts/suppression/suppressions-store.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import { isActiveAccount, leaseMs } from '../claim-store.ts'
import type { MessageTable, QueuedMessage } from '../queued-message.ts'
import type { DeliveryResult } from './delivery-result.ts'

export interface MessageResult {
  message: QueuedMessage
  result: DeliveryResult
}

const messageTables: readonly MessageTable[] = ['recipients', 'messages']

/**
 * Marks claimed messages as `submitting` and returns those that may be sent. The others were paused or
 * cancelled, belong to another worker by now, or their contact has left since the claim.
 */
export async function markSubmitting(
  tx: Executor,
  messages: readonly QueuedMessage[],
  now: number,
): Promise<Set<QueuedMessage>> {
  const granted = new Set<QueuedMessage>()
  for (const table of messageTables) {
    const inTable = messages.filter((message) => message.table === table)
    if (inTable.length === 0) continue
    const { rows } = await sql<{ id: number }>`
      update ${sql.table(table)} set state = 'submitting', lease_until = ${now + leaseMs}
      from ${claimRecords(tx, inTable)} as r
      where ${isClaimedBy(table)} and ${isUnsent} and ${maySend(table)}
      returning ${sql.table(table)}.id as id
    `.execute(tx)
    const ids = new Set(rows.map(({ id }) => id))
    for (const message of inTable) if (ids.has(message.id)) granted.add(message)
  }
  return granted
}

/**
 * A message that waits in this process has not been sent. It is `submitting` already when the answer
 * to the commit that marked it was lost.
 */
const isUnsent = sql`state in ('claimed', 'submitting')`

const maySend = (table: MessageTable): RawBuilder<boolean> =>
  table === 'messages'
    ? sql`true`
    : sql`exists (
        select 1 from campaigns where campaigns.id = recipients.campaign_id
          and campaigns.status in ('sending', 'ab_testing') and ${isActiveAccount}
      ) and exists (
        select 1 from contacts where contacts.id = recipients.contact_id
          and contacts.email_key = recipients.address_key and ${isSendable}
      )`

/** Returns claimed messages to the state they had before the claim, and the number of those it found. */
export async function releaseMessages(
  tx: Executor,
  messages: readonly QueuedMessage[],
): Promise<number> {
  let found = 0
  for (const table of messageTables) {
    const inTable = messages.filter((message) => message.table === table)
    if (inTable.length === 0) continue
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(table)}
      set state = case when attempts > 0 then 'deferred' else 'pending' end, claim = null
      from ${claimRecords(tx, inTable)} as r
      where ${isClaimedBy(table)} and ${isUnsent}
    `.execute(tx)
    found += Number(numAffectedRows)
  }
  return found
}

export interface PostponedMessage {
  message: QueuedMessage
  dueAt: number
}

/** The same, but the messages are not due again before `dueAt`. */
export async function postponeMessages(
  tx: Executor,
  postponed: readonly PostponedMessage[],
): Promise<number> {
  let found = 0
  for (const table of messageTables) {
    const inTable = postponed.filter(({ message }) => message.table === table)
    if (inTable.length === 0) continue
    const records = dialectOf(tx).records(
      inTable.map(({ message, dueAt }) => ({
        queued_id: message.id,
        queued_claim: message.claim,
        due_at: dueAt,
      })),
      { queued_id: 'int', queued_claim: 'text', due_at: 'int' },
    )
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(table)}
      set state = case when attempts > 0 then 'deferred' else 'pending' end, claim = null,
        next_at = r.due_at
      from ${records} as r
      where ${isClaimedBy(table)} and ${isUnsent}
    `.execute(tx)
    found += Number(numAffectedRows)
  }
  return found
}

const claimRecords = (db: Executor, messages: readonly QueuedMessage[]) =>
  dialectOf(db).records(
    messages.map(({ id, claim }) => ({ queued_id: id, queued_claim: claim })),
    { queued_id: 'int', queued_claim: 'text' },
  )

const isClaimedBy = (table: MessageTable): RawBuilder<boolean> =>
  sql`${sql.table(table)}.id = r.queued_id and ${sql.table(table)}.claim = r.queued_claim`

/** A recipient whose delivery result was written. */
export interface WrittenRecipient {
  campaign_id: number
  account_id: number
  contact_id: number
  address_key: string
  sent_at: number | null
  state: string
  taken_until: number | null
}

/**
 * Writes the results of recipients that are still in state `from` and still claimed by this worker.
 * Returns the rows it wrote.
 */
export async function writeRecipientResults(
  tx: Executor,
  results: readonly MessageResult[],
  from: 'submitting' | 'uncertain',
): Promise<WrittenRecipient[]> {
  const { rows } = await sql<WrittenRecipient>`
    update recipients set ${resultColumns}, claim = null, response = ${replyUnlessErased}
    from ${resultRecords(tx, results)} as r
    where ${isClaimedBy('recipients')} and recipients.state = ${from}
    returning campaign_id, account_id, contact_id, address_key, recipients.sent_at,
      recipients.state, taken_until
  `.execute(tx)
  return rows
}

/**
 * The same for service messages. Also erases the text of a message that will not be sent again, since
 * codes and links are secrets.
 */
export async function writeMessageResults(
  tx: Executor,
  results: readonly MessageResult[],
): Promise<void> {
  await sql`
    update messages set ${resultColumns}, claim = null, response = r.reply,
      subject = case when r.new_state in ('pending', 'deferred') then subject else '' end,
      text = case when r.new_state in ('pending', 'deferred') then text else '' end,
      html = case when r.new_state in ('pending', 'deferred') then html else '' end,
      unsubscribe_url = case when r.new_state in ('pending', 'deferred') then unsubscribe_url end,
      merge_values = case when r.new_state in ('pending', 'deferred') then merge_values end
    from ${resultRecords(tx, results)} as r
    where ${isClaimedBy('messages')} and state in ('submitting', 'uncertain')
  `.execute(tx)
}

const resultColumns = sql`state = r.new_state, attempts = r.new_attempts, next_at = r.due_at,
  sent_at = r.delivered_at`

/** The reply may contain the address, also of a person who was erased while the message was under way. */
const replyUnlessErased = sql`case
  when substr(address_key, 1, ${sql.lit(erasedPrefix.length)}) = ${sql.lit(erasedPrefix)} then null
  else r.reply end`

const resultRecords = (db: Executor, results: readonly MessageResult[]) =>
  dialectOf(db).records(
    results.map(({ message, result }) => ({
      queued_id: message.id,
      queued_claim: message.claim,
      new_state: result.state,
      new_attempts: result.attempts,
      due_at: result.nextAt,
      reply: result.response,
      delivered_at: result.sentAt,
    })),
    {
      queued_id: 'int',
      queued_claim: 'text',
      new_state: 'text',
      new_attempts: 'int',
      due_at: 'int',
      reply: 'text',
      delivered_at: 'int',
    },
  )
