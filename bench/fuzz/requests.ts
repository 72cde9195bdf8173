import fc from 'fast-check'
import { endpoints, type NamedEndpoint } from '../../src/contract/index.ts'
import { requestOf } from '../../test/support/access/route-requests.ts'
import { corrupt, mix, reduce, withIds } from './bodies.ts'
import { bodySchemaOf, type Parameter, queryOf } from './document.ts'
import { valuesOf } from './values.ts'
import { type Aim, aimFor, anyOf, type World } from './world.ts'

/** Generated input for a route, and random numbers that decide how it is used. */
export interface Generated {
  named: NamedEndpoint
  body: unknown
  query: Record<string, unknown>
  dice: number[]
}

const requiredOf = (query: readonly Parameter[]): string[] =>
  query.filter(({ required }) => required).map(({ name }) => name)

function requestsTo(named: NamedEndpoint): fc.Arbitrary<Generated> {
  const query = queryOf(named)
  const values = query.map(({ name, schema }) => [name, valuesOf(schema)])
  const schema = bodySchemaOf(named)
  return fc.record({
    named: fc.constant(named),
    body: schema ? valuesOf(schema) : fc.constant(undefined),
    query: fc.record(Object.fromEntries(values), {
      requiredKeys: requiredOf(query),
    }) as fc.Arbitrary<Record<string, unknown>>, // the type does not know the names
    dice: fc.array(fc.integer({ min: 0, max: 9999 }), { minLength: 14, maxLength: 14 }),
  })
}

const generators = new Map(endpoints.map((named) => [named.id, requestsTo(named)]))

/** Requests to the routes outside `known`, or to all routes if there are none. */
export function requestsBeyond(known: ReadonlySet<string>): fc.Arbitrary<Generated> {
  const others = [...generators].filter(([id]) => !known.has(id))
  return fc.oneof(
    ...(others.length > 0 ? others : [...generators]).map(([, generator]) => generator),
  )
}

interface Sent {
  path: string
  init: RequestInit
}

/** Builds the request. Two of three are almost valid, because validation stops a completely wrong one. */
export async function toRequest(generated: Generated, world: World): Promise<Sent> {
  const { named, dice } = generated
  const { endpoint, id, noun } = named
  const [spoils = 0, knows = 0, foreign = 0, picks = 0, ...rest] = dice
  const aim = picks % 2 ? await aimFor(id, world) : anyOf(world, noun, foreign)
  const { path, body: valid } = requestOf(named, aim.objects)
  const isFile = endpoint.body.kind === 'file'
  const body = isFile ? valid : bodyFor(generated, { ...aim, body: aim.body ?? Object(valid) })
  const key = knows % 5 === 0 ? { 'idempotency-key': `key ${foreign % 20}` } : {}
  const target = foreign % 10 === 0 ? path.replace(/\d+/, '999999') : path
  return {
    path: `${target.split('?')[0]}?${queryFor(generated)}`,
    init: {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${aim.token ?? world.objects.user.token}`,
        'x-forwarded-for': `10.${spoils % 250}.${knows % 250}.${(rest[0] ?? 0) % 250}`,
        ...(body !== undefined && { 'content-type': isFile ? 'text/csv' : 'application/json' }),
        ...(knows % 7 === 0 && { accept: 'text/csv' }),
        ...key,
      },
      ...(body !== undefined && { body: isFile ? `${body}` : JSON.stringify(body) }),
    },
  }
}

function bodyFor(
  { named, body: generated, dice }: Generated,
  { objects, body: valid }: Aim,
): unknown {
  if (generated === undefined) return undefined
  const [spoils = 0, knows = 0, foreign = 0, , ...rest] = dice
  const filled = knows % 4 > 0 ? withIds(generated, objects) : generated
  const body =
    foreign % 3 === 0
      ? filled
      : foreign % 3 === 1
        ? reduce(filled, bodySchemaOf(named)?.required ?? [], spoils)
        : mix(valid, filled, knows)
  return spoils % 3 === 0 ? corrupt(body, rest) : body
}

function queryFor({ named, query: generated, dice }: Generated): URLSearchParams {
  const [spoils = 0, , foreign = 0] = dice
  const values =
    foreign % 3 === 0 ? generated : reduce(generated, requiredOf(queryOf(named)), spoils)
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(Object(values))) {
    // Generated cursors are all alike, so few are sent.
    if (name === 'cursor' && foreign % 20 > 0) continue
    for (const each of [value].flat()) query.append(name, String(each))
  }
  return query
}
