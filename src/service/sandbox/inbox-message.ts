import { toIsoTime } from '../../core/time.ts'
import type { Executor } from '../database/dialect.ts'
import type { SandboxMessageRow } from '../database/schema/mail.ts'
import { summaryOf } from './message.ts'
import { type InboxFilter, listMessages } from './store.ts'

/** A message as the inbox lists it. */
export interface InboxMessage {
  id: number
  /** Of the header. */
  from: string
  /** The return path. */
  envelope_from: string
  to: string
  subject: string
  /** The first text, which mailboxes show beside the subject. */
  preheader: string
  received_at: string
}

type Envelope = Pick<SandboxMessageRow, 'mail_from' | 'rcpt_to' | 'subject' | 'received_at'>

/** Returns the newest first, unless the filter has `after`. */
export async function inboxMessages(db: Executor, filter: InboxFilter): Promise<InboxMessage[]> {
  const rows = await listMessages(db, filter)
  return Promise.all(rows.map(({ head, ...row }) => inboxMessageOf(row, head)))
}

/** `head` is the message, or its beginning. */
export async function inboxMessageOf(
  { id, mail_from, rcpt_to, subject, received_at }: Envelope & { id: number },
  head: Uint8Array,
): Promise<InboxMessage> {
  const { from, preheader } = await summaryOf(Buffer.from(head))
  return {
    id,
    from: from || mail_from,
    envelope_from: mail_from,
    to: rcpt_to,
    subject,
    preheader,
    received_at: toIsoTime(received_at),
  }
}
