import { asLanguage } from '../../../core/language.ts'
import type { Executor } from '../../database/dialect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { findListById, type List } from '../../lists/store.ts'
import type { Service } from '../../service.ts'
import { formOutcome } from '../status.ts'
import { type Contact, selectContactsById } from '../store.ts'
import { findSuppressionState } from '../suppression/suppressed.ts'
import { admitOptIns, optInRetryMs } from './admit-opt-ins.ts'
import { type OptInRecipient, queueOptInMails } from './opt-in-mail.ts'
import {
  deleteOptInRequests,
  findReplyAddress,
  nextRequestQueue,
  type OptInCause,
  postponeOptInRequests,
  type RequestQueue,
  selectDueRequests,
} from './opt-in-requests-store.ts'

/** Requests in one transaction. */
const requestsAtOnce = 100

type WaitingPerson = OptInRecipient & { list: List }

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
  const hasSender = (await findReplyAddress(tx, queue.accountId, null)) !== undefined
  const { account, admitted, waiting } = await admitOptIns(
    tx,
    service,
    { ...queue, hasSender },
    people,
  )
  for (const list of new Set(admitted.map((person) => person.list))) {
    const some = admitted.filter((person) => person.list === list)
    const reply = await findReplyAddress(tx, queue.accountId, list.from_mail)
    const mail = { list, language: asLanguage(account.language), replyTo: reply?.from_mail ?? null }
    await queueOptInMails(tx, service, mail, some)
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
  due: readonly { contact_id: number; list_id: number }[],
): Promise<WaitingPerson[]> {
  const listIds = new Map(due.map(({ contact_id, list_id }) => [contact_id, list_id]))
  const contacts = await selectContactsById(tx, [...listIds.keys()])
  const lists = new Map<number, List | undefined>()
  const people: WaitingPerson[] = []
  for (const contact of contacts) {
    const { id, email, email_key: key, list_id } = contact
    if (!lists.has(list_id)) lists.set(list_id, await findListById(tx, list_id))
    const list = lists.get(list_id)
    if (!list || list_id !== listIds.get(id)) continue
    if (await isStillAsked(tx, service, { cause, list, contact })) {
      people.push({ id, email, key, list })
    }
  }
  return people
}

async function isStillAsked(
  tx: Executor,
  { secrets }: Service,
  { cause, list, contact }: { cause: OptInCause; list: List; contact: Contact },
): Promise<boolean> {
  const listRef = { accountId: list.account_id, listId: list.id }
  const { email_key, status } = contact
  const suppressed = await findSuppressionState(tx, listRef, email_key, secrets.hash)
  // Only the person may ask for mail after an unsubscribe.
  if (cause === 'owner' && (status !== 'unconfirmed' || suppressed !== 'none')) return false
  return formOutcome({ status, suppressed }, { doubleOptin: list.double_optin === 1 }) === 'ask'
}
