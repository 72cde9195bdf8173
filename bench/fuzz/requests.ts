import fc from 'fast-check'
import { endpoints, type NamedEndpoint } from '../../src/contract/index.ts'
import { requestOf } from '../../test/support/doors-requests.ts'
import { graft, slim, spoil, withIds } from './bodies.ts'
import { bodySchemaOf, type Parameter, queryOf } from './document.ts'
import { valuesOf } from './values.ts'
import { type Aim, anyOf, fitFor, type World } from './world.ts'

/** What was made up for a route, and chances of what becomes of it. */
export interface Made {
  named: NamedEndpoint
  body: unknown
  query: Record<string, unknown>
  dice: number[]
}

const requiredOf = (query: readonly Parameter[]): string[] =>
  query.filter(({ required }) => required).map(({ name }) => name)

function requestsTo(named: NamedEndpoint): fc.Arbitrary<Made> {
  const query = queryOf(named)
  const values = query.map(({ name, schema }) => [name, valuesOf(schema)])
  const schema = bodySchemaOf(named)
  return fc.record({
    named: fc.constant(named),
    body: schema ? valuesOf(schema) : fc.constant(undefined),
    query: fc.record(Object.fromEntries(values), {
      requiredKeys: requiredOf(query),
    }) as fc.Arbitrary<Record<string, unknown>>, // of names that the type does not know
    dice: fc.array(fc.integer({ min: 0, max: 9999 }), { minLength: 14, maxLength: 14 }),
  })
}

const madeFor = new Map(endpoints.map((named) => [named.id, requestsTo(named)]))

/** To the routes that are left out by `known`, or to all when none is left. */
export function requestsBeyond(known: ReadonlySet<string>): fc.Arbitrary<Made> {
  const others = [...madeFor].filter(([id]) => !known.has(id))
  return fc.oneof(...(others.length > 0 ? others : [...madeFor]).map(([, made]) => made))
}

interface Sent {
  path: string
  init: RequestInit
}

/** Nearly right in two of three requests: what is quite wrong gets no further than the checks. */
export async function aimed(made: Made, world: World): Promise<Sent> {
  const { named, dice } = made
  const { endpoint, id, noun } = named
  const [spoils = 0, knows = 0, foreign = 0, picks = 0, ...rest] = dice
  const aim = picks % 2 ? await fitFor(id, world) : anyOf(world, noun, foreign)
  const { path, body: right } = requestOf(named, aim.things)
  const isFile = endpoint.body.kind === 'file'
  const body = isFile ? right : bodyFor(made, { ...aim, body: aim.body ?? Object(right) })
  const key = knows % 5 === 0 ? { 'idempotency-key': `key ${foreign % 20}` } : {}
  const somewhere = foreign % 10 === 0 ? path.replace(/\d+/, '999999') : path
  return {
    path: `${somewhere.split('?')[0]}?${queryFor(made)}`,
    init: {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${aim.token ?? world.things.user.token}`,
        'x-forwarded-for': `10.${spoils % 250}.${knows % 250}.${(rest[0] ?? 0) % 250}`,
        ...(body !== undefined && { 'content-type': isFile ? 'text/csv' : 'application/json' }),
        ...(knows % 7 === 0 && { accept: 'text/csv' }),
        ...key,
      },
      ...(body !== undefined && { body: isFile ? `${body}` : JSON.stringify(body) }),
    },
  }
}

function bodyFor({ named, body: made, dice }: Made, { things, body: right }: Aim): unknown {
  if (made === undefined) return undefined
  const [spoils = 0, knows = 0, foreign = 0, , ...rest] = dice
  const filled = knows % 4 > 0 ? withIds(made, things) : made
  const body =
    foreign % 3 === 0
      ? filled
      : foreign % 3 === 1
        ? slim(filled, bodySchemaOf(named)?.required ?? [], spoils)
        : graft(right, filled, knows)
  return spoils % 3 === 0 ? spoil(body, rest) : body
}

function queryFor({ named, query: made, dice }: Made): URLSearchParams {
  const [spoils = 0, , foreign = 0] = dice
  const kept = foreign % 3 === 0 ? made : slim(made, requiredOf(queryOf(named)), spoils)
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(Object(kept))) {
    // Of cursors that are made up one is like another.
    if (name === 'cursor' && foreign % 20 > 0) continue
    for (const each of [value].flat()) query.append(name, String(each))
  }
  return query
}
