import type { Language } from '../../core/language.ts'
import { html } from '../../html/html.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { hasLeft } from '../contacts/status.ts'
import { inTransaction } from '../database/transaction.ts'
import { formPage } from '../http/form-page.ts'
import type { Page, PageAnswer, PageRequest } from '../http/page.ts'
import { webPage } from '../http/web-page.ts'
import type { Service } from '../service.ts'
import { leave } from '../subscription/leave.ts'
import { findSubscriber, type Subscriber } from '../subscription/store.ts'
import { readUnsubscribeToken } from '../subscription/unsubscribe-token.ts'
import { xsidOf } from '../subscription/xsid-of.ts'
import { invalidLink } from './invalid-link.ts'
import { languageFor } from './reader-language.ts'

const path = '/u/:token'

/**
 * Where `List-Unsubscribe` leads: a mailbox's one click posts there (RFC 8058), from wherever it is; a
 * person who opens the link is asked first. Who has left already gets the same answer.
 */
export const leavePages = (service: Service): readonly Page[] => [
  {
    method: 'GET',
    path,
    async handle(request) {
      const subscriber = await find(service, request)
      if (!subscriber) return invalidLink(request.language)
      const language = await languageFor(request, service.db, subscriber.list)
      return hasLeft(subscriber.contact.status)
        ? done(service, language, subscriber)
        : question(language, subscriber)
    },
  },
  {
    method: 'POST',
    path,
    async handle(request) {
      const subscriber = await find(service, request)
      if (!subscriber) return invalidLink(request.language)
      const how = { spam: false, reason: '', now: service.clock.now() }
      await inTransaction(service.db, (tx) => leave(tx, subscriber, how))
      service.wake()
      return done(service, await languageFor(request, service.db, subscriber.list), subscriber)
    },
  },
]

async function find(
  { db, secrets }: Service,
  { params }: PageRequest,
): Promise<Subscriber | undefined> {
  const named = readUnsubscribeToken(params.token ?? '', secrets.mac)
  return named && findSubscriber(db, named)
}

function question(language: Language, subscriber: Subscriber): PageAnswer {
  const { leaveTitle: title, leaveQuestion, leaveButton: button } = messages[language].pages
  return formPage({ language, title, text: fill(leaveQuestion, named(subscriber)), button })
}

/** The way to their own page: there they can say why, and ask to be back. */
function done(
  { secrets }: Service,
  language: Language,
  { contact, list, campaignId }: Subscriber,
): PageAnswer {
  const { leaveTitle: title, leaveDone, yourSubscription } = messages[language].pages
  const xsid = xsidOf(secrets.sids, { contactId: contact.id, listId: list.id, campaignId })
  const names = named({ contact, list })
  return webPage({
    language,
    title,
    body: html`<section>
<p role="status">${fill(leaveDone, names)}</p>
<p><a href="../s/${xsid}">${fill(yourSubscription, names)}</a></p>
</section>`,
  })
}

const named = ({ contact, list }: Pick<Subscriber, 'contact' | 'list'>) => ({
  email: contact.email,
  list: list.name,
})
