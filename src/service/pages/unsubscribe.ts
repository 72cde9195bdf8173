import { type Html, html } from '../../html/html.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { findBrand } from '../brands/store.ts'
import { preferencesUrl } from '../campaigns/public/subscriber-urls.ts'
import { readTestOptOut, type TestOptOut } from '../campaigns/public/test-opt-out.ts'
import { hasUnsubscribed } from '../contacts/status.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Page, PageAnswer, PageRequest } from '../http/page.ts'
import { webPage } from '../http/web-page.ts'
import type { Service } from '../service.ts'
import { findSubscriber, type Subscriber } from '../subscription/store.ts'
import { subscriberXsid } from '../subscription/subscriber-xsid.ts'
import { unsubscribeSubscriber } from '../subscription/unsubscribe-subscriber.ts'
import { readUnsubscribeToken } from '../subscription/unsubscribe-token.ts'
import { invalidLink } from './invalid-link.ts'
import { type Look, lookOf } from './look.ts'
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
      if (test) {
        const brand = await findBrand(service.db, test)
        return showTestOptOut({ language: request.language, brand }, test)
      }
      const subscriber = await find(service, request)
      if (!subscriber) return invalidLink(request.language)
      const look = await lookOf(service, request, subscriber.list)
      return hasUnsubscribed(subscriber.contact.status)
        ? done(service, look, subscriber)
        : question(service, look, subscriber)
    },
  },
  {
    method: 'POST',
    path,
    async handle(request) {
      const test = findTestOptOut(service, request)
      if (test) {
        const brand = await findBrand(service.db, test)
        const change = { ...request, brand, now: service.clock.now() }
        return inTransaction(service.db, (tx) => changeTestOptOut(tx, test, change))
      }
      const subscriber = await find(service, request)
      if (!subscriber) return invalidLink(request.language)
      const details = { spam: false, reason: '', now: service.clock.now() }
      await inTransaction(service.db, (tx) => unsubscribeSubscriber(tx, subscriber, details))
      service.wake()
      return done(service, await lookOf(service, request, subscriber.list), subscriber)
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

function question(service: Service, look: Look, subscriber: Subscriber): PageAnswer {
  const { unsubscribeTitle: title, unsubscribeQuestion, unsubscribeButton } = textsOf(look)
  return webPage({
    ...look,
    title,
    body: html`<section>
<p>${fill(unsubscribeQuestion, namesIn(subscriber))}</p>
<form method="post"><button>${unsubscribeButton}</button></form>
</section>
${otherPages(service, look, subscriber)}`,
  })
}

/**
 * Confirms the unsubscribe and links to the preference centers, where the person can give a reason,
 * subscribe again or leave everything.
 */
function done(service: Service, look: Look, subscriber: Subscriber): PageAnswer {
  const { unsubscribeTitle: title, unsubscribeDone } = textsOf(look)
  return webPage({
    ...look,
    title,
    body: html`<section>
<p role="status">${fill(unsubscribeDone, namesIn(subscriber))}</p>
</section>
${otherPages(service, look, subscriber)}`,
  })
}

/** Links to the page of this list and to that of all lists. */
function otherPages(
  { secrets }: Service,
  look: Look,
  { contact, list, campaignId }: Subscriber,
): Html {
  const xsid = subscriberXsid(secrets.sids, { contactId: contact.id, listId: list.id, campaignId })
  const { yourSubscription, allSubscriptions } = textsOf(look)
  return html`<nav><a href="../s/${xsid}">${fill(yourSubscription, { list: list.name })}</a><a href="..${preferencesUrl('', xsid)}">${allSubscriptions}</a></nav>`
}

const textsOf = ({ language }: Look) => messages[language].pages

const namesIn = ({ contact, list }: Pick<Subscriber, 'contact' | 'list'>) => ({
  email: contact.email,
  list: list.name,
})
