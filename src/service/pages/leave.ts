import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { hasLeft } from '../contacts/status.ts'
import { formPage } from '../http/form-page.ts'
import type { Page, PageAnswer, PageRequest } from '../http/page.ts'
import type { Service } from '../service.ts'
import { leave } from '../subscription/leave.ts'
import { findByXsid, findSubscriber, type Subscriber } from '../subscription/store.ts'
import { readUnsubscribeToken } from '../subscription/unsubscribe-token.ts'
import { readXsid } from '../subscription/xsid-of.ts'

type Find = (request: PageRequest) => Promise<Subscriber | undefined>

/**
 * Two doors to leaving. `List-Unsubscribe` leads to the first: a mailbox's one click posts there
 * (RFC 8058), a person who opens the link is asked first. `subscription_url` leads to the second. Who
 * has left already gets the same answer.
 */
export const leavePages = (service: Service): readonly Page[] => [
  ...doorTo(service, '/u/:token', byToken(service)),
  ...doorTo(service, '/s/:xsid', byXsid(service)),
]

const byToken =
  ({ db, secrets }: Service): Find =>
  async ({ params }) => {
    const named = readUnsubscribeToken(params.token ?? '', secrets.mac)
    return named && findSubscriber(db, named)
  }

const byXsid =
  ({ db, secrets }: Service): Find =>
  async ({ params }) => {
    const named = readXsid(secrets.sids, params.xsid ?? '')
    return named && findByXsid(db, named)
  }

const doorTo = (service: Service, path: string, find: Find): readonly Page[] => [
  {
    method: 'GET',
    path,
    async handle(request) {
      const subscriber = await find(request)
      if (!subscriber) return invalid(request)
      return hasLeft(subscriber.contact.status)
        ? done(request, subscriber)
        : question(request, subscriber)
    },
  },
  {
    method: 'POST',
    path,
    async handle(request) {
      const subscriber = await find(request)
      if (!subscriber) return invalid(request)
      const how = { spam: false, reason: '', now: service.clock.now() }
      await service.db.transaction().execute((tx) => leave(tx, subscriber, how))
      service.wake()
      return done(request, subscriber)
    },
  },
]

function question({ language }: PageRequest, subscriber: Subscriber): PageAnswer {
  const { leaveTitle: title, leaveQuestion, leaveButton: button } = messages[language].pages
  return formPage({ language, title, text: fill(leaveQuestion, named(subscriber)), button })
}

function done({ language }: PageRequest, subscriber: Subscriber): PageAnswer {
  const { leaveTitle: title, leaveDone } = messages[language].pages
  return formPage({ language, title, text: fill(leaveDone, named(subscriber)) })
}

const named = ({ contact, list }: Subscriber) => ({ email: contact.email, list: list.name })

function invalid({ language }: PageRequest): PageAnswer {
  const { invalidTitle: title, invalidText: text } = messages[language].pages
  return formPage({ language, status: 404, title, text })
}
