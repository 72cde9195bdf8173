import { asLanguage, type Language } from '../../../core/language.ts'
import type { Executor } from '../../database/dialect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { findListById, type List } from '../../lists/store.ts'
import type { Service } from '../../service.ts'
import { ownOutcome } from '../status.ts'
import { type Contact, selectContactsById } from '../store.ts'
import { findSuppressionState, isSuppressedSince } from '../suppression/suppressed.ts'
import { admitOptIns, optInRetryMs } from './admit-opt-ins.ts'
import { type OptInRecipient, queueOptInMails } from './opt-in-mail.ts'
import {
  type DueRequest,
  deleteOptInRequests,
  findOptInSender,
  nextRequestQueue,
  type OptInCause,
  postponeOptInRequests,
  type RequestQueue,
  selectDueRequests,
} from './opt-in-requests-store.ts'

/** Requests in one transaction. */
const requestsAtOnce = 100

/** `language` is that of the form or page that the person used. */
type WaitingPerson = OptInRecipient & { list: List; language: Language | undefined }

/**
 * Queues opt-in mails that waited, as soon as the limits allow. Each call serves the next account, in
 * turn. A request is deleted in the transaction that queues its mail, so no mail is lost or sent
 * twice. Returns whether there may be more to do.
 */
export function createOptInRelease(service: Service): () => Promise<boolean> {
  const { db, clock } = service
  const pausedUntil = new Map<string, number>()
  let last: RequestQueue | undefined

  return async () => {
    last = await nextRequestQueue(db, last)
    if (!last) return false
    const name = `${last.accountId} ${last.cause}`
    if ((pausedUntil.get(name) ?? 0) > clock.now()) return true
    pausedUntil.delete(name)
    const queue = last
    const hasMore = await inTransaction(db, (tx) => releaseQueue(tx, service, queue))
    if (!hasMore) pausedUntil.set(name, clock.now() + optInRetryMs)
    service.wake()
    return true
  }
}

/** Serves one queue once. Returns whether more of it may be due and allowed. */
async function releaseQueue(tx: Executor, service: Service, queue: RequestQueue): Promise<boolean> {
  const limit = requestsAtOnce
  const due = await selectDueRequests(tx, queue, { now: service.clock.now(), limit })
  const people = await selectPeople(tx, service, queue, due)
  const valid = new Set(people.map(({ id }) => id))
  const outdated = due.map(({ contact_id }) => contact_id).filter((id) => !valid.has(id))
  await deleteOptInRequests(tx, outdated)
  const hasSender = (await findOptInSender(tx, queue.accountId, null)) !== undefined
  const { account, admitted, waiting } = await admitOptIns(
    tx,
    service,
    { ...queue, hasSender },
    people,
  )
  const languageOf = (person: WaitingPerson) => person.language ?? asLanguage(account.language)
  for (const list of new Set(admitted.map((person) => person.list))) {
    const ofList = admitted.filter((person) => person.list === list)
    for (const language of new Set(ofList.map(languageOf))) {
      const some = ofList.filter((person) => languageOf(person) === language)
      await queueOptInMails(tx, service, { list, language }, some)
    }
  }
  await deleteOptInRequests(
    tx,
    admitted.map(({ id }) => id),
  )
  const full = waiting.filter(({ isMailboxFull }) => isMailboxFull)
  await postponeOptInRequests(
    tx,
    full.map(({ person, nextAt }) => ({ contact_id: person.id, next_at: nextAt })),
  )
  return due.length === limit && waiting.length === full.length
}

/** Returns the contacts that still have to be asked: they may have confirmed, left or moved since. */
async function selectPeople(
  tx: Executor,
  service: Service,
  { cause }: RequestQueue,
  due: readonly DueRequest[],
): Promise<WaitingPerson[]> {
  const requests = new Map(due.map((request) => [request.contact_id, request]))
  const contacts = await selectContactsById(tx, [...requests.keys()])
  const lists = new Map<number, List | undefined>()
  const people: WaitingPerson[] = []
  for (const contact of contacts) {
    const { id, email, email_key: key, list_id } = contact
    if (!lists.has(list_id)) lists.set(list_id, await findListById(tx, list_id))
    const list = lists.get(list_id)
    const request = requests.get(id)
    if (!list || !request || list_id !== request.list_id) continue
    if (await isStillAsked(tx, service, { cause, list, contact, since: request.created_at })) {
      const language = request.language === null ? undefined : asLanguage(request.language)
      people.push({ id, email, key, list, language })
    }
  }
  return people
}

interface AskedSubscription {
  cause: OptInCause
  list: List
  contact: Contact
  /** When the mail was requested. */
  since: number
}

/** Whether a mail is still wanted: any decision of the person after the request makes it void. */
async function isStillAsked(
  tx: Executor,
  { secrets }: Service,
  { cause, list, contact, since }: AskedSubscription,
): Promise<boolean> {
  const listRef = { accountId: list.account_id, listId: list.id }
  const { email_key: emailKey, status } = contact
  const suppressed = await findSuppressionState(tx, listRef, emailKey, secrets.hash)
  // Only the person may ask for mail after an unsubscribe.
  if (cause === 'owner') return status === 'unconfirmed' && suppressed === 'none'
  const outcome = ownOutcome({ status, suppressed }, { doubleOptin: list.double_optin === 1 })
  if (outcome !== 'ask' || (contact.unsubscribed_at ?? 0) > since) return false
  return !(await isSuppressedSince(tx, listRef, { emailKey, since }, secrets.hash))
}
