import type { Executor } from '../database/dialect.ts'

export interface QueuedMessage {
  /** Null when it belongs to nobody yet. */
  accountId: number | null
  /** What it is for: `optin`, `sender_code`, `campaign_test` … */
  kind: string
  /** Absent: the service's own address. */
  from?: { name: string; mail: string; replyTo: string | null }
  to: string
  subject: string
  text: string
  html?: string
  now: number
}

/** Mail that goes out when the transaction has committed; tell the workers then. */
export async function queueMessage(db: Executor, message: QueuedMessage): Promise<void> {
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
