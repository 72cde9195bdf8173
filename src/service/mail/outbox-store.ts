import type { Executor } from '../database/dialect.ts'

interface NewMessage {
  /** Null for messages without an account. */
  accountId: number | null
  /** The purpose: `optin`, `sender_code`, `campaign_test` … */
  kind: string
  /** Default: the address of the service. */
  from?: { name: string; mail: string; replyTo: string | null }
  to: string
  subject: string
  text: string
  html?: string
  now: number
}

/** Queues a message, which is sent after the transaction commits. Wake the workers then. */
export async function queueMessage(db: Executor, message: NewMessage): Promise<void> {
  const { from, now } = message
  await db
    .insertInto('messages')
    .values({
      account_id: message.accountId,
      kind: message.kind,
      from_mail: from?.mail ?? null,
      from_name: from?.name ?? '',
      reply_to: from?.replyTo ?? null,
      to_mail: message.to,
      subject: message.subject,
      text: message.text,
      html: message.html ?? '',
      state: 'pending',
      claim: null,
      lease_until: 0,
      attempts: 0,
      next_at: now,
      response: null,
      created_at: now,
      sent_at: null,
    })
    .execute()
}
