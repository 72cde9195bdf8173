import type { Language } from '../../core/language.ts'
import { html } from '../../html/html.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { readTestOptOut, type TestOptOut } from '../campaigns/public/test-opt-out.ts'
import { hasUnsubscribed } from '../contacts/status.ts'
import { inTransaction } from '../database/transaction.ts'
import { formPage } from '../http/form-page.ts'
import type { Page, PageAnswer, PageRequest } from '../http/page.ts'
import { webPage } from '../http/web-page.ts'
import type { Service } from '../service.ts'
import { findSubscriber, type Subscriber } from '../subscription/store.ts'
import { subscriberXsid } from '../subscription/subscriber-xsid.ts'
import { unsubscribeSubscriber } from '../subscription/unsubscribe-subscriber.ts'
import { readUnsubscribeToken } from '../subscription/unsubscribe-token.ts'
import { invalidLink } from './invalid-link.ts'
import { languageFor } from './reader-language.ts'
import { changeTestOptOut, showTestOptOut } from './test-opt-out.ts'

const path = '/u/:token'

/**
 * The target of `List-Unsubscribe`. One-click unsubscribe of mailboxes posts to it from any origin
 * (RFC 8058). A person who opens the link has to confirm. The answer is the same if they had
 * unsubscribed before.
 */
export const unsubscribePages = (service: Service): readonly Page[] => [
  {
    method: 'GET',
    path,
    async handle(request) {
      const test = findTestOptOut(service, request)
      if (test) return showTestOptOut(request.language, test)
      const subscriber = await find(service, request)
      if (!subscriber) return invalidLink(request.language)
      const language = await languageFor(request, service.db, subscriber.list)
      return hasUnsubscribed(subscriber.contact.status)
        ? done(service, language, subscriber)
        : question(language, subscriber)
    },
  },
  {
    method: 'POST',
    path,
    async handle(request) {
      const test = findTestOptOut(service, request)
      if (test) {
        const change = { ...request, now: service.clock.now() }
        return inTransaction(service.db, (tx) => changeTestOptOut(tx, test, change))
      }
      const subscriber = await find(service, request)
      if (!subscriber) return invalidLink(request.language)
      const details = { spam: false, reason: '', now: service.clock.now() }
      await inTransaction(service.db, (tx) => unsubscribeSubscriber(tx, subscriber, details))
      service.wake()
      return done(service, await languageFor(request, service.db, subscriber.list), subscriber)
    },
  },
]

/** The link of a test message leads here, too. */
const findTestOptOut = ({ secrets }: Service, { params }: PageRequest): TestOptOut | undefined =>
  readTestOptOut(params.token ?? '', secrets.mac)

async function find(
  { db, secrets }: Service,
  { params }: PageRequest,
): Promise<Subscriber | undefined> {
  const link = readUnsubscribeToken(params.token ?? '', secrets.mac)
  return link && findSubscriber(db, link)
}

function question(language: Language, subscriber: Subscriber): PageAnswer {
  const {
    unsubscribeTitle: title,
    unsubscribeQuestion,
    unsubscribeButton: button,
  } = messages[language].pages
  return formPage({
    language,
    title,
    text: fill(unsubscribeQuestion, valuesOf(subscriber)),
    button,
  })
}

/**
 * Confirms the unsubscribe and links to the preference center, where the person can give a reason
 * or subscribe again.
 */
function done(
  { secrets }: Service,
  language: Language,
  { contact, list, campaignId }: Subscriber,
): PageAnswer {
  const { unsubscribeTitle: title, unsubscribeDone, yourSubscription } = messages[language].pages
  const xsid = subscriberXsid(secrets.sids, { contactId: contact.id, listId: list.id, campaignId })
  const names = valuesOf({ contact, list })
  return webPage({
    language,
    title,
    body: html`<section>
<p role="status">${fill(unsubscribeDone, names)}</p>
<p><a href="../s/${xsid}">${fill(yourSubscription, names)}</a></p>
</section>`,
  })
}

const valuesOf = ({ contact, list }: Pick<Subscriber, 'contact' | 'list'>) => ({
  email: contact.email,
  list: list.name,
})
