import { endpoints } from '../contract/index.ts'
import { authenticate } from './auth/authenticate.ts'
import { getToken } from './auth/get-token.ts'
import { logout } from './auth/logout.ts'
import { check as checkCampaign } from './campaigns/check.ts'
import { create as createCampaign } from './campaigns/create.ts'
import { remove as deleteCampaign } from './campaigns/delete.ts'
import { get as getCampaign } from './campaigns/get.ts'
import { list as listCampaigns } from './campaigns/list.ts'
import { send as sendCampaign } from './campaigns/send.ts'
import { stats as campaignStats } from './campaigns/stats.ts'
import { sendTest } from './campaigns/test.ts'
import { update as updateCampaign } from './campaigns/update.ts'
import { add as addContacts } from './contacts/add.ts'
import { get as getContact } from './contacts/get.ts'
import { list as listContacts } from './contacts/list.ts'
import { remove as removeContact } from './contacts/remove.ts'
import { sweepList } from './contacts/sweep-store.ts'
import { update as updateContact } from './contacts/update.ts'
import { show as showDashboard } from './dashboard/show.ts'
import type { AnyHandler, Handlers } from './handler.ts'
import { createLimits } from './http/limits.ts'
import type { Page } from './http/page.ts'
import { serveContract } from './http/routes.ts'
import { createServer, servePages } from './http/server.ts'
import { create as createList } from './lists/create.ts'
import { remove as deleteList } from './lists/delete.ts'
import { create as createField } from './lists/fields/create.ts'
import { remove as deleteField } from './lists/fields/delete.ts'
import { list as listFields } from './lists/fields/list.ts'
import { update as updateField } from './lists/fields/update.ts'
import { get as getList } from './lists/get.ts'
import { list as listLists } from './lists/list.ts'
import { update as updateList } from './lists/update.ts'
import { leavePages } from './pages/leave.ts'
import { optInPages } from './pages/opt-in.ts'
import { inboxPages } from './sandbox/inbox.ts'
import { confirmPages } from './senders/confirm-page.ts'
import { create as createSender } from './senders/create.ts'
import { list as listSenders } from './senders/list.ts'
import { verify as verifySender } from './senders/verify.ts'
import type { Service } from './service.ts'
import { get as getSubscription } from './subscription/get.ts'
import { publicSubscribe } from './subscription/public-subscribe.ts'
import { publicUnsubscribe } from './subscription/public-unsubscribe.ts'
import { unsubscribe } from './subscription/unsubscribe.ts'
import { update as updateSubscription } from './subscription/update.ts'
import { createVisitBuffer } from './tracking/buffer.ts'
import { trackingPages } from './tracking/routes.ts'

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
  campaigns: {
    list: listCampaigns(service),
    create: createCampaign(service),
    get: getCampaign(service),
    update: updateCampaign(service),
    delete: deleteCampaign(service),
    check: checkCampaign(service),
    test: sendTest(service),
    send: sendCampaign(service),
    stats: campaignStats(service),
  },
  lists: {
    list: listLists(service),
    create: createList(service),
    get: getList(service),
    update: updateList(service),
    delete: deleteList(service, sweepList),
  },
  contacts: {
    list: listContacts(service),
    add: addContacts(service),
    get: getContact(service),
    update: updateContact(service),
    remove: removeContact(service),
  },
  fields: {
    list: listFields(service),
    create: createField(service),
    update: updateField(service),
    delete: deleteField(service),
  },
  jobs: {},
  segments: {},
  users: {},
  webhooks: {},
  senders: {
    create: createSender(service),
    verify: verifySender(service),
    list: listSenders(service),
  },
  templates: {},
  dashboard: { show: showDashboard(service) },
  events: {},
  search: {},
  subscription: {
    get: getSubscription(service),
    update: updateSubscription(service),
    unsubscribe: unsubscribe(service),
  },
  public: { subscribe: publicSubscribe(service), unsubscribe: publicUnsubscribe(service) },
  automations: {},
})

/** What is served beside the API. */
const pagesOf = (service: Service, { hasInbox }: AppSettings): readonly Page[] => [
  ...confirmPages(service),
  ...leavePages(service),
  ...optInPages(service),
  ...(hasInbox ? inboxPages(service) : []),
]
