import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import { enqueueMessages } from '../queue/enqueue-store.ts'

/**
 * The kinds of mail that the service itself sends, with their priority: lower ones go out first.
 * A person waits for a code. A test is the only kind that a user can send in any number.
 */
const priorityOf = {
  sender_code: 0,
  sign_up: 0,
  password_reset: 0,
  optin: 1,
  unsubscribe: 1,
  personal_data: 1,
  webhook_disabled: 1,
  campaign_paused: 1,
  campaign_test: 2,
} as const

export type MailPriority = (typeof priorityOf)[keyof typeof priorityOf]

interface NewMessage {
  /** Null for messages without an account. */
  accountId: number | null
  /** The purpose. */
  kind: keyof typeof priorityOf
  /** Default: the address of the service. */
  from?: { name: string; mail: string }
  replyTo?: string | null
  to: string
  subject: string
  text: string
  html?: string
  /** Takes a one-click POST (RFC 8058). */
  unsubscribeUrl?: string
  /** The account's own wording in this language replaces the message when it is sent. */
  wording?: { language: string; values: Readonly<Record<string, string>> }
  now: number
}

/** Queues a message, which is sent after the transaction commits. Wake the workers then. */
export async function queueMessage(tx: Executor, message: NewMessage): Promise<void> {
  const { id } = await tx
    .insertInto('messages')
    .values(rowOf(message))
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, message, [id])
}

/** Does the same if `isWanted`. Otherwise the same statements insert nothing. */
export async function queueMessageIf(
  tx: Executor,
  isWanted: boolean,
  message: NewMessage,
): Promise<void> {
  const row = Object.entries(rowOf(message))
  const columns = sql.join(row.map(([name]) => sql.ref(name)))
  const values = sql.join(row.map(([, value]) => value))
  const { rows } = await sql<{ id: number }>`
    insert into messages (${columns}) select ${values} where cast(${isWanted ? 1 : 0} as int) = 1
    returning id
  `.execute(tx)
  await enqueue(
    tx,
    message,
    rows.map(({ id }) => id),
  )
}

const enqueue = (tx: Executor, { accountId, kind, now }: NewMessage, ids: readonly number[]) =>
  enqueueMessages(tx, {
    ...{ account: accountId ?? 0, priority: priorityOf[kind], ids },
    dueAt: now,
  })

const rowOf = ({ from, now, wording, ...message }: NewMessage) => ({
  account_id: message.accountId,
  kind: message.kind,
  priority: priorityOf[message.kind],
  from_mail: from?.mail ?? null,
  from_name: from?.name ?? '',
  reply_to: message.replyTo ?? null,
  to_mail: message.to,
  subject: message.subject,
  text: message.text,
  html: message.html ?? '',
  unsubscribe_url: message.unsubscribeUrl ?? null,
  language: wording?.language ?? null,
  merge_values: wording ? JSON.stringify(wording.values) : null,
  state: 'pending',
  claim: null,
  attempts: 0,
  response: null,
  created_at: now,
  sent_at: null,
})
