import { mebibyte } from '../../core/bytes.ts'
import type { Service } from '../service.ts'
import type { Outcome } from '../smtp/outcome.ts'
import type { Submission } from '../smtp/submission.ts'
import { subjectOf } from './message.ts'
import { createMessageWriter } from './message-writer.ts'
import { trimInbox } from './store.ts'

/** What the inbox of an account keeps. The oldest messages go first. */
const limits = { messages: 1000, bytes: 50 * mebibyte }

/** So many messages may be above the limits before the oldest are deleted. */
const trimEvery = 20

/**
 * Returns a function that stores a message of a sandbox account in the inbox of the account, where only its
 * owner reads it. No other mail server learns of it.
 */
export function createAccountInbox({ db, clock, log }: Pick<Service, 'db' | 'clock' | 'log'>) {
  const writeMessages = createMessageWriter(db)
  const written = new Map<number, number>()

  return async (accountId: number, { from, to, raw, onLeft }: Submission): Promise<Outcome> => {
    // The memory of the message is used for the next one.
    const copy = Buffer.from(raw)
    onLeft?.()
    try {
      const row = {
        account_id: accountId,
        mail_from: from,
        rcpt_to: to.toLowerCase(),
        subject: await subjectOf(copy),
        raw: copy,
        received_at: clock.now(),
      }
      await writeMessages([row])
      const count = (written.get(accountId) ?? 0) + 1
      written.set(accountId, count % trimEvery)
      if (count % trimEvery === 0) await trimInbox(db, accountId, limits)
    } catch (error) {
      log.error('a message could not be kept in the inbox of its account', error)
      return { state: 'unreachable', response: '' }
    }
    return { state: 'sent', response: '250 2.0.0 Kept in the inbox of the account', code: 250 }
  }
}
