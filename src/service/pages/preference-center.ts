import { check } from '../../contract/check.ts'
import { subscriberEdit } from '../../contract/shapes/subscription.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { truncate } from '../../core/storable-text.ts'
import { messages } from '../../messages/all.ts'
import { preferencesUrl } from '../campaigns/public/subscriber-urls.ts'
import { hasUnsubscribed } from '../contacts/status.ts'
import { inTransaction } from '../database/transaction.ts'
import { formPage } from '../http/form-page.ts'
import {
  type FormFields,
  type Page,
  type PageAnswer,
  type PageRequest,
  textIn,
} from '../http/page.ts'
import { refuseCrossSiteForm } from '../http/same-origin.ts'
import { selectFields } from '../lists/fields/store.ts'
import { selectValues } from '../lists/fields/values-store.ts'
import { ownerLanguage } from '../lists/owner-store.ts'
import type { Service } from '../service.ts'
import { requireAnySubscriber } from '../subscription/find-subscriber.ts'
import { countFromIp, formsPerIp } from '../subscription/limits.ts'
import { requestResubscribe } from '../subscription/resubscribe.ts'
import type { Subscriber } from '../subscription/store.ts'
import { unsubscribeSubscriber } from '../subscription/unsubscribe-subscriber.ts'
import { updateSubscriber } from '../subscription/update-subscriber.ts'
import { changedTexts, storedTexts, submittedTexts, valuesOf } from './custom-fields.ts'
import { invalidLink } from './invalid-link.ts'
import { lookOf } from './look.ts'
import {
  type PreferenceCenter,
  preferenceCenterPage,
  unsubscribedPage,
} from './preference-center-view.ts'

const path = '/s/:xsid'

/**
 * The preference center, the target of `subscription_url`. It follows the rules of
 * `/subscription/:xsid`. Opening it changes nothing, since mail scanners open every link.
 */
export const preferenceCenterPages = (service: Service): readonly Page[] => [
  {
    method: 'GET',
    path,
    handle: (request) =>
      withSubscriber(service, request, (subscriber) => show(service, request, subscriber)),
  },
  {
    method: 'POST',
    path,
    handle: (request) =>
      withSubscriber(service, request, (subscriber) => act(service, request, subscriber)),
  },
]

async function withSubscriber(
  service: Service,
  request: PageRequest,
  answer: (subscriber: Subscriber) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    return await answer(
      await requireAnySubscriber(service, request.params.xsid ?? '', request.ip()),
    )
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return invalidLink(request.language)
    throw error
  }
}

async function show(
  service: Service,
  request: PageRequest,
  { contact, list }: Subscriber,
): Promise<PageAnswer> {
  const look = await lookOf(service, request, list)
  const allLists = preferencesUrl('', request.params.xsid ?? '')
  const { query } = request
  if (hasUnsubscribed(contact.status)) {
    const isAsked = query.asked !== undefined
    return unsubscribedPage({ look, allLists, email: contact.email, list, isAsked })
  }
  const data = await readPreferenceCenter(service, { contact, list })
  return preferenceCenterPage({ ...data, look, allLists, isSaved: query.saved !== undefined })
}

async function readPreferenceCenter(
  { db }: Service,
  { contact, list }: Pick<Subscriber, 'contact' | 'list'>,
): Promise<Pick<PreferenceCenter, 'email' | 'list' | 'nombre' | 'texts'>> {
  const fields = (await selectFields(db, { accountId: list.account_id, listId: list.id })).filter(
    ({ internal }) => !internal,
  )
  const stored = await selectValues(db, contact.account_id, [contact.id])
  const texts = storedTexts(fields, stored.get(contact.id))
  return { email: contact.email, list, nombre: contact.nombre, texts }
}

async function act(
  service: Service,
  request: PageRequest,
  subscriber: Subscriber,
): Promise<PageAnswer> {
  refuseCrossSiteForm(request, service.settings.publicUrl)
  const isGone = hasUnsubscribed(subscriber.contact.status)
  const action = textIn(request.form, 'act')
  if (action === 'return' && isGone) return resubscribe(service, request, subscriber)
  if (action === 'leave' && !isGone) return unsubscribe(service, request.form, subscriber)
  if (action === 'save' && !isGone) return save(service, request, subscriber)
  // A stale form or a double click: show the current state.
  return redirectTo('')
}

/** Redirects to the same page, so that reloading it does not post again. */
const redirectTo = (query: string): PageAnswer => ({
  status: 303,
  headers: { location: `?${query}`, 'cache-control': 'no-store' },
})

async function save(
  service: Service,
  request: PageRequest,
  subscriber: Subscriber,
): Promise<PageAnswer> {
  const { form } = request
  const data = await readPreferenceCenter(service, subscriber)
  const nombre = textIn(form, 'nombre')
  const submitted = submittedTexts([...data.texts.keys()], form)
  const wanted = { nombre, customFields: valuesOf(changedTexts(data.texts, submitted)) }
  const checked = check(subscriberEdit, wanted)
  const problems =
    'problems' in checked
      ? checked.problems
      : await problemsOf(() =>
          inTransaction(service.db, (tx) =>
            updateSubscriber(tx, subscriber, checked.value, service.clock.now()),
          ),
        )
  if (problems.length === 0) return redirectTo('saved')
  const look = await lookOf(service, request, subscriber.list)
  const allLists = preferencesUrl('', request.params.xsid ?? '')
  return preferenceCenterPage({ ...data, look, allLists, nombre, texts: submitted, problems })
}

async function problemsOf(work: () => Promise<void>): Promise<readonly Problem[]> {
  try {
    await work()
    return []
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid') return error.details.problems ?? []
    throw error
  }
}

async function unsubscribe(
  { db, clock, wake }: Service,
  form: FormFields,
  subscriber: Subscriber,
): Promise<PageAnswer> {
  const reason = reasonIn(form, await ownerLanguage(db, subscriber.list))
  const details = { spam: textIn(form, 'spam') === '1', reason, now: clock.now() }
  await inTransaction(db, (tx) => unsubscribeSubscriber(tx, subscriber, details))
  wake()
  return redirectTo('')
}

/** The limit of the API. */
const maxReasonLength = 1000

/** Returns the reason in the language of the list owner, who reads it. */
function reasonIn(form: FormFields, language: Language): string {
  const reasons: Record<string, string> = messages[language].pages.unsubscribeReasons
  const selected = textIn(form, 'reason')
  const parts = [
    Object.hasOwn(reasons, selected) && reasons[selected],
    textIn(form, 'comment').trim(),
  ]
  const text = parts.filter(Boolean).join(': ').replaceAll('\0', '')
  return truncate(text, maxReasonLength).toWellFormed()
}

async function resubscribe(
  service: Service,
  request: PageRequest,
  subscriber: Subscriber,
): Promise<PageAnswer> {
  await countFromIp(service, 'subscribe', request.ip(), formsPerIp)
  try {
    await inTransaction(service.db, (tx) =>
      requestResubscribe(tx, service, { ...subscriber, language: request.acceptedLanguage }),
    )
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'rate_limited')) throw error
    const look = await lookOf(service, request, subscriber.list)
    const { preferenceCenterTitle: title, resubscribeLimit: text } = messages[look.language].pages
    return formPage({ ...look, status: 429, title, text })
  }
  service.wake()
  return redirectTo('asked')
}
