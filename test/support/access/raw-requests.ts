import type { Body } from '../../../src/contract/endpoint.ts'
import { endpoints, type NamedEndpoint } from '../../../src/contract/index.ts'
import { apiPrefix } from '../../../src/service/app.ts'
import { startService, type TestService } from '../service.ts'
import { addUser } from '../users.ts'
import { type AccountFixture, createAccountFixture } from './account-fixture.ts'
import { requestOf } from './route-requests.ts'

/** A service and an account with one row of every kind, to which a test can send any bytes. */
export interface RawTarget {
  server: TestService
  account: AccountFixture
  post(route: NamedEndpoint, body: string | Buffer, options?: RawOptions): Promise<RawResponse>
}

export interface RawOptions {
  /** The content type; empty for none. */
  type?: string
  headers?: Record<string, string>
}

export interface RawResponse {
  status: number
  text: string
  kind: string
}

const largeLimits = {
  ...{ monthly_sends: 1000, contacts_max: 1000, ai_generations: 10, rate_per_hour: 700_000 },
}

export async function startRawTarget(): Promise<RawTarget> {
  const server = await startService({ trustedProxies: 1 })
  const parent = { parent: server.accountId, role: 'Admin', limits: largeLimits } as const
  const account = await createAccountFixture(server, await addUser(server, parent), 'mine')
  let sent = 0
  return {
    server,
    account,
    async post({ id, endpoint }, body, { type = 'application/json', headers = {} } = {}) {
      sent += 1
      const { path } = requestOf({ id, noun: nounOf(id), verb: '', endpoint }, account)
      const response = await fetch(`${server.origin}${apiPrefix}${path}`, {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${account.user.token}`,
          'x-forwarded-for': `10.1.${Math.floor(sent / 250) % 250}.${sent % 250}`,
          ...(type !== '' && { 'content-type': type }),
          ...headers,
        },
        body,
      })
      const text = await response.text()
      return { status: response.status, text, kind: response.headers.get('content-type') ?? '' }
    },
  }
}

const nounOf = (id: string) => endpoints.find((route) => route.id === id)?.noun ?? 'auth'

/** The routes that read a JSON body. */
export const routesWithBody = endpoints.filter(
  ({ endpoint }) => endpoint.body.kind === 'json' || endpoint.body.kind === 'rows',
)

/** These routes end the session that the test uses. */
const endsSession = ({ id }: NamedEndpoint) => id === 'auth.logout' || id === 'users.updateMe'

/** Every body field of every route, except routes that end the session. */
export const bodyFields: readonly [route: NamedEndpoint, field: string][] = routesWithBody
  .filter((route) => !endsSession(route))
  .flatMap((route) =>
    fieldsOf(route.endpoint.body).map((field): [NamedEndpoint, string] => [route, field]),
  )

function fieldsOf(body: Body): string[] {
  if (body.kind === 'json') return Object.keys(body.schema.shape)
  if (body.kind !== 'rows') return []
  return [...Object.keys(body.row.shape), ...Object.keys(body.rest.shape), body.key]
}

/** Values as JSON text, because some cannot be created with `JSON.stringify`. */
export const hostileValues: readonly [what: string, json: string][] = [
  ['an array 90 deep', '['.repeat(90) + ']'.repeat(90)],
  ['an object 90 deep', `${'{"a":'.repeat(90)}1${'}'.repeat(90)}`],
  ['a lone surrogate', String.raw`"\ud83d"`],
  ['NUL', String.raw`"\u0000"`],
  ['a number beyond numbers', '1e400'],
  ['a number beyond 2^53', '123456789012345678901234567890'],
  ['a negative fraction', '-0.5'],
  ['an empty object', '{}'],
  ['an object of another kind', '{"length":-1,"toString":null,"constructor":0}'],
  ['arrays in an array', '[[],[[]],{}]'],
  ['null', 'null'],
]

/** Sends a valid request with one field replaced. Returns the server errors. */
export async function postField(
  { account, post }: RawTarget,
  [route, field]: readonly [NamedEndpoint, string],
  json: string,
): Promise<string[]> {
  const { body } = requestOf(route, account)
  const others = Object.entries(body as object).filter(([name]) => name !== field)
  const text = others.map(([name, value]) => `"${name}":${JSON.stringify(value)},`).join('')
  const headers = { 'idempotency-key': `${route.id} ${field} ${json.slice(0, 30)}` }
  const answer = await post(route, `{${text}"${field}":${json}}`, { headers })
  return answer.status >= 500 ? [`${route.id} ${field} ${json}: ${answer.text}`] : []
}
