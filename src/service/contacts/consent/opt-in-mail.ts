import { Failure } from '../../../core/failure.ts'
import { asLanguage, type Language } from '../../../core/language.ts'
import { plainName } from '../../../core/plain-name.ts'
import { messages } from '../../../messages/all.ts'
import type { Executor } from '../../database/dialect.ts'
import { inSlices } from '../../database/slices.ts'
import type { List } from '../../lists/store.ts'
import { queueMessage } from '../../mail/outbox-store.ts'
import type { Service } from '../../service.ts'
import { findSuppressedKeys } from '../suppression/suppressed.ts'
import { admitOptIns } from './admit-opt-ins.ts'
import {
  deleteOptInRequests,
  findReplyAddress,
  insertOptInRequests,
  type OptInCause,
} from './opt-in-requests-store.ts'
import { optInToken } from './opt-in-token.ts'

/** Mails per slice. Each is one statement, so a slice blocks the event loop a few milliseconds. */
const mailsAtOnce = 100

export interface OptInRecipient {
  id: number
  email: string
  key: string
}

type Dependencies = Pick<Service, 'secrets' | 'settings' | 'clock'>

interface OptInRequest {
  list: List
  cause: OptInCause
  /** Throws `rate_limited` instead of letting the mail wait, if the mailbox got enough of them. */
  refusesFullMailbox?: true
}

/**
 * Asks people to confirm that they want to be on a list. The mails that the limits allow are queued;
 * wake the workers after the commit. The others wait, and `releaseOptIns` queues them. Returns how
 * many wait.
 */
export async function requestOptIns(
  tx: Executor,
  service: Dependencies,
  { list, cause, refusesFullMailbox }: OptInRequest,
  people: readonly OptInRecipient[],
): Promise<number> {
  if (people.length === 0) return 0
  const { account_id: accountId, id: listId } = list
  const now = service.clock.now()
  const reply = await findReplyAddress(tx, accountId, list.from_mail)
  let count = 0
  await inSlices(people, async (slice) => {
    const queue = { accountId, cause, hasSender: reply !== undefined }
    const asked = cause === 'owner' ? await withoutSuppressed(tx, service, list, slice) : slice
    const { account, admitted, waiting } = await admitOptIns(tx, service, queue, asked)
    const full = waiting.find(({ isMailboxFull }) => isMailboxFull)
    if (refusesFullMailbox && full) {
      const retryAfterSeconds = Math.ceil((full.nextAt - now) / 1000)
      throw new Failure('rate_limited', { retryAfterSeconds })
    }
    // A mail that waited for one of these people is no longer needed.
    await deleteOptInRequests(
      tx,
      admitted.map(({ id }) => id),
    )
    const mail = { list, language: asLanguage(account.language), replyTo: reply?.from_mail ?? null }
    await queueOptInMails(tx, service, mail, admitted)
    const requests = waiting.map(({ person, nextAt }) => ({
      contact_id: person.id,
      next_at: nextAt,
    }))
    await insertOptInRequests(tx, { accountId, cause, listId, now }, requests)
    count += waiting.length
  })
  return count
}

/** Only the person may ask for mail after an unsubscribe. A move keeps the suppression of the old list. */
async function withoutSuppressed(
  tx: Executor,
  { secrets }: Dependencies,
  list: List,
  people: readonly OptInRecipient[],
): Promise<readonly OptInRecipient[]> {
  const listRef = { accountId: list.account_id, listId: list.id }
  const keys = people.map(({ key }) => key)
  const suppressed = await findSuppressedKeys(tx, listRef, keys, secrets.hash)
  return people.filter(({ key }) => !suppressed.has(key))
}

/** Queues confirmation mails that were admitted. */
export async function queueOptInMails(
  tx: Executor,
  { secrets, settings, clock }: Dependencies,
  { list, language, replyTo }: { list: List; language: Language; replyTo: string | null },
  people: readonly OptInRecipient[],
): Promise<void> {
  const strings = messages[language].subscriberMail
  const now = clock.now()
  const name = plainName(list.name)
  const write = async ({ id, email, key }: OptInRecipient) => {
    const token = optInToken({ listId: list.id, contactId: id, emailKey: key, now }, secrets.mac)
    await queueMessage(tx, {
      accountId: list.account_id,
      kind: 'optin',
      replyTo,
      to: email,
      subject: strings.optInSubject(name),
      text: strings.optInText(name, `${settings.publicUrl}/optin/${token}`),
      now,
    })
  }
  await inSlices(
    people,
    async (slice) => {
      for (const recipient of slice) await write(recipient)
    },
    mailsAtOnce,
  )
}
