// Requests made up from docs/openapi.json, nearly right and quite wrong, to the whole API: none may be
// answered with a 5xx, and what is answered with a 2xx has to have the declared shape.
// node scripts/run.js bench/fuzz.ts [SECONDS] [SEED], with REMITE_TEST_DATABASE_URL on PostgreSQL
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { endpoints, type NamedEndpoint } from '../src/contract/index.ts'
import { type Furnished, furnish } from '../test/support/doors.ts'
import { requestOf } from '../test/support/doors-requests.ts'
import { startService } from '../test/support/service.ts'
import { addUser } from '../test/support/users.ts'
import { print } from './measure.ts'

const [seconds = 60, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const atOnce = 4
/** After so many an account has lost most of what it had: another is furnished. */
const perAccount = 400

interface Schema {
  [keyword: string]: unknown
  $ref?: string
  type?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  pattern?: string
  format?: string
}

interface Operation {
  operationId: string
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))

const hostile = [
  ...[null, '', ' ', '\0', '\ud800', '\u202e', "' or 1=1 --", '%', '_', '{{ x', '../..', '💥'],
  ...[-1, 0, 1.5, 2 ** 53, 1e308, true, [], {}, [[]], { a: 1 }, 'x'.repeat(5000)],
]

const texts = fc.oneof(
  fc.constantFrom('ana@mine.example', 'mine', 'Ñandú, S.A.', 'https://example.org/a?b=c', 'UTC'),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)

const number = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise

function textOf({ pattern, format, minLength, maxLength }: Schema): fc.Arbitrary<unknown> {
  if (format === 'date-time') {
    const range = { min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }
    return fc.date(range).map((date) => date.toISOString())
  }
  if (pattern !== undefined && !/\(\?/.test(pattern)) return fc.stringMatching(new RegExp(pattern))
  const least = number(minLength, 0)
  const most = number(maxLength, 255)
  return texts.map((text) => text.padEnd(least, 'x').slice(0, most))
}

function valuesOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const known = schema.$ref
  if (known) return depth > 6 ? fc.constant({}) : valuesOf(resolve(known), depth + 1)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((each) => valuesOf(each, depth + 1)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number': {
      const min = Math.ceil(number(schema.minimum, number(schema.exclusiveMinimum, -1) + 1))
      return fc.integer({ min, max: Math.max(min, Math.min(number(schema.maximum, 5000), 1e9)) })
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, depth + 1), {
        minLength: Math.min(number(schema.minItems, 0), 3),
        maxLength: depth > 3 ? 1 : 3,
      })
    default:
      return schema.properties || schema.additionalProperties
        ? objectOf(schema, depth)
        : fc.jsonValue({ maxDepth: 2 })
  }
}

function objectOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties: more } = schema
  const fields = Object.entries(properties).map(([name, each]) => [name, valuesOf(each, depth + 1)])
  const fixed = fc.record(Object.fromEntries(fields), { requiredKeys: required as never[] })
  if (typeof more !== 'object') return fixed
  const free = fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), valuesOf(more, depth + 1), {
    maxKeys: 3,
  })
  return fc.tuple(fixed, free).map(([one, other]) => ({ ...other, ...(one as object) }))
}

const resolve = (ref: string): Schema =>
  ref
    .slice(2)
    .split('/')
    .reduce((place, name) => place[name], document)

interface Made {
  named: NamedEndpoint
  body: unknown
  query: Record<string, unknown>
  /** Each a chance of something. */
  dice: number[]
}

const operationOf = ({ id, endpoint }: NamedEndpoint): Operation => {
  const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
  const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
  if (!operation) throw new Error(`${id} is not in docs/openapi.json`)
  return operation
}

const requests: fc.Arbitrary<Made> = fc.oneof(
  ...endpoints.map((named) => {
    const { parameters, requestBody } = operationOf(named)
    const asked = parameters.filter((parameter) => parameter.in === 'query')
    const query = Object.fromEntries(asked.map(({ name, schema }) => [name, valuesOf(schema)]))
    const schema = requestBody?.content['application/json']?.schema
    return fc.record({
      named: fc.constant(named),
      body: schema ? valuesOf(schema) : fc.constant(undefined),
      query: fc.record(query, { requiredKeys: [] }),
      dice: fc.array(fc.integer({ min: 0, max: 9999 }), { minLength: 12, maxLength: 12 }),
    })
  }),
)

/** Puts something hostile into a place of a value, or takes a place away. */
function spoil(value: unknown, dice: readonly number[]): unknown {
  const [first = 0, second = 0, ...rest] = dice
  const isHere = typeof value !== 'object' || value === null || first % 4 === 0 || rest.length === 0
  if (isHere) return hostile[second % hostile.length]
  const entries = Object.entries(value)
  const [name, inner] = entries[second % Math.max(entries.length, 1)] ?? ['x', 1]
  const others = entries.filter(([each]) => each !== name)
  const kept = first % 4 === 1 ? others : [...others, [name, spoil(inner, rest)]]
  return Array.isArray(value) ? kept.map(([, each]) => each) : Object.fromEntries(kept)
}

/** What is required, and one field more: with all of them hardly anything is right at once. */
function slim(value: unknown, named: NamedEndpoint, die: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { required = [] } =
    operationOf(named).requestBody?.content['application/json']?.schema ?? {}
  const entries = Object.entries(value)
  const [more] = entries[die % Math.max(entries.length, 1)] ?? []
  return Object.fromEntries(entries.filter(([name]) => required.includes(name) || name === more))
}

let people = 0

/** Numbers that the account has, where a field says that it wants one; addresses that are some. */
function withIds(value: unknown, things: Furnished): unknown {
  if (Array.isArray(value)) return value.map((each) => withIds(each, things))
  if (typeof value !== 'object' || value === null) return value
  const known: Record<string, unknown> = {
    ...{ list_id: things.list, segment_id: things.segment, template_id: things.template },
    ...{ contact_id: things.contact, campaign_id: things.campaign, from_mail: things.sender },
    ...{
      email: `p${++people}@mine.example`,
      emails: ['me@mine.example'],
      url: 'https://a.example/',
    },
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const id = known[name]
      if (id === undefined) return [name, withIds(inner, things)]
      return [name, Array.isArray(inner) ? [id].flat().map(String) : id]
    }),
  )
}

const server = await startService({
  trustedProxies: 1,
  settings: { allowsPrivateWebhooks: false },
})
const limits = {
  ...{ monthly_sends: 9999, contacts_max: 9999, ai_generations: 9, rate_per_hour: 700_000 },
}
const newAccount = async (): Promise<Furnished> => {
  const top = { parent: server.accountId, role: 'Admin', limits } as const
  return furnish(server, await addUser(server, top), `mine${Math.random().toString(36).slice(2)}`)
}

const tally = { requests: 0, '2xx': 0, '4xx': 0, '5xx': 0, 'wrong shape': 0 }
const reached = new Map<string, number>()
const found = new Set<string>()

function report(what: string, { named, body, query }: Made): void {
  const line = `${what} ${named.id}`
  if (found.has(line)) return
  found.add(line)
  console.log(line, JSON.stringify({ query, body }).slice(0, 600))
}

async function send(made: Made, things: Furnished): Promise<number> {
  const { named, dice } = made
  const { endpoint } = named
  const request = requestOf(named, things)
  const [spoils = 0, knows = 0, foreign = 0, ...rest] = dice
  let body = made.body
  if (body !== undefined && foreign % 3 > 0) body = slim(body, named, spoils)
  if (body !== undefined && knows % 4 > 0) body = withIds(body, things)
  if (body !== undefined && spoils % 3 === 0) body = spoil(body, rest)
  const path = foreign % 10 === 0 ? request.path.replace(/\d+/, '999999') : request.path
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(made.query)) {
    // Of cursors that are made up one is like another.
    if (name === 'cursor' && foreign % 20 > 0) continue
    for (const each of [value].flat()) query.append(name, String(each))
  }
  const key = knows % 5 === 0 ? { 'idempotency-key': `key ${foreign % 20}` } : {}
  const response = await fetch(`${server.url}${path.split('?')[0]}?${query}`, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${things.user.token}`,
      'x-forwarded-for': `10.${spoils % 250}.${knows % 250}.${foreign % 250}`,
      ...((body !== undefined || endpoint.body.kind === 'file') && {
        'content-type': endpoint.body.kind === 'file' ? 'text/csv' : 'application/json',
      }),
      ...(knows % 7 === 0 && { accept: 'text/csv' }),
      ...key,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(request.body !== undefined && endpoint.body.kind === 'file' && { body: `${request.body}` }),
  })
  const text = await response.text()
  judge(made, response, text)
  return response.status
}

function judge(made: Made, { status, headers }: Response, text: string): void {
  const { id, endpoint } = made.named
  tally.requests += 1
  if (status >= 500) {
    tally['5xx'] += 1
    report(`${status}`, made)
  } else if (status >= 400) {
    tally['4xx'] += 1
    if (!headers.get('content-type')?.includes('problem+json')) report('no problem', made)
  } else {
    tally['2xx'] += 1
    reached.set(id, (reached.get(id) ?? 0) + 1)
    const wrong = wrongShape(endpoint, headers.get('content-type') ?? '', text)
    if (wrong) {
      tally['wrong shape'] += 1
      report(`shape: ${wrong}`, made)
    }
  }
}

function wrongShape({ output }: NamedEndpoint['endpoint'], type: string, text: string) {
  if (!type.includes('json') || output.kind === 'file') return undefined
  const body = JSON.parse(text)
  if (output.kind === 'job') return Number.isInteger(body.job_id) ? undefined : 'no job_id'
  const schema = output.kind === 'list' ? output.item.partial() : output.schema
  for (const each of output.kind === 'list' ? body : [body]) {
    const parsed = schema.safeParse(each)
    if (!parsed.success) return parsed.error.issues.map(({ path }) => path.join('.')).join(', ')
  }
  return undefined
}

console.log(`seed ${seed}, ${seconds} s`)
const end = performance.now() + seconds * 1000
const work = async (worker: number): Promise<void> => {
  let things = await newAccount()
  for (let round = 0; performance.now() < end; round += 1) {
    const runs = { seed: seed + worker * 1000 + round, numRuns: perAccount }
    for (const made of fc.sample(requests, runs)) {
      if (performance.now() >= end) break
      const status = await send(made, things)
      // It has logged out, suspended or deleted itself.
      if (status === 401) things = await newAccount()
    }
    things = await newAccount()
  }
}
await Promise.all(Array.from({ length: atOnce }, (_, worker) => work(worker)))
print(`seed ${seed}`, [{ ...tally, 'routes with a 2xx': reached.size }])
const never = endpoints.filter(({ id }) => !reached.has(id)).map(({ id }) => id)
console.log(`never answered with a 2xx: ${never.join(', ') || 'none'}`)
await server.close()
process.exitCode = tally['5xx'] + tally['wrong shape'] > 0 ? 1 : 0
