import { expect, test } from 'vitest'
import * as z from 'zod'
import { type Body, features, type Output, type Shape } from '../../../src/contract/endpoint.ts'
import { takesKey } from '../../../src/contract/failures.ts'
import { featuresOf } from '../../../src/contract/feature.ts'
import { endpoints, modules, openShapes } from '../../../src/contract/index.ts'
import { pathTokens, tokensOf } from '../../../src/contract/path.ts'
import { failureTable } from '../../../src/core/failure.ts'

/** Typed from the specification: its two tables of endpoints. */
const shownRoutes = [
  'POST /auth/getToken',
  'POST /senders',
  'GET /campaigns',
  'POST /campaigns',
  'GET /subscription/:xsid',
  'PUT /subscription/:xsid',
  'DELETE /subscription/:xsid',
  'POST /auth/logout',
  'PUT /campaigns/:id/send',
  'GET /campaigns/:id/stats',
  'POST /lists',
  'POST /lists/:id/contacts',
  'DELETE /lists/:id/contacts/:contact',
  'POST /segments',
  'GET /segments/:id/preview',
  'POST /users',
  'GET /users/:id',
  'PUT /users/:id/role',
  'POST /senders/verify',
  'GET /senders',
  'POST /templates',
  'GET /templates/:id',
  'GET /dashboard',
  'GET /dashboard/stats',
  'GET /search',
  'POST /public/subscribe',
  'POST /public/unsubscribe',
  'POST /automations',
  'PUT /automations/:id/activate',
]

const routeOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

const bodyShapes = (body: Body): Shape[] =>
  body.kind === 'json' ? [body.schema] : body.kind === 'rows' ? [body.row, body.rest] : []

const outputSchemas = (output: Output): z.ZodType[] =>
  output.kind === 'one' ? [output.schema] : output.kind === 'list' ? [output.item] : []

const each = test.each(endpoints.map((named) => [named.id, named] as const))

test.each(modules)('the module $name has the $count endpoints of the specification', (module) => {
  const { nouns, count } = module
  expect(endpoints.filter(({ noun }) => nouns.includes(noun))).toHaveLength(count)
})

test('the modules hold every endpoint, 138 in all', () => {
  expect(modules.reduce((sum, { count }) => sum + count, 0)).toBe(138)
  expect(endpoints).toHaveLength(138)
})

test('the routes marked as shown are the 29 that the specification shows', () => {
  const marked = endpoints.filter(({ endpoint }) => endpoint.shown)
  expect(marked.map(({ endpoint }) => routeOf(endpoint)).sort()).toEqual([...shownRoutes].sort())
})

test('no two endpoints have the same method and path', () => {
  const routes = endpoints.map(({ endpoint }) => routeOf(endpoint))
  expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([])
})

test('a path segment in the place of an id never consists of digits', () => {
  const siblings = endpoints.flatMap(({ endpoint }) => endpoint.path.split('/').slice(1))
  const words = siblings.filter((segment) => segment !== '' && !segment.startsWith(':'))
  expect(words.filter((word) => /^\d+$/.test(word))).toEqual([])
})

each('%s: every token of its path is known', (_, { endpoint }) => {
  expect(Object.keys(pathTokens)).toEqual(expect.arrayContaining(tokensOf(endpoint.path)))
})

each('%s: no name stands in two of path, query and body', (_, { endpoint }) => {
  const { path, query, body } = endpoint
  const rowsKey = body.kind === 'rows' ? [body.key] : []
  const inBody = new Set(bodyShapes(body).flatMap(({ shape }) => Object.keys(shape)))
  const names = [...tokensOf(path), ...Object.keys(query.shape), ...inBody, ...rowsKey]
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

each('%s: its failure codes exist and travel over HTTP', (_, { endpoint }) => {
  for (const code of endpoint.failures) {
    expect(Object.keys(failureTable)).toContain(code)
    expect(failureTable[code].status, code).toBeGreaterThanOrEqual(400)
  }
})

each('%s: a GET only reads, and nothing that only reads is sent by PUT or DELETE', (_, found) => {
  const { method, effect } = found.endpoint
  if (method === 'GET') expect(effect).toBe('read')
  if (effect === 'read') expect(['GET', 'POST']).toContain(method)
})

each('%s: takes an idempotency key only where it acts and its answer is no secret', (_, found) => {
  const { method, effect, secret } = found.endpoint
  if (!takesKey(found.endpoint)) return
  expect({ method, effect, secret }).toEqual({
    method: expect.stringMatching(/^(POST|PUT)$/),
    effect: expect.not.stringMatching(/^read$/),
    secret: undefined,
  })
})

each(
  '%s: its shapes are closed to anything it does not name, unless the service reads them itself',
  (id, { endpoint }) => {
    if (openShapes.includes(id)) return
    const schemas = [
      endpoint.query,
      ...bodyShapes(endpoint.body),
      ...outputSchemas(endpoint.output),
    ]
    for (const schema of schemas) expect(openPlaces(schema)).toEqual([])
  },
)

test('open shapes belong to existing endpoints', () => {
  expect(endpoints.map(({ id }) => id)).toEqual(expect.arrayContaining([...openShapes]))
})

test('every declared feature is used, and vice versa', () => {
  const used = new Set(endpoints.flatMap(({ endpoint }) => featuresOf(endpoint)))
  // No field asks for idempotency: it is a header.
  expect([...used, 'idempotency'].sort()).toEqual([...features].sort())
})

test('fields of a shown route that delay, narrow or protect name the feature they need', () => {
  const featuresIn = (id: string) =>
    endpoints.filter((each) => each.id === id).flatMap(({ endpoint }) => featuresOf(endpoint))
  expect(featuresIn('campaigns.create').sort()).toEqual(
    [
      'ab-test',
      'count-recipients',
      'draft',
      'exclude',
      'expect-recipients',
      'schedule',
      'segment',
    ].sort(),
  )
  expect(featuresIn('lists.create')).toEqual(['double-optin'])
  expect(featuresIn('contacts.add')).toEqual(['contact-status', 'batch'])
  expect(featuresIn('contacts.remove')).toEqual(['erase'])
})

/** Where a schema takes anything at all: `unknown`, `any`, loose objects. */
function openPlaces(schema: z.ZodType): string[] {
  const found: string[] = []
  z.toJSONSchema(schema, {
    io: 'input',
    override: ({ zodSchema, path }) => {
      const isLoose =
        zodSchema instanceof z.ZodObject && zodSchema.def.catchall instanceof z.ZodUnknown
      if (isLoose || zodSchema instanceof z.ZodUnknown || zodSchema instanceof z.ZodAny) {
        found.push(path.join('.'))
      }
    },
  })
  return found
}
