import { endpoints } from '../contract/index.ts'
import { authenticate } from './auth/authenticate.ts'
import { getToken } from './auth/get-token.ts'
import { logout } from './auth/logout.ts'
import { automationHandlers } from './automations/handlers.ts'
import { automationOfField, automationOfList, automationOfSegment } from './automations/usage.ts'
import { fetchText } from './bounces/hooks/fetch-text.ts'
import { relayHooks } from './bounces/hooks/relay-hook.ts'
import { campaignHandlers } from './campaigns/handlers.ts'
import { stopSends } from './campaigns/stop-store.ts'
import { clean as cleanList } from './cleaning/clean.ts'
import { exportList } from './contacts/export.ts'
import { contactHandlers } from './contacts/handlers.ts'
import { suppressions as listSuppressions } from './contacts/suppressions.ts'
import { sweepList } from './contacts/sweep-store.ts'
import { list as listEvents } from './dashboard/events.ts'
import { dashboardHandlers } from './dashboard/handlers.ts'
import type { AnyHandler, Handlers } from './handler.ts'
import { createLimits, shareLimits } from './http/limits.ts'
import type { Page } from './http/page.ts'
import { serveRawPosts } from './http/raw-posts.ts'
import { serveContract } from './http/routes.ts'
import { createServer, servePages } from './http/server.ts'
import { importFile } from './imports/import.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { fieldHandlers } from './lists/fields/handlers.ts'
import { listHandlers } from './lists/handlers.ts'
import { serveMcp } from './mcp-door.ts'
import { archivePages } from './pages/archive.ts'
import { archiveIndexPages } from './pages/archive-index.ts'
import { centrePages } from './pages/centre.ts'
import { leavePages } from './pages/leave.ts'
import { optInPages } from './pages/opt-in.ts'
import { signUpPages } from './pages/sign-up.ts'
import { subscribePages } from './pages/subscribe.ts'
import { inboxPages } from './sandbox/inbox.ts'
import { mailPages } from './sandbox/mail-pages.ts'
import { all as searchAll } from './search/all.ts'
import { contacts as searchContacts } from './search/contacts.ts'
import { segmentHandlers } from './segments/handlers.ts'
import { segmentFilter } from './segments/segment-filter.ts'
import { segmentOfField, segmentOfList } from './segments/usage.ts'
import { confirmPages } from './senders/confirm-page.ts'
import { senderHandlers } from './senders/handlers.ts'
import type { Service } from './service.ts'
import { subscriptionHandlers } from './subscription/handlers.ts'
import { publicSubscribe } from './subscription/public-subscribe.ts'
import { publicUnsubscribe } from './subscription/public-unsubscribe.ts'
import { templateHandlers } from './templates/handlers.ts'
import { hasTemplate } from './templates/store.ts'
import { createVisitBuffer } from './tracking/buffer.ts'
import { trackingPages } from './tracking/routes.ts'
import { userHandlers } from './users/handlers.ts'
import { webhookHandlers } from './webhooks/handlers.ts'
import { silenceWebhooks } from './webhooks/store.ts'

/** The version segment is part of the base address. */
export const apiPrefix = '/v3/api'

export interface AppSettings {
  host: string
  port: number
  /** Hops in front of us whose `X-Forwarded-For` is believed. */
  trustedProxies: number
  /** Answered by `/health`. */
  instance: string
  /** Whether the catch-all's inbox is served, to this machine alone. */
  hasInbox: boolean
}

export interface App {
  /** Stops taking requests and lets those under way finish. */
  close(): Promise<void>
}

/** The one place where the service is put together. Listening when it returns. */
export async function startApp(service: Service, settings: AppSettings): Promise<App> {
  const { db, clock, log } = service
  const server = createServer({ trustedProxies: settings.trustedProxies, log })
  const handlers = handlersOf(service)
  const routes = endpoints.map(({ id, noun, verb, endpoint }) => {
    const ofNoun: Record<string, AnyHandler> = handlers[noun]
    return { id, endpoint, handler: ofNoun[verb] as AnyHandler } // `Handlers` has one for each
  })
  const limits = createLimits(clock)
  const guard = { limits, authenticate: authenticate(service) }
  serveContract(server, apiPrefix, routes, { db, clock, log, ...guard })
  const visits = createVisitBuffer(service)
  await servePages(server, [...pagesOf(service, settings), ...trackingPages(service, visits)])
  await serveRawPosts(server, relayHooks(service, fetchText(service)))
  serveMcp(server, service, apiPrefix)
  server.get('/health', async () => ({ status: 'ok', instance: settings.instance }))
  await server.listen({ host: settings.host, port: settings.port })
  const closing = new AbortController()
  const sharing = shareLimits(limits, service, closing.signal)
  return {
    async close() {
      await server.close()
      closing.abort()
      await sharing
      await visits.stop()
    },
  }
}

const handlersOf = (service: Service): Handlers => ({
  auth: { getToken: getToken(service), logout: logout(service) },
  campaigns: campaignHandlers(service),
  lists: {
    ...listHandlers(service, {
      hasTemplate,
      sweep: sweepList,
      userOf: firstOf(segmentOfList, automationOfList),
    }),
    clean: cleanList(service),
    import: importFile(service),
    export: exportList(service, segmentFilter(service.clock)),
    suppressions: listSuppressions(service),
  },
  contacts: contactHandlers(service, segmentFilter(service.clock)),
  fields: fieldHandlers(service, firstOf(segmentOfField, automationOfField)),
  jobs: jobHandlers(service),
  segments: segmentHandlers(service, automationOfSegment),
  users: userHandlers(service, { stopSends, silence: silenceWebhooks, sweep: sweepList }),
  webhooks: webhookHandlers(service),
  senders: senderHandlers(service),
  templates: templateHandlers(service),
  dashboard: dashboardHandlers(service),
  events: { list: listEvents(service) },
  search: { all: searchAll(service), contacts: searchContacts(service) },
  subscription: subscriptionHandlers(service),
  public: { subscribe: publicSubscribe(service), unsubscribe: publicUnsubscribe(service) },
  automations: automationHandlers(service),
})

/** The first that uses a thing, of whatever kind. */
const firstOf =
  <Asked extends unknown[]>(...askers: ((...asked: Asked) => Promise<string | undefined>)[]) =>
  async (...asked: Asked): Promise<string | undefined> => {
    for (const ask of askers) {
      const name = await ask(...asked)
      if (name !== undefined) return name
    }
    return undefined
  }

/** What is served beside the API. */
const pagesOf = (service: Service, { hasInbox }: AppSettings): readonly Page[] => [
  ...archivePages(service),
  ...archiveIndexPages(service),
  ...centrePages(service),
  ...confirmPages(service),
  ...leavePages(service),
  ...optInPages(service),
  ...signUpPages(service),
  ...subscribePages(service),
  ...(hasInbox ? [...inboxPages(service), ...mailPages(service)] : []),
]
