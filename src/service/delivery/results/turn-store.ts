import { sql } from 'kysely'
import { type BatchStatement, runBatch } from '../../database/batches/run-batch.ts'
import type { Executor } from '../../database/dialect.ts'
import { type CountedSend, countingSends } from '../../events/counter-delta-store.ts'
import { appendingSent, type SentRecipient } from '../../events/signals-store.ts'
import { addingChanges } from '../../figures/addition-store.ts'
import { changesOfResults } from '../../figures/recipient-facts-store.ts'
import { postponingInQueue, releasingInQueue, removingSubmitted } from '../queue-store.ts'
import type { MessageTable, QueuedMessage } from '../queued-message.ts'
import {
  byNextStep,
  type MessageResult,
  marking,
  messageTables,
  type PostponedMessage,
  updatingMessages,
  updatingRecipients,
} from './message-state-store.ts'

/** What one turn of the dispatcher writes. */
export interface Turn {
  /** Messages that the relay has answered, all of them with a result that `isPlain`. */
  finished: readonly MessageResult[]
  /** Messages to be marked as `submitting`. */
  batch: readonly QueuedMessage[]
  /** Messages that are given back. */
  released: readonly QueuedMessage[]
  postponed: readonly PostponedMessage[]
}

/** Whether a result is written without reading anything before: it returns no quota and is no bounce. */
export const isPlain = ({ message, result }: MessageResult): boolean =>
  message.table === 'messages' || (result.state !== 'failed' && result.refusal === undefined)

/**
 * Writes a turn in one transaction and one round trip. Returns false, and has written nothing, if one of the messages
 * to be marked may not be sent, or if a message of this process was taken by another one.
 */
export function writeTurnAtOnce(
  db: Executor,
  { finished, batch, released, postponed }: Turn,
): Promise<boolean> {
  const times = new Map(postponed.map(({ message, dueAt }) => [message, dueAt]))
  const statements: BatchStatement[] = []
  for (const table of messageTables) {
    const isIn = (message: QueuedMessage) => message.table === table
    statements.push(
      ...resultStatements(db, table, { of: finished.filter(({ message }) => isIn(message)) }),
      ...each(released.filter(isIn), (found) => releasingInQueue(db, table, found)),
      ...each([...times.keys()].filter(isIn), (found) =>
        postponingInQueue(db, table, found, (message) => times.get(message) ?? 0),
      ),
      ...each(batch.filter(isIn), (found) => marking(db, table, found)),
    )
  }
  return runBatch(db, statements)
}

/** A statement that must find all of its messages, if there are any. */
const each = (
  messages: readonly QueuedMessage[],
  query: (messages: readonly QueuedMessage[]) => BatchStatement['query'],
): BatchStatement[] =>
  messages.length === 0 ? [] : [{ query: query(messages), expects: messages.length }]

function resultStatements(
  db: Executor,
  table: MessageTable,
  { of: results }: { of: readonly MessageResult[] },
): BatchStatement[] {
  if (results.length === 0) return []
  const { final, retried, dueAt } = byNextStep(results)
  return [
    ...each(final, (found) => removingSubmitted(db, table, found)),
    ...each(retried, (found) => postponingInQueue(db, table, found, dueAt)),
    ...(table === 'recipients' ? recipientStatements(db, results) : messageStatements(db, results)),
  ]
}

const messageStatements = (db: Executor, results: readonly MessageResult[]): BatchStatement[] => [
  { query: updatingMessages(db, results, sql`true`), expects: results.length },
]

const recipientStatements = (db: Executor, results: readonly MessageResult[]): BatchStatement[] => {
  const adding = addingChanges(db, changesOfResults(results))
  return [
    { query: updatingRecipients(db, results), expects: results.length },
    ...(adding ? [{ query: adding }] : []),
    ...sentStatements(db, results),
  ]
}

type SentMessage = CountedSend & SentRecipient

function sentStatements(db: Executor, results: readonly MessageResult[]): BatchStatement[] {
  const sent: SentMessage[] = []
  for (const { message, result } of results) {
    const { account, domain, id: recipientId } = message
    const { sentAt } = result
    if (sentAt !== null) sent.push({ accountId: account ?? 0, domain, recipientId, sentAt })
  }
  if (sent.length === 0) return []
  return [{ query: countingSends(db, sent) }, { query: appendingSent(db, sent) }]
}
