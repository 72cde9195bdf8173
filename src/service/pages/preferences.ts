import { check } from '../../contract/check.ts'
import { subscriberEdit } from '../../contract/shapes/subscription.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import { findAccountProfile } from '../campaigns/public/archive-store.ts'
import { preferencesPath } from '../campaigns/public/subscriber-urls.ts'
import { unsubscribeFromEverything } from '../contacts/consent/account-consent.ts'
import { hasUnsubscribed } from '../contacts/status.ts'
import type { Contact } from '../contacts/store.ts'
import { inTransaction } from '../database/transaction.ts'
import {
  type FormFields,
  type Page,
  type PageAnswer,
  type PageRequest,
  textIn,
} from '../http/page.ts'
import { refuseCrossSiteForm } from '../http/same-origin.ts'
import { fieldsByName, readFieldValues } from '../lists/fields/field-values.ts'
import type { List } from '../lists/store.ts'
import type { Service } from '../service.ts'
import type { DataAction } from '../subscription/data-link.ts'
import { queueDataLinkMail } from '../subscription/data-link-mail.ts'
import { requireAnySubscriber } from '../subscription/find-subscriber.ts'
import { countFromIp, formsPerIp } from '../subscription/limits.ts'
import { type Subscription, selectSubscriptions } from '../subscription/person-store.ts'
import type { Subscriber } from '../subscription/store.ts'
import { turnOn } from '../subscription/turn-on.ts'
import { unsubscribeSubscriber } from '../subscription/unsubscribe-subscriber.ts'
import { updateSubscriber } from '../subscription/update-subscriber.ts'
import { changedTexts, submittedTexts, valuesOf } from './custom-fields.ts'
import { invalidLink } from './invalid-link.ts'
import { type Look, lookOf } from './look.ts'
import { type PersonFields, readPersonFields } from './person-fields.ts'
import {
  type ListChoice,
  linkSentPage,
  type Notice,
  notices,
  preferencesPage,
} from './preferences-view.ts'

/**
 * The preference center of all lists of an account, for a person who has a link of any of them.
 * Opening it changes nothing, since mail scanners open every link.
 */
export const preferencesPages = (service: Service): readonly Page[] => [
  {
    method: 'GET',
    path: preferencesPath,
    handle: (request) =>
      withPerson(service, request, async (person) =>
        request.query.sent === undefined ? show(request, person) : linkSentPage(person),
      ),
  },
  {
    method: 'POST',
    path: preferencesPath,
    handle: (request) => withPerson(service, request, (person) => act(service, request, person)),
  },
]

/** Everything that the page shows of a person. */
interface Person {
  look: Look
  subscriber: Subscriber
  accountId: number
  email: string
  subscriptions: readonly Subscription[]
  /** The contacts that the person has not unsubscribed, whose data the page shows. */
  memberships: readonly { list: List; contact: Contact }[]
  fields: PersonFields
}

async function withPerson(
  service: Service,
  request: PageRequest,
  answer: (person: Person) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  let subscriber: Subscriber
  try {
    subscriber = await requireAnySubscriber(service, request.params.xsid ?? '', request.ip())
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return invalidLink(request.language)
    throw error
  }
  return answer(await readPerson(service, request, subscriber))
}

async function readPerson(
  service: Service,
  request: PageRequest,
  subscriber: Subscriber,
): Promise<Person> {
  const { db } = service
  const { contact, list } = subscriber
  const { account_id: accountId } = list
  // A suspended account gets no new contacts.
  const mayJoin = (await findAccountProfile(db, accountId)) !== undefined
  const who = { accountId, emailKey: contact.email_key, mayJoin }
  const subscriptions = await selectSubscriptions(db, who)
  // The list of the link comes first: its values are shown.
  const memberships = subscriptions
    .flatMap(({ list, contact }) => (contact ? [{ list, contact }] : []))
    .filter(({ contact }) => !hasUnsubscribed(contact.status))
    .sort((a, b) => Number(b.list.id === list.id) - Number(a.list.id === list.id))
  return {
    look: await lookOf(service, request, { account_id: accountId }),
    subscriber,
    accountId,
    email: contact.email,
    subscriptions,
    memberships,
    fields: await readPersonFields(db, memberships),
  }
}

async function show({ query }: PageRequest, person: Person): Promise<PageAnswer> {
  const shown = notices.filter((notice) => query[notice] !== undefined)
  return preferencesPage({ ...viewOf(person), shown })
}

const viewOf = ({ look, email, subscriptions, memberships, fields }: Person) => ({
  look,
  email,
  lists: subscriptions.map(choiceOf),
  nombre: memberships[0]?.contact.nombre,
  texts: fields.texts,
})

function choiceOf({ list, contact, isOn }: Subscription): ListChoice {
  const { id, name, description } = list
  const status = contact?.status
  const hasNote = status === 'unconfirmed' || status === 'bounced' || status === 'complained'
  return { id, name, description, isOn, note: hasNote ? status : undefined }
}

async function act(service: Service, request: PageRequest, person: Person): Promise<PageAnswer> {
  refuseCrossSiteForm(request, service.settings.publicUrl)
  switch (textIn(request.form, 'act')) {
    case 'save':
      return save(service, request, person)
    case 'leave':
      return leaveEverything(service, person)
    case 'data':
      return sendLink(service, request, person, 'export')
    case 'erase':
      return sendLink(service, request, person, 'erase')
    default:
      return redirectTo([])
  }
}

/** Redirects to the same page, so that reloading it does not post again. */
const redirectTo = (shown: readonly (Notice | 'sent')[]): PageAnswer => ({
  status: 303,
  headers: { location: `?${shown.join('&')}`, 'cache-control': 'no-store' },
})

async function save(service: Service, request: PageRequest, person: Person): Promise<PageAnswer> {
  const { form } = request
  const { memberships, fields } = person
  const nombre = memberships.length > 0 ? textIn(form, 'nombre') : undefined
  const submitted = submittedTexts([...fields.texts.keys()], form)
  const changed = changedTexts(fields.texts, submitted)
  const problems = memberships.length > 0 ? problemsIn({ nombre, changed }) : []
  if (problems.length > 0) {
    const ticked = idsIn(form, 'list')
    return preferencesPage({ ...viewOf(person), nombre, texts: submitted, ticked, problems })
  }
  const { on, off } = changesIn(form, person)
  // Before the first change: a refusal must not leave half of what the person saved.
  if (on.length > 0) await countFromIp(service, 'subscribe', request.ip(), formsPerIp)
  const now = service.clock.now()
  await inTransaction(service.db, async (tx) => {
    for (const member of memberships) {
      const customFields = fields.valuesOfContact(changed, member.contact.id)
      const isRenamed = nombre !== memberships[0]?.contact.nombre
      const edit = { customFields, ...(isRenamed && { nombre }) }
      if (isRenamed || Object.keys(customFields).length > 0)
        await updateSubscriber(tx, member, edit, now)
    }
    for (const { list, contact } of off) {
      if (!contact) continue
      const { subscriber } = person
      const campaignId = contact.id === subscriber.contact.id ? subscriber.campaignId : null
      const details = { spam: false, reason: '', now }
      await unsubscribeSubscriber(tx, { list, contact, campaignId }, details)
    }
  })
  const shown = await turnOnAll(service, request, person, on, nombre)
  service.wake()
  return redirectTo(['saved', ...shown])
}

const idsIn = (form: FormFields, name: string): ReadonlySet<number> =>
  new Set([form[name] ?? []].flat().map(Number))

/**
 * Returns what the person has changed. A box that was already ticked when the page was opened is no
 * wish to subscribe: the person may have unsubscribed elsewhere since.
 */
function changesIn(form: FormFields, { subscriptions }: Person) {
  const [was, is] = [idsIn(form, 'was'), idsIn(form, 'list')]
  return {
    on: subscriptions.filter(
      (each) => !each.isOn && is.has(each.list.id) && !was.has(each.list.id),
    ),
    off: subscriptions.filter(
      (each) => each.isOn && was.has(each.list.id) && !is.has(each.list.id),
    ),
  }
}

interface Edit {
  nombre: string | undefined
  changed: ReturnType<typeof changedTexts>
}

/** Validates the fields as the page shows them, which may stand for fields of several lists. */
function problemsIn({ nombre, changed }: Edit): readonly Problem[] {
  const checked = check(subscriberEdit, { nombre, customFields: valuesOf(changed) })
  if ('problems' in checked) return checked.problems
  const { customFields = {} } = checked.value
  return readFieldValues(fieldsByName([...changed.keys()]), customFields, { strict: false })
    .problems
}

/** Each list has its own transaction: what one list refuses does not undo the others. */
async function turnOnAll(
  service: Service,
  request: PageRequest,
  { look, subscriber }: Person,
  wanted: readonly Subscription[],
  nombre: string | undefined,
): Promise<Notice[]> {
  const consent = { ip: request.ip(), userAgent: request.headers['user-agent'] ?? null }
  const person = { ...subscriber.contact, nombre: nombre ?? subscriber.contact.nombre }
  const shown = new Set<Notice>()
  for (const { list } of wanted) {
    const join = { list, person, language: look.language, consent }
    const outcome = await inTransaction(service.db, (tx) => turnOn(tx, service, join)).catch(
      refusalOf,
    )
    if (outcome !== 'joined') shown.add(outcome)
  }
  return notices.filter((notice) => shown.has(notice))
}

/** Returns the notice for a limit. It does not reveal that the quota of the owner is exhausted. */
function refusalOf(error: unknown): Notice {
  if (error instanceof Failure && error.code === 'rate_limited') return 'limited'
  if (error instanceof Failure && error.code === 'quota_exceeded') return 'shut'
  throw error
}

async function leaveEverything(
  { db, clock, wake }: Service,
  { accountId, subscriber }: Person,
): Promise<PageAnswer> {
  const { contact, campaignId } = subscriber
  const { email, email_key: emailKey } = contact
  const who = { accountId, emailKey, email, campaignId, reason: '', now: clock.now() }
  await inTransaction(db, (tx) => unsubscribeFromEverything(tx, who))
  wake()
  return redirectTo(['saved'])
}

/**
 * Mails a link to the person's own address. The page alone proves nothing: a forwarded newsletter
 * contains its link. The answer does not depend on whether the mailbox has got enough of these mails.
 */
async function sendLink(
  service: Service,
  request: PageRequest,
  { look, subscriber }: Person,
  action: DataAction,
): Promise<PageAnswer> {
  await countFromIp(service, 'personal data', request.ip(), formsPerIp)
  await inTransaction(service.db, (tx) =>
    queueDataLinkMail(tx, service, subscriber, { ...look, action }),
  )
  service.wake()
  return redirectTo(['sent'])
}
