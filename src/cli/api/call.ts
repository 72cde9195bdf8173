import { featuresNeeded } from '../../client/features.ts'
import { resolveRawUrl } from '../../client/request.ts'
import { Failure } from '../../core/failure.ts'
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
  const { data } = await client.raw({
    method,
    path,
    query,
    body,
    idempotencyKey,
    signal: host.stopped,
  })
  return data
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
