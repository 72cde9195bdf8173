import { ownWording } from '../contacts/consent/own-wording.ts'
import { composeSigned, isSignedByThreads, type Signature } from '../mail/mime.ts'
import type { MailPriority } from '../mail/outbox-store.ts'
import type { ScratchBuffer } from '../mail/scratch-buffer.ts'
import type { Service } from '../service.ts'
import type { Submission } from '../smtp/submission.ts'
import { type ClaimSource, domainOfAddress, type QueuedMessage } from './queued-message.ts'
import { type ClaimedMessage, claimMessages, nextDueAccount } from './service-mail-store.ts'
import { signatureFor } from './signature.ts'

/** How many messages of an account are claimed before it is the next account's turn. */
const messagesInTurn = 10

/**
 * Claims messages of the service of one priority: codes, opt-in and notices, or tests. Accounts take
 * turns, so that a thousand messages of one do not delay another's.
 */
export function serviceMail(service: Service, priority: MailPriority): ClaimSource {
  const { db, clock } = service
  let last = -1

  /** Claims a turn of each account after the last one. */
  async function claimRound(limit: number, claim: string): Promise<QueuedMessage[]> {
    const claimed: QueuedMessage[] = []
    while (claimed.length < limit) {
      const now = clock.now()
      const accountId = await nextDueAccount(db, { priority, accountId: last }, now)
      last = accountId ?? -1
      if (accountId === undefined) break
      const size = Math.min(messagesInTurn, limit - claimed.length)
      const messages = await claimMessages(db, { priority, accountId }, { claim, now, limit: size })
      for (const message of messages) {
        // What is read while it is being sent, and cannot be, would be lost.
        const wording = await ownWording(service, message)
        const worded = { ...message, ...wording }
        claimed.push(queuedMessage(service, worded, priority, claim))
      }
    }
    return claimed
  }

  return async (limit, claim) => {
    const claimed: QueuedMessage[] = []
    while (claimed.length < limit) {
      const beginsAtFirst = last === -1
      const round = await claimRound(limit - claimed.length, claim)
      claimed.push(...round)
      // A round that begins later may have left out the only account with messages.
      if (round.length === 0 && beginsAtFirst) break
    }
    return claimed
  }
}

const queuedMessage = (
  service: Service,
  message: ClaimedMessage,
  priority: MailPriority,
  claim: string,
): QueuedMessage => {
  const address = message.from_mail ?? service.settings.serviceMail
  const signature = signatureFor(service, { ...message, from_mail: address })
  return {
    table: 'messages',
    id: message.id,
    claim,
    account: message.account_id,
    domain: domainOfAddress(message.to_mail),
    attempts: message.attempts,
    ...(priority === 0 && { isUrgent: true }),
    ...(message.is_sandbox === 1 && { isKept: true }),
    isSigned: isSignedByThreads(signature),
    compose: (buffer) => compose(service, message, { signature, buffer }),
  }
}

async function compose(
  { clock, settings }: Pick<Service, 'clock' | 'settings'>,
  message: ClaimedMessage,
  { signature, buffer }: { signature: Signature; buffer: ScratchBuffer },
): Promise<Submission> {
  const address = message.from_mail ?? settings.serviceMail
  const { subject, text, html } = message
  const mail = {
    from: { address, name: message.from_name },
    to: { address: message.to_mail },
    ...(message.reply_to !== null && { replyTo: { address: message.reply_to } }),
    subject,
    date: new Date(clock.now()),
    messageId: `m${message.id}@${settings.hostName}`,
    boundary: `m${message.id}`,
    text,
    html: html.trim() === '' ? undefined : html,
    ...(message.unsubscribe_url !== null && { unsubscribe: { url: message.unsubscribe_url } }),
    // RFC 3834: prevents out-of-office replies.
    headers: [['Auto-Submitted', 'auto-generated']] as const,
  }
  const { raw, isCanonical } = await composeSigned(mail, signature, buffer)
  return { from: settings.serviceMail, to: message.to_mail, raw, isCanonical }
}
