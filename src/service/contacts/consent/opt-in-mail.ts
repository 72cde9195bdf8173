import { normaliseAddress } from '../../../core/address.ts'
import { Failure } from '../../../core/failure.ts'
import { asLanguage, type Language } from '../../../core/language.ts'
import { senderValues } from '../../brands/sender-values.ts'
import { findBrand } from '../../brands/store.ts'
import type { Executor } from '../../database/dialect.ts'
import { inSlices } from '../../database/slices.ts'
import type { List } from '../../lists/store.ts'
import { queueMessage } from '../../mail/outbox-store.ts'
import type { Service } from '../../service.ts'
import { selectContactsById } from '../store.ts'
import { findSuppressedKeys } from '../suppression/suppressed.ts'
import { admitOptIns } from './admit-opt-ins.ts'
import { optInMessage } from './opt-in-message.ts'
import {
  deleteOptInRequests,
  findOptInSender,
  insertOptInRequests,
  type OptInCause,
} from './opt-in-requests-store.ts'
import { findOptInTemplate } from './opt-in-templates-store.ts'
import { optInToken } from './opt-in-token.ts'
import type { OptInValues } from './render-opt-in.ts'

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
  /** Of the form or page that the person used. Default: the account's. */
  language?: Language | undefined
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
  { list, cause, language, refusesFullMailbox }: OptInRequest,
  people: readonly OptInRecipient[],
): Promise<number> {
  if (people.length === 0) return 0
  const { account_id: accountId, id: listId } = list
  const now = service.clock.now()
  const hasSender = (await findOptInSender(tx, accountId, list.from_mail)) !== undefined
  let count = 0
  await inSlices(people, async (slice) => {
    const queue = { accountId, cause, hasSender }
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
    const mail = { list, language: language ?? asLanguage(account.language) }
    await queueOptInMails(tx, service, mail, admitted)
    const requests = waiting.map(({ person, nextAt }) => ({
      contact_id: person.id,
      next_at: nextAt,
    }))
    const request = { accountId, cause, listId, language: language ?? null, now }
    await insertOptInRequests(tx, request, requests)
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

interface OptInMail {
  list: List
  language: Language
}

/**
 * Queues confirmation mails that were admitted. They come from the sender of the list, if the account
 * has verified it, or else from the service. A wording of the account's own never does: then any
 * verified sender of the account takes its place.
 */
export async function queueOptInMails(
  tx: Executor,
  { secrets, settings, clock }: Dependencies,
  { list, language }: OptInMail,
  people: readonly OptInRecipient[],
): Promise<void> {
  const { account_id: accountId, id: listId } = list
  const now = clock.now()
  const sender = await findOptInSender(tx, accountId, list.from_mail)
  const template = await findOptInTemplate(tx, { accountId, language })
  const isOfList = sender?.from_key === normaliseAddress(list.from_mail ?? '')?.key
  const isFromAccount = sender !== undefined && (isOfList || template !== undefined)
  const brand = await findBrand(tx, { accountId, listId })
  const { sender_name, postal_address } = senderValues(brand, sender?.from_name ?? '')
  const names = template ? await namesOf(tx, people) : new Map<number, string>()
  const write = async ({ id, email, key }: OptInRecipient) => {
    const token = optInToken({ listId, contactId: id, emailKey: key, now }, secrets.mac)
    const confirmUrl = `${settings.publicUrl}/optin/${token}`
    const built = { language, listName: list.name, confirmUrl, brand, isFromAccount }
    const values: OptInValues = {
      confirm_url: confirmUrl,
      list_name: list.name,
      sender_name,
      postal_address,
      email,
      nombre: names.get(id) ?? '',
    }
    await queueMessage(tx, {
      accountId,
      kind: 'optin',
      ...(isFromAccount
        ? { from: { name: sender.from_name, mail: sender.from_mail }, replyTo: sender.reply_to }
        : { replyTo: sender?.from_mail ?? null }),
      to: email,
      ...optInMessage(built),
      ...(template && { wording: { language, values: { ...values } } }),
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

async function namesOf(
  tx: Executor,
  people: readonly OptInRecipient[],
): Promise<Map<number, string>> {
  const contacts = await selectContactsById(
    tx,
    people.map(({ id }) => id),
  )
  return new Map(contacts.map(({ id, nombre }) => [id, nombre]))
}
