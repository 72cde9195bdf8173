import { randomToken } from '../../core/ids.ts'
import { composeSigned } from '../mail/mime.ts'
import type { ScratchBuffer } from '../mail/scratch-buffer.ts'
import type { Submission } from '../mail/session.ts'
import type { Service } from '../service.ts'
import { domainOfAddress, type QueuedMessage } from './queued-message.ts'
import { type ClaimedMessage, claimMessages } from './service-mail-store.ts'
import { signatureFor } from './signature.ts'

/** Claims up to `limit` messages of the service: codes, opt-in, notices, tests. */
export const serviceMail =
  (service: Service) =>
  async (limit: number): Promise<QueuedMessage[]> => {
    const { db, clock } = service
    const claim = randomToken(12)
    const messages = await claimMessages(db, { claim, now: clock.now(), limit })
    return messages.map((message) => ({
      table: 'messages',
      id: message.id,
      claim,
      account: message.account_id,
      domain: domainOfAddress(message.to_mail),
      attempts: message.attempts,
      compose: (buffer) => compose(service, message, buffer),
    }))
  }

async function compose(
  service: Service,
  message: ClaimedMessage,
  buffer: ScratchBuffer,
): Promise<Submission> {
  const { clock, settings } = service
  const address = message.from_mail ?? settings.serviceMail
  const mail = {
    from: { address, name: message.from_name },
    to: { address: message.to_mail },
    ...(message.reply_to !== null && { replyTo: { address: message.reply_to } }),
    subject: message.subject,
    date: new Date(clock.now()),
    messageId: `m${message.id}@${settings.hostName}`,
    boundary: `m${message.id}`,
    text: message.text,
    html: message.html === '' ? undefined : message.html,
    // RFC 3834: prevents out-of-office replies.
    headers: [['Auto-Submitted', 'auto-generated']] as const,
  }
  const signature = signatureFor(service, { ...message, from_mail: address })
  const raw = await composeSigned(mail, signature, buffer)
  return { from: settings.serviceMail, to: message.to_mail, raw }
}
