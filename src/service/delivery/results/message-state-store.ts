import { type RawBuilder, sql } from 'kysely'
import { isSendable } from '../../contacts/sendable-store.ts'
import { erasedPrefix } from '../../contacts/suppression/suppressions-store.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import {
  changeRecipients,
  type RecipientsChange,
  updatingRecipients as updatingRows,
} from '../../figures/recipients-store.ts'
import { enqueueMessages, enqueueRecipients } from '../../queue/enqueue-store.ts'
import { isActiveAccount, isWaiting, sendingStatuses } from '../claim-store.ts'
import {
  markingInQueue,
  postponingInQueue,
  type QueueStatement,
  releasingInQueue,
  removingSubmitted,
  runInQueue,
} from '../queue-store.ts'
import type { MessageTable, QueuedMessage } from '../queued-message.ts'
import type { DeliveryResult } from './delivery-result.ts'

export interface MessageResult {
  message: QueuedMessage
  result: DeliveryResult
}

export const messageTables: readonly MessageTable[] = ['recipients', 'messages']

/**
 * Marks claimed messages as `submitting` and returns those that may be sent. The others were paused or
 * cancelled, belong to another worker by now, or their contact has left since the claim.
 */
export async function markSubmitting(
  tx: Executor,
  messages: readonly QueuedMessage[],
): Promise<Set<QueuedMessage>> {
  const granted = new Set<QueuedMessage>()
  for (const table of messageTables) {
    const inTable = messages.filter((message) => message.table === table)
    const found = await runInQueue(tx, inTable, (group) => marking(tx, table, group))
    for (const message of found) granted.add(message)
  }
  return granted
}

/** Marks those of the messages that may be sent. */
export const marking = (
  db: Executor,
  table: MessageTable,
  messages: readonly QueuedMessage[],
): QueueStatement => markingInQueue(db, table, messages, maySend(table))

const maySend = (table: MessageTable): RawBuilder<boolean> =>
  table === 'messages'
    ? sql`true`
    : sql`exists (
        select 1 from campaigns where campaigns.id = recipient_queue.campaign_id
          and campaigns.status in (${sql.join(sendingStatuses)}) and ${isActiveAccount}
      ) and exists (
        select 1 from recipients join contacts on contacts.id = recipients.contact_id
          and contacts.email_key = recipients.address_key
        where recipients.id = recipient_queue.id and ${isWaiting} and ${isSendable}
      )`

/** Returns claimed messages to the queue, and the number of those it found. */
export async function releaseMessages(
  tx: Executor,
  messages: readonly QueuedMessage[],
): Promise<number> {
  let found = 0
  for (const table of messageTables) {
    const inTable = messages.filter((message) => message.table === table)
    found += (await runInQueue(tx, inTable, (group) => releasingInQueue(tx, table, group))).size
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
  const times = new Map(postponed.map(({ message, dueAt }) => [message, dueAt]))
  let found = 0
  for (const table of messageTables) {
    const inTable = [...times.keys()].filter((message) => message.table === table)
    const dueAt = (message: QueuedMessage) => times.get(message) ?? 0
    const postpone = (group: readonly QueuedMessage[]) => postponingInQueue(tx, table, group, dueAt)
    found += (await runInQueue(tx, inTable, postpone)).size
  }
  return found
}

/** A recipient whose delivery result was written. */
export interface WrittenRecipient {
  id: number
  campaign_id: number
  account_id: number
  contact_id: number
  address_key: string
  sent_at: number | null
  state: string
  taken_until: number | null
}

/**
 * Writes the results of recipients that this process was submitting. Returns the rows it wrote. A message to
 * be tried again stays in the queue.
 */
export async function writeRecipientResults(
  tx: Executor,
  results: readonly MessageResult[],
): Promise<WrittenRecipient[]> {
  const found = await leaveQueue(tx, 'recipients', results)
  return found.length === 0 ? [] : updateRecipients(tx, found)
}

/** The same for recipients that became `uncertain` while this process was submitting them. */
export async function writeLateRecipientResults(
  tx: Executor,
  results: readonly MessageResult[],
): Promise<WrittenRecipient[]> {
  const written = await updateRecipients(tx, results, isStillUncertain('recipients'))
  const dueAt = new Map(results.map(({ message, result }) => [message.id, result.nextAt]))
  for (const { id, account_id: account, campaign_id: campaign, state } of written) {
    if (!isRetry(state)) continue
    await enqueueRecipients(tx, { account, campaign, ids: [id], dueAt: dueAt.get(id) ?? 0 })
  }
  return written
}

const updateRecipients = async (
  tx: Executor,
  results: readonly MessageResult[],
  condition?: RawBuilder<boolean>,
): Promise<WrittenRecipient[]> =>
  changeRecipients(
    tx,
    { ...recipientsChange(tx, results), ...(condition && { condition }) },
    sql<WrittenRecipient>`recipients.id as id, campaign_id, account_id, contact_id, address_key,
      recipients.sent_at, recipients.state, taken_until`,
  )

export const updatingRecipients = (
  db: Executor,
  results: readonly MessageResult[],
): RawBuilder<object> => updatingRows(db, recipientsChange(db, results))

const recipientsChange = (db: Executor, results: readonly MessageResult[]): RecipientsChange => ({
  rows: resultRecords(db, results),
  counted: { state: 'r.new_state', sent_at: 'r.delivered_at' },
  details: sql`attempts = r.new_attempts, claim = null, response = ${replyUnlessErased}`,
})

/**
 * Writes the results of service messages, also of those that became `uncertain`. Erases the text of a message
 * that will not be sent again, since codes and links are secrets.
 */
export async function writeMessageResults(
  tx: Executor,
  results: readonly MessageResult[],
): Promise<void> {
  const found = await leaveQueue(tx, 'messages', results)
  if (found.length > 0) await updateMessages(tx, found, sql`true`)
  const late = results.filter((result) => !found.includes(result))
  if (late.length === 0) return
  const written = await updateMessages(tx, late, isStillUncertain('messages'))
  const dueAt = new Map(late.map(({ message, result }) => [message.id, result.nextAt]))
  for (const { id, account_id, priority, state } of written) {
    if (!isRetry(state)) continue
    const account = account_id ?? 0
    await enqueueMessages(tx, { account, priority, ids: [id], dueAt: dueAt.get(id) ?? 0 })
  }
}

interface WrittenMessage {
  id: number
  account_id: number | null
  priority: number
  state: string
}

const updateMessages = async (
  tx: Executor,
  results: readonly MessageResult[],
  condition: RawBuilder<boolean>,
): Promise<WrittenMessage[]> => {
  const { rows } = await sql<WrittenMessage>`
    ${updatingMessages(tx, results, condition)}
    returning messages.id as id, account_id, priority, messages.state as state
  `.execute(tx)
  return rows
}

export const updatingMessages = (
  db: Executor,
  results: readonly MessageResult[],
  condition: RawBuilder<boolean>,
): RawBuilder<object> => sql`
  update messages set state = r.new_state, attempts = r.new_attempts, sent_at = r.delivered_at,
    claim = null, response = r.reply,
    subject = case when r.new_state in ('pending', 'deferred') then subject else '' end,
    text = case when r.new_state in ('pending', 'deferred') then text else '' end,
    html = case when r.new_state in ('pending', 'deferred') then html else '' end,
    unsubscribe_url = case when r.new_state in ('pending', 'deferred') then unsubscribe_url end,
    merge_values = case when r.new_state in ('pending', 'deferred') then merge_values end
  from ${resultRecords(db, results)} as r
  where messages.id = r.changed_id and ${condition}
`

/**
 * Takes messages with a result from the queue, or leaves those that are tried again in it until they are due.
 * Returns the results of those that this process was submitting.
 */
async function leaveQueue(
  tx: Executor,
  table: MessageTable,
  results: readonly MessageResult[],
): Promise<MessageResult[]> {
  const { final, retried, dueAt } = byNextStep(results)
  const found = new Set([
    ...(await runInQueue(tx, final, (group) => removingSubmitted(tx, table, group))),
    ...(await runInQueue(tx, retried, (group) => postponingInQueue(tx, table, group, dueAt))),
  ])
  return results.filter(({ message }) => found.has(message))
}

/** Tells which messages have ended and which are tried again, and when. */
export function byNextStep(results: readonly MessageResult[]) {
  const times = new Map(results.map(({ message, result }) => [message, result.nextAt]))
  const messagesOf = (isTried: boolean) =>
    results.filter(({ result }) => isRetry(result.state) === isTried).map(({ message }) => message)
  return {
    final: messagesOf(false),
    retried: messagesOf(true),
    dueAt: (message: QueuedMessage) => times.get(message) ?? 0,
  }
}

export const isRetry = (state: string): boolean => state === 'pending' || state === 'deferred'

const isStillUncertain = (table: MessageTable): RawBuilder<boolean> =>
  sql`${sql.table(table)}.state = 'uncertain' and ${sql.table(table)}.claim = r.queued_claim`

/** The reply may contain the address, also of a person who was erased while the message was under way. */
const replyUnlessErased = sql`case
  when substr(address_key, 1, ${sql.lit(erasedPrefix.length)}) = ${sql.lit(erasedPrefix)} then null
  else r.reply end`

const resultRecords = (db: Executor, results: readonly MessageResult[]) =>
  dialectOf(db).inlineRecords(
    results.map(({ message, result }) => ({
      changed_id: message.id,
      queued_claim: message.claim,
      new_state: result.state,
      new_attempts: result.attempts,
      reply: result.response,
      delivered_at: result.sentAt,
    })),
    {
      changed_id: 'int',
      queued_claim: 'text',
      new_state: 'text',
      new_attempts: 'int',
      reply: 'text',
      delivered_at: 'int',
    },
  )
