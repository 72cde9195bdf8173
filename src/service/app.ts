import { endpoints } from '../contract/index.ts'
import { authenticate } from './auth/authenticate.ts'
import { getToken } from './auth/get-token.ts'
import { logout } from './auth/logout.ts'
import { show as showDashboard } from './dashboard/show.ts'
import type { AnyHandler, Handlers } from './handler.ts'
import { createLimits } from './http/limits.ts'
import type { Page } from './http/page.ts'
import { serveContract } from './http/routes.ts'
import { createServer, servePages } from './http/server.ts'
import { inboxPages } from './sandbox/inbox.ts'
import { confirmPages } from './senders/confirm-page.ts'
import { create as createSender } from './senders/create.ts'
import { list as listSenders } from './senders/list.ts'
import { verify as verifySender } from './senders/verify.ts'
import type { Service } from './service.ts'

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
  servePages(server, pagesOf(service, settings))
  server.get('/health', async () => ({ status: 'ok', instance: settings.instance }))
  await server.listen({ host: settings.host, port: settings.port })
  return { close: () => server.close() }
}

const handlersOf = (service: Service): Handlers => ({
  auth: { getToken: getToken(service), logout: logout(service) },
  campaigns: {},
  lists: {},
  contacts: {},
  fields: {},
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
  subscription: {},
  public: {},
  automations: {},
})

/** What is served beside the API. */
const pagesOf = (service: Service, { hasInbox }: AppSettings): readonly Page[] => [
  ...confirmPages(service),
  ...(hasInbox ? inboxPages(service) : []),
]
