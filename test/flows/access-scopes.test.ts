import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Role, roles } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/index.ts'
import { mayCall } from '../../src/contract/permissions.ts'
import { allScopes, scopeOf } from '../../src/contract/scopes.ts'
import { apiPrefix } from '../../src/service/app.ts'
import type { createAccountFixture } from '../support/access/account-fixture.ts'
import { addApiKey } from '../support/access/api-keys.ts'
import { requestOf } from '../support/access/route-requests.ts'
import { startService, type TestService } from '../support/service.ts'
import { addUser } from '../support/users.ts'

const limits = {
  ...{ monthly_sends: 1000, contacts_max: 1000, ai_generations: 10, rate_per_hour: 100_000 },
}

let server: TestService
let requestCount = 0
beforeAll(async () => {
  server = await startService({ trustedProxies: 1 })
})
afterAll(async () => {
  await server.close()
  console.log(
    `${protectedRoutes.length} routes, ${allScopes.length} scopes, ${requestCount} requests`,
  )
})

const protectedRoutes = endpoints.filter(({ endpoint }) => endpoint.access !== 'public')

/** Returns the failure code of a route with a key, for an object that does not exist. */
async function codeWith(key: string, route: (typeof endpoints)[number], account: Fixture) {
  requestCount += 1
  const { path, body, headers = {} } = requestOf(route, account)
  const isJson = route.endpoint.body.kind === 'json' || route.endpoint.body.kind === 'rows'
  const from = `10.0.${Math.floor(requestCount / 250)}.${requestCount % 250}`
  const answer = await server.request(
    route.endpoint.method,
    apiPrefix + path,
    // It passes the guard and fails validation.
    isJson ? { '\0': 1 } : body,
    { ...headers, 'x-forwarded-for': from, authorization: `Bearer ${key}` },
  )
  return String(answer.body?.code)
}

type Fixture = Awaited<ReturnType<typeof createAccountFixture>>

/** A user of this role with an account in which no id of a path exists. */
async function addCaller(role: Role): Promise<Fixture> {
  const { id } = await addUser(server, { parent: server.accountId, role: 'Admin', limits })
  const user = await addUser(server, { parent: id, role, limits })
  const none = 999_999_999
  return {
    ...{ user: { ...user, id: none }, list: none, publicId: '', email: '', contact: none },
    ...{ xsid: '', field: none, job: none, key: none, segment: none, template: none, sender: '' },
    app: none,
    ...{ campaign: none, link: none, conversion: '', webhook: none, event: none },
    ...{ automation: none, image: none, message: none },
  }
}

const isRefused = (code: string) =>
  /^(unauthorized|key_\w+|forbidden|scope_missing|session_needed)$/.test(code)

test.each(roles)('a key of %s opens the routes of its scope and no others', async (role) => {
  const account = await addCaller(role)
  const owner = (
    await server.service.db
      .selectFrom('accounts')
      .select('id')
      .where('username', '=', account.user.username)
      .executeTakeFirstOrThrow()
  ).id
  for (const scope of allScopes) {
    const only = await addApiKey(server, owner, [scope])
    const others = await addApiKey(
      server,
      owner,
      allScopes.filter((each) => each !== scope),
    )
    const routes = protectedRoutes.filter(({ endpoint }) => scopeOf(endpoint) === scope)
    for (const route of routes) {
      const may = mayCall(role, route.endpoint)
      const opened = await codeWith(only, route, account)
      expect([scope, route.id, isRefused(opened)]).toEqual([scope, route.id, !may])
      // A request that may only save passes the guard, and the input decides.
      const code = await codeWith(others, route, account)
      const expected = may ? 'scope_missing' : 'forbidden'
      if (!route.endpoint.savesWith) expect([route.id, code]).toEqual([route.id, expected])
    }
  }
  const all = await addApiKey(server, owner, allScopes)
  const personal = protectedRoutes.filter(({ endpoint }) => scopeOf(endpoint) === 'session')
  expect(personal).toHaveLength(6)
  for (const route of personal) {
    const code = await codeWith(all, route, account)
    const expected = mayCall(role, route.endpoint) ? 'session_needed' : 'forbidden'
    expect([route.id, code]).toEqual([route.id, expected])
  }
})
