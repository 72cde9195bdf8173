import { sql } from 'kysely'
import { randomToken } from '../../core/ids.ts'
import { dialectOf } from '../database/dialect.ts'
import { composeSigned } from '../mail/mime.ts'
import type { Submission } from '../mail/session.ts'
import type { Space } from '../mail/space.ts'
import type { Service } from '../service.ts'
import { leaseMs } from './ledger-store.ts'
import { domainIn, type Letter } from './letter.ts'
import { signatureFor } from './signature.ts'

interface MessageToSend {
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
  /** 1 when the sender's domain has our keys in DNS; null where the mail is our own. */
  dkim: number | null
  dkim_selector: string | null
}

/** The service's own mail: codes, opt-in, notices, tests. Claims up to `limit` that are due. */
export const serviceMail =
  (service: Service) =>
  async (limit: number): Promise<Letter[]> => {
    const { db, clock, settings } = service
    const claim = randomToken(12)
    const now = clock.now()
    const { skipLocked } = dialectOf(db)
    const rows = await db
      .with(
        (cte) => cte('due').materialized(),
        (query) =>
          skipLocked(
            query
              .selectFrom('messages')
              .select('messages.id as due_id')
              // In the words of the index, which SQLite only then uses.
              .where(sql<boolean>`state in ('pending', 'deferred')`)
              .where('next_at', '<=', now)
              .limit(limit),
          ),
      )
      .updateTable('messages')
      .from('due')
      .set({ state: 'claimed', claim, lease_until: now + leaseMs })
      .whereRef('messages.id', '=', 'due.due_id')
      .where(sql<boolean>`state in ('pending', 'deferred')`)
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
    return rows.map((message) => ({
      ledger: 'messages',
      id: message.id,
      claim,
      account: message.account_id,
      domain: domainIn(message.to_mail),
      attempts: message.attempts,
      compose: (space) => compose(message, space),
    }))

    async function compose(message: MessageToSend, space: Space): Promise<Submission> {
      const address = message.from_mail ?? settings.serviceMail
      const text = {
        from: { address, name: message.from_name },
        to: { address: message.to_mail },
        ...(message.reply_to !== null && { replyTo: { address: message.reply_to } }),
        subject: message.subject,
        date: new Date(clock.now()),
        messageId: `m${message.id}@${settings.hostName}`,
        boundary: `m${message.id}`,
        text: message.text,
        html: message.html === '' ? undefined : message.html,
        // RFC 3834: no out-of-office answers to a code.
        headers: [['Auto-Submitted', 'auto-generated']] as const,
      }
      const raw = await composeSigned(
        text,
        signatureFor(service, { ...message, from_mail: address }),
        space,
      )
      return { from: settings.serviceMail, to: message.to_mail, raw }
    }
  }
