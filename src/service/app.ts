import { endpoints } from '../contract/index.ts'
import type { ProcessRole } from '../core/process-roles.ts'
import { apiKeyHandlers } from './auth/api-keys/handlers.ts'
import { appHandlers } from './auth/apps/handlers.ts'
import { createAudit } from './auth/audit.ts'
import { authenticate } from './auth/authenticate.ts'
import { getToken } from './auth/get-token.ts'
import { logout } from './auth/logout.ts'
import { serveOAuth } from './auth/oauth/serve-oauth.ts'
import { automationHandlers } from './automations/handlers.ts'
import { automationOfField, automationOfList, automationOfSegment } from './automations/usage.ts'
import { walk } from './automations/walk/test.ts'
import { fetchText } from './bounces/hooks/fetch-text.ts'
import { relayHooks } from './bounces/hooks/relay-hook.ts'
import { campaignHandlers } from './campaigns/handlers.ts'
import { stopSends } from './campaigns/sending/apply-transition.ts'
import { clean as cleanList } from './cleaning/clean.ts'
import { exportList } from './contacts/export/export.ts'
import { contactHandlers } from './contacts/handlers.ts'
import { suppressionHandlers } from './contacts/suppression/handlers.ts'
import { suppressions as listSuppressions } from './contacts/suppression/suppressions.ts'
import { customEventHandlers } from './custom-events/handlers.ts'
import { list as listEvents } from './dashboard/events.ts'
import { dashboardHandlers } from './dashboard/handlers.ts'
import type { AnyHandler, Handlers } from './handler.ts'
import type { ConnectionLimits } from './http/connections.ts'
import { createKeyClaims } from './http/idempotency/key-claims.ts'
import { createExpensiveRequests, createQuickRequests } from './http/limits/expensive.ts'
import { createLimits, shareLimits } from './http/limits/limits.ts'
import type { Page } from './http/page.ts'
import { serveRawPosts } from './http/raw-posts.ts'
import { serveReadiness } from './http/readiness.ts'
import { createRoleElsewhere } from './http/role-elsewhere.ts'
import { serveContract } from './http/routes.ts'
import { servePages } from './http/serve-pages.ts'
import { createServer } from './http/server.ts'
import { answerVisits } from './http/visits/direct-visits.ts'
import { importFile } from './imports/import.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { fieldHandlers } from './lists/fields/handlers.ts'
import { listHandlers } from './lists/handlers.ts'
import { serveMcp } from './mcp-endpoint.ts'
import { mediaHandlers } from './media/handlers.ts'
import { mediaPages } from './media/public-page.ts'
import { archivePages } from './pages/archive.ts'
import { createPageCache } from './pages/archive-cache.ts'
import { archiveIndexPages } from './pages/archive-index.ts'
import { forgotPasswordPages } from './pages/forgot-password.ts'
import { homePages } from './pages/home.ts'
import { optInPages } from './pages/opt-in.ts'
import { personalDataPages } from './pages/personal-data.ts'
import { preferenceCenterPages } from './pages/preference-center.ts'
import { preferencesPages } from './pages/preferences.ts'
import { resetPasswordPages } from './pages/reset-password.ts'
import { signUpPages } from './pages/sign-up.ts'
import { subscribePages } from './pages/subscribe.ts'
import { unsubscribePages } from './pages/unsubscribe.ts'
import { createReadiness } from './processes/readiness.ts'
import { purgeList, purgeListOfDeletedAccount } from './retention/deleted-lists.ts'
import { accountInboxHandlers } from './sandbox/account-inbox-handlers.ts'
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
import { allowsOrigin } from './subscription/allows-origin.ts'
import { subscriptionHandlers } from './subscription/handlers.ts'
import { publicSubscribe } from './subscription/public-subscribe.ts'
import { publicUnsubscribe } from './subscription/public-unsubscribe.ts'
import { templateHandlers } from './templates/handlers.ts'
import { optInMailHandlers } from './templates/opt-in/handlers.ts'
import { hasTemplate } from './templates/store.ts'
import { trackingPages } from './tracking/routes.ts'
import { createVisitBuffer } from './tracking/visit-buffer.ts'
import { listAudit } from './users/audit/list.ts'
import { brandHandlers } from './users/brand/handlers.ts'
import { userHandlers } from './users/handlers.ts'
import { recoveryHandlers } from './users/recovery/handlers.ts'
import { inviteHandlers } from './users/sign-up/handlers.ts'
import { webhookHandlers } from './webhooks/handlers.ts'
import { disableAccountWebhooks } from './webhooks/store.ts'

/** The version segment is part of the base address. */
export const apiPrefix = '/v3/api'

interface AppSettings {
  host: string
  port: number
  /** The number of trusted proxies that set `X-Forwarded-For`. */
  trustedProxies: number
  /** Returned by `/health`. */
  instance: string
  /** Serves the catch-all's inbox, to this machine only. */
  hasInbox: boolean
  /** Default: the limits for the number of proxies. */
  connections?: Partial<ConnectionLimits>
}

/** `(^\\d{1,15}$)` in the route of a number. */
const patternsOfIds = /\(\^[^()]{1,40}\$\)/g

interface App {
  /** Stops accepting requests and waits for those in progress, until `giveUp` aborts. */
  close(giveUp?: AbortSignal): Promise<void>
}

/** Puts the service together; no other file does. The server listens when this resolves. */
export async function startApp(service: Service, settings: AppSettings): Promise<App> {
  const { db, clock, log, metrics } = service
  const limits = createLimits(clock)
  const has = (role: ProcessRole) => service.roles.includes(role)
  const visits = createVisitBuffer(service)
  const visitPages = trackingPages(service, visits)
  const answersFirst = answerVisits(has('pages') ? visitPages : [], {
    limits,
    trustedProxies: settings.trustedProxies,
    count: (route, status, ms) =>
      metrics.countRequest({ method: 'GET', route, status, seconds: ms / 1000 }),
  })
  const server = createServer({ ...settings, clock, log, answersFirst })
  server.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const { statusCode: status, elapsedTime } = reply
    // A path without a route could be anything.
    const route = routeOptions.url?.replace(patternsOfIds, '') ?? 'unknown'
    metrics.countRequest({ method, route, status, seconds: elapsedTime / 1000 })
    if (method !== 'GET') service.keepAwake()
    done()
  })
  const handlers = handlersOf(service)
  const routes = endpoints.map(({ id, noun, verb, endpoint }) => {
    const ofNoun: Record<string, AnyHandler> = handlers[noun]
    return { id, endpoint, handler: ofNoun[verb] as AnyHandler } // `Handlers` has one for each
  })
  const guard = { limits, authenticate: authenticate(service) }
  await serveContract(server, apiPrefix, has('api') ? routes : [], {
    ...{ db, clock, log, publicUrl: service.settings.publicUrl },
    allowsOrigin: allowsOrigin(service),
    ...guard,
    audit: createAudit(clock),
    expensive: createExpensiveRequests(clock),
    quick: createQuickRequests(),
    keys: createKeyClaims(db, clock),
    roleElsewhere: createRoleElsewhere(service, apiPrefix),
  })
  const pages = [...pagesOf(service, settings), ...visitPages]
  if (has('pages')) {
    await servePages(server, pages, { limits, clock })
    await serveRawPosts(server, relayHooks(service, fetchText(service)), { limits, clock })
  }
  if (has('api')) {
    serveMcp(server, service, { apiPrefix, limits })
    await serveOAuth(server, service, { limits, clock })
  }
  server.get('/health', async () => ({ status: 'ok', instance: settings.instance }))
  serveReadiness(server, createReadiness(service))
  try {
    await server.listen({ host: settings.host, port: settings.port })
  } catch (error) {
    // Both run from the start, and would keep the process alive.
    await server.close()
    await visits.stop()
    throw error
  }
  const closing = new AbortController()
  const sharing = shareLimits(limits, service, closing.signal)
  return {
    async close(giveUp) {
      const cut = () => server.server.closeAllConnections()
      if (giveUp?.aborted) cut()
      else giveUp?.addEventListener('abort', cut, { once: true })
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
      deleteContents: purgeList,
      findUsage: firstOf(segmentOfList, automationOfList),
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
  users: userHandlers(service, {
    stopSends,
    disableWebhooks: disableAccountWebhooks,
    purgeList: purgeListOfDeletedAccount,
  }),
  webhooks: webhookHandlers(service),
  senders: senderHandlers(service),
  templates: templateHandlers(service),
  dashboard: dashboardHandlers(service),
  events: { list: listEvents(service) },
  search: { all: searchAll(service), contacts: searchContacts(service) },
  subscription: subscriptionHandlers(service),
  public: { subscribe: publicSubscribe(service), unsubscribe: publicUnsubscribe(service) },
  automations: automationHandlers(service),
  brand: brandHandlers(service),
  suppressions: suppressionHandlers(service),
  media: mediaHandlers(service),
  customEvents: customEventHandlers(service),
  automationTests: { walk: walk(service) },
  optin: optInMailHandlers(service),
  keys: apiKeyHandlers(service),
  apps: appHandlers(service),
  audit: { list: listAudit(service) },
  inbox: accountInboxHandlers(service),
  invites: inviteHandlers(service),
  recovery: recoveryHandlers(service),
})

/** Combines functions that find what uses a resource. The first result counts. */
const firstOf =
  <Args extends unknown[]>(...finders: ((...args: Args) => Promise<string | undefined>)[]) =>
  async (...args: Args): Promise<string | undefined> => {
    for (const find of finders) {
      const name = await find(...args)
      if (name !== undefined) return name
    }
    return undefined
  }

/** The pages for everyone, which share a cache. */
function archivePagesOf(service: Service): readonly Page[] {
  const cache = createPageCache(service.clock)
  return [...archivePages(service, cache), ...archiveIndexPages(service, cache)]
}

/** The pages beside the API. */
const pagesOf = (service: Service, { hasInbox }: AppSettings): readonly Page[] => [
  ...archivePagesOf(service),
  ...preferenceCenterPages(service),
  ...preferencesPages(service),
  ...personalDataPages(service),
  ...mediaPages(service),
  ...homePages(service.settings.publicUrl + apiPrefix),
  ...confirmPages(service),
  ...unsubscribePages(service),
  ...optInPages(service),
  ...signUpPages(service),
  ...forgotPasswordPages(service),
  ...resetPasswordPages(service),
  ...subscribePages(service),
  ...(hasInbox ? [...inboxPages(service), ...mailPages(service)] : []),
]
