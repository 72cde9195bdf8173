import { featuresNeeded } from '../../client/features.ts'
import { pagesFrom } from '../../client/paging.ts'
import type { Reply } from '../../client/reply.ts'
import { resolveRawUrl } from '../../client/request.ts'
import { readPage } from '../../client/tolerant-reader.ts'
import { fieldsOf } from '../../contract/field.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import { likelyWord } from '../../core/foreign-tags/likeness.ts'
import type { LoadCommand } from '../command/command.ts'
import type { Context } from '../context/context.ts'
import { confirmPlan } from '../sending/confirm-plan.ts'
import { showRequest, showResolved } from '../sending/show-request.ts'
import type { RunFlags } from '../syntax/global-flags.ts'
import type { Fields } from './fields.ts'
import { planCall } from './plan-call.ts'
import type { Route } from './route.ts'

/** One call of `api`: a route of the contract or any other, with its query and body. */
interface Call {
  route: Route
  query: Fields
  /** Undefined when the request has no body. */
  body?: unknown
}

interface Parts {
  fields: Fields
  /** The JSON of `--input`. */
  input: unknown
  flags: Pick<RunFlags, 'limit' | 'cursor'>
}

/** Puts the fields into the query of a GET, or into the body of any other request. */
export function createCall(route: Route, { fields, input, flags }: Parts): Call {
  const { method, query } = route
  const { limit, cursor } = flags
  if (method === 'GET') {
    if (!isObject(input)) throw wrongInput()
    refuseUnknown(route, Object.keys({ ...input, ...fields }))
    const paging = {
      ...(limit !== undefined && { limit }),
      ...(cursor !== undefined && { cursor }),
    }
    return { route, query: { ...query, ...input, ...fields, ...paging } }
  }
  if (!isObject(input)) {
    if (Object.keys(fields).length > 0) throw wrongInput()
    return { route, query, body: input }
  }
  const body = { ...input, ...fields }
  return { route, query, ...(Object.keys(body).length > 0 && { body }) }
}

/**
 * Refuses a parameter that the contract does not have: a server leaves it out without a word. One of another server can
 * be written into the path.
 */
function refuseUnknown({ known, path }: Route, names: readonly string[]): void {
  if (!known) return
  const keys = fieldsOf(known.endpoint).map(({ key }) => key)
  const problems = names
    .filter((name) => !keys.includes(name))
    .map((name): Problem => {
      const suggestion = likelyWord(name, keys)
      return {
        field: `--field ${name}`,
        code: 'unknown_parameter',
        values: {
          known: keys.join(', '),
          instead: `${path}?${name}=`,
          ...(suggestion !== undefined && { suggestion }),
        },
      }
    })
  if (problems.length > 0) throw new Failure('usage', { problems })
}

/** Shows the request for `--dry-run`. */
export function showCall(context: Context, { route, query, body }: Call): Promise<void> {
  const { method, path, known } = route
  if (known) return showRequest(context, known.endpoint, requestOf(route, query, body))
  return showResolved(context, { method, url: resolveRawUrl(context.apiUrl(), path, query), body })
}

/** Sends a call after its confirmation. Returns the body of the answer. */
export async function sendCall(
  context: Context,
  loadCommand: LoadCommand,
  { route, query, body }: Call,
): Promise<unknown> {
  const { known, method, path } = route
  const request = known ? requestOf(route, query, body) : query
  if (known && method !== 'GET') {
    const { callKnownRoute } = await import('./call-known-route.ts')
    return callKnownRoute(context, loadCommand, { route: { ...route, known }, request })
  }
  const plan = planCall(context, route)
  if (plan) await confirmPlan(context, plan)
  const { flags, host } = context
  const client = await context.client({ isPublic: known?.endpoint.access === 'public' })
  for (const { feature, fields } of known ? featuresNeeded(known.endpoint, request) : []) {
    if (await client.offers(feature, host.stopped)) continue
    throw new Failure('not_offered', { values: { feature, what: fields.join(', ') } })
  }
  const { idempotencyKey } = flags
  const send = (query: Fields) =>
    client.raw({ method, path, query, body, idempotencyKey, signal: host.stopped })
  if (method === 'GET') return readAsPages(context, path, { query, send })
  return (await send(query)).data
}

interface RawRead {
  query: Fields
  send: (query: Fields) => Promise<Reply<unknown>>
}

/** Reads a list to its end with `--all`. Otherwise says that it goes on. */
async function readAsPages(
  { flags, output }: Context,
  path: string,
  { query, send }: RawRead,
): Promise<unknown> {
  const { data, headers } = await send(query)
  const first = readPage(data, headers, path)
  if (first?.nextCursor === undefined) return data
  if (!flags.all) {
    output.noteRest({ count: first.items.length, total: first.total })
    return data
  }
  const rest = pagesFrom<object>(
    async (part) => {
      const reply = await send({ ...query, ...part })
      return readPage(reply.data, reply.headers, path) ?? { items: [] }
    },
    { limit: 0, all: true, cursor: first.nextCursor },
  )
  const items: object[] = [...first.items]
  for await (const page of rest) items.push(...page.items)
  return items
}

/** One flat object: the contract knows which fields go into the path, the query and the body. */
function requestOf({ params }: Route, query: Fields, body: unknown): Fields {
  if (body !== undefined && !isObject(body)) throw wrongInput()
  return { ...query, ...body, ...params }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const wrongInput = () =>
  new Failure('usage', { problems: [{ field: '--input', code: 'wrong_type' }] })
