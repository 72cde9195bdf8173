import { endpoints } from '../contract/index.ts'
import { authenticate } from './auth/authenticate.ts'
import { getToken } from './auth/get-token.ts'
import { logout } from './auth/logout.ts'
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
import { createLimits } from './http/limits.ts'
import type { Page } from './http/page.ts'
import { serveContract } from './http/routes.ts'
import { createServer, servePages } from './http/server.ts'
import { importFile } from './imports/import.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { fieldHandlers } from './lists/fields/handlers.ts'
import { listHandlers } from './lists/handlers.ts'
import { archivePages } from './pages/archive.ts'
import { leavePages } from './pages/leave.ts'
import { optInPages } from './pages/opt-in.ts'
import { signUpPages } from './pages/sign-up.ts'
import { inboxPages } from './sandbox/inbox.ts'
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
    return { id, endpoint, handler: ofNoun[verb] }
  })
  const guard = authenticate(service)
  serveContract(server, apiPrefix, routes, {
    db,
    clock,
    log,
    authenticate: guard,
    limit: createLimits(clock),
  })
  const visits = createVisitBuffer(service)
  await servePages(server, [...pagesOf(service, settings), ...trackingPages(service, visits)])
  server.get('/health', async () => ({ status: 'ok', instance: settings.instance }))
  await server.listen({ host: settings.host, port: settings.port })
  return {
    async close() {
      await server.close()
      await visits.stop()
    },
  }
}

const handlersOf = (service: Service): Handlers => ({
  auth: { getToken: getToken(service), logout: logout(service) },
  campaigns: campaignHandlers(service),
  lists: {
    ...listHandlers(service, { hasTemplate, sweep: sweepList, userOf: segmentOfList }),
    clean: cleanList(service),
    import: importFile(service),
    export: exportList(service, segmentFilter(service.clock)),
    suppressions: listSuppressions(service),
  },
  contacts: contactHandlers(service, segmentFilter(service.clock)),
  fields: fieldHandlers(service, segmentOfField),
  jobs: jobHandlers(service),
  segments: segmentHandlers(service),
  users: userHandlers(service, { stopSends, silence: silenceWebhooks, sweep: sweepList }),
  webhooks: webhookHandlers(service),
  senders: senderHandlers(service),
  templates: templateHandlers(service),
  dashboard: dashboardHandlers(service),
  events: { list: listEvents(service) },
  search: { all: searchAll(service), contacts: searchContacts(service) },
  subscription: subscriptionHandlers(service),
  public: { subscribe: publicSubscribe(service), unsubscribe: publicUnsubscribe(service) },
  automations: {},
})

/** What is served beside the API. */
const pagesOf = (service: Service, { hasInbox }: AppSettings): readonly Page[] => [
  ...archivePages(service),
  ...confirmPages(service),
  ...leavePages(service),
  ...optInPages(service),
  ...signUpPages(service),
  ...(hasInbox ? inboxPages(service) : []),
]
