import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { hasLeft } from '../contacts/status.ts'
import type { Page, PageAnswer, PageRequest } from '../http/page.ts'
import type { Service } from '../service.ts'
import { leave } from '../subscription/leave.ts'
import { findSubscriber, type Subscriber } from '../subscription/store.ts'
import { readUnsubscribeToken } from '../subscription/unsubscribe-token.ts'
import { formPage } from './form-page.ts'
import { optInPages } from './opt-in.ts'

const path = '/u/:token'

/**
 * Where `List-Unsubscribe` leads: a mailbox's one click posts here (RFC 8058), a person who opens the
 * link is asked first. Who has left already gets the same answer.
 */
const oneClickPages = (service: Service): readonly Page[] => [
  {
    method: 'GET',
    path,
    async handle(request) {
      const subscriber = await subscriberIn(service, request)
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
      const subscriber = await subscriberIn(service, request)
      if (!subscriber) return invalid(request)
      const how = { spam: false, reason: '', now: service.clock.now() }
      await service.db.transaction().execute((tx) => leave(tx, subscriber, how))
      service.wake()
      return done(request, subscriber)
    },
  },
]

/** The pages of the people on a list. */
export const pages = (service: Service): readonly Page[] => [
  ...oneClickPages(service),
  ...optInPages(service),
]

async function subscriberIn(
  { db, secrets }: Service,
  { params }: PageRequest,
): Promise<Subscriber | undefined> {
  const named = readUnsubscribeToken(params.token ?? '', secrets.mac)
  return named && findSubscriber(db, named)
}

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
