import { check } from '../../contract/check.ts'
import { subscriberEdit } from '../../contract/shapes/subscription.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { messages } from '../../messages/all.ts'
import { hasLeft } from '../contacts/status.ts'
import { inTransaction } from '../database/transaction.ts'
import { formPage } from '../http/form-page.ts'
import { refuseForeignForm } from '../http/own-form.ts'
import {
  type FormFields,
  type Page,
  type PageAnswer,
  type PageRequest,
  textIn,
} from '../http/page.ts'
import { selectFields } from '../lists/fields/store.ts'
import { selectValues } from '../lists/fields/values-store.ts'
import { ownerLanguage } from '../lists/owner-store.ts'
import type { Service } from '../service.ts'
import { change } from '../subscription/change.ts'
import { anySubscriberOf } from '../subscription/find.ts'
import { leave } from '../subscription/leave.ts'
import { countFromIp, formsPerIp, mayMail } from '../subscription/limits.ts'
import { askBack, mayReturn } from '../subscription/return.ts'
import type { Subscriber } from '../subscription/store.ts'
import { type Centre, centrePage, leftPage } from './centre-view.ts'
import { changedTexts, heldTexts, sentTexts, valuesOf } from './custom-fields.ts'
import { invalidLink } from './invalid-link.ts'
import { languageFor } from './reader-language.ts'

const path = '/s/:xsid'

/**
 * Where `subscription_url` leads: what a subscriber sees and decides, by the rules of
 * `/subscription/:xsid`. Opening it changes nothing, since mail scanners open every link.
 */
export const centrePages = (service: Service): readonly Page[] => [
  {
    method: 'GET',
    path,
    handle: (request) => met(service, request, (subscriber) => show(service, request, subscriber)),
  },
  {
    method: 'POST',
    path,
    handle: (request) => met(service, request, (subscriber) => act(service, request, subscriber)),
  },
]

async function met(
  service: Service,
  request: PageRequest,
  answer: (subscriber: Subscriber) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    return await answer(await anySubscriberOf(service, request.params.xsid ?? '', request.ip()))
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
  const { db } = service
  const language = await languageFor(request, db, list)
  const { query } = request
  if (hasLeft(contact.status)) {
    const isAsked = query.asked !== undefined
    const way = isAsked ? 'asked' : (await mayReturn(db, service, { contact, list })) && 'open'
    return leftPage({ language, email: contact.email, list, way: way || 'shut' })
  }
  const centre = await readCentre(service, { contact, list })
  return centrePage({ ...centre, language, isSaved: query.saved !== undefined })
}

async function readCentre(
  { db }: Service,
  { contact, list }: Pick<Subscriber, 'contact' | 'list'>,
): Promise<Pick<Centre, 'email' | 'list' | 'nombre' | 'texts'>> {
  const fields = (await selectFields(db, list.id)).filter(({ internal }) => !internal)
  const held = await selectValues(db, [contact.id])
  const texts = heldTexts(fields, held.get(contact.id))
  return { email: contact.email, list, nombre: contact.nombre, texts }
}

async function act(
  service: Service,
  request: PageRequest,
  subscriber: Subscriber,
): Promise<PageAnswer> {
  refuseForeignForm(request, service.settings.publicUrl)
  const isGone = hasLeft(subscriber.contact.status)
  const wish = textIn(request.form, 'act')
  if (wish === 'return' && isGone) return comeBack(service, request, subscriber)
  if (wish === 'leave' && !isGone) return take(service, request.form, subscriber)
  if (wish === 'save' && !isGone) return save(service, request, subscriber)
  // A form of yesterday, or one pressed twice: the page says how things are.
  return backTo('')
}

/** To the page that was posted to, so that reloading it posts nothing. */
const backTo = (query: string): PageAnswer => ({
  status: 303,
  headers: { location: `?${query}`, 'cache-control': 'no-store' },
})

async function save(
  service: Service,
  request: PageRequest,
  subscriber: Subscriber,
): Promise<PageAnswer> {
  const { form } = request
  const centre = await readCentre(service, subscriber)
  const nombre = textIn(form, 'nombre')
  const sent = sentTexts([...centre.texts.keys()], form)
  const wanted = { nombre, customFields: valuesOf(changedTexts(centre.texts, sent)) }
  const checked = check(subscriberEdit, wanted)
  const problems =
    'problems' in checked
      ? checked.problems
      : await problemsOf(() =>
          inTransaction(service.db, (tx) =>
            change(tx, subscriber, checked.value, service.clock.now()),
          ),
        )
  if (problems.length === 0) return backTo('saved')
  const language = await languageFor(request, service.db, subscriber.list)
  return centrePage({ ...centre, language, nombre, texts: sent, problems })
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

async function take(
  { db, clock, wake }: Service,
  form: FormFields,
  subscriber: Subscriber,
): Promise<PageAnswer> {
  const reason = reasonIn(form, await ownerLanguage(db, subscriber.list))
  const how = { spam: textIn(form, 'spam') === '1', reason, now: clock.now() }
  await inTransaction(db, (tx) => leave(tx, subscriber, how))
  wake()
  return backTo('')
}

/** As much as the API takes. */
const longestReason = 1000

/** In the language of the owner, who reads it. */
function reasonIn(form: FormFields, language: Language): string {
  const reasons: Record<string, string> = messages[language].pages.leaveReasons
  const chosen = textIn(form, 'reason')
  const parts = [Object.hasOwn(reasons, chosen) && reasons[chosen], textIn(form, 'comment').trim()]
  const text = parts.filter(Boolean).join(': ').replaceAll('\0', '')
  return text.slice(0, longestReason).toWellFormed()
}

async function comeBack(
  service: Service,
  request: PageRequest,
  subscriber: Subscriber,
): Promise<PageAnswer> {
  const { list, contact } = subscriber
  await countFromIp(service, 'subscribe', request.ip(), formsPerIp)
  if (!(await mayReturn(service.db, service, subscriber))) return backTo('')
  if (!(await mayMail(service, list.id, contact.email_key))) {
    const language = await languageFor(request, service.db, list)
    const { centreTitle: title, returnLimit: text } = messages[language].pages
    return formPage({ language, status: 429, title, text })
  }
  await inTransaction(service.db, (tx) => askBack(tx, service, subscriber))
  service.wake()
  return backTo('asked')
}
