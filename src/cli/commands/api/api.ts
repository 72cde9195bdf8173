import { needsOf } from '../../../client/offered.ts'
import { resolveRaw } from '../../../client/request.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command.ts'
import { confirmPlan } from '../../confirm.ts'
import type { Context } from '../../context.ts'
import { readJsonFile } from '../../input/json-file.ts'
import { showRequest, showResolved } from '../../show-request.ts'
import { type Fields, readFields } from './fields.ts'
import { planCall } from './plan.ts'
import { type Route, readRoute } from './route.ts'
import { showBody } from './show-body.ts'

export const command = defineCommand({
  positionals: ['method', 'path'],
  options: {
    'raw-field': { kind: 'repeat', short: 'f', placeholder: 'KEY=TEXT' },
    field: { kind: 'repeat', short: 'F', placeholder: 'KEY=VALUE' },
    input: { kind: 'text', placeholder: 'FILE' },
  },
  rehearses: true,
  examples: [
    'api GET /campaigns -f status=active',
    'api POST /lists -f name=News -F double_optin=true',
    'api PUT /lists/3 --input list.json --dry-run',
  ],
  failures: [
    'not_a_choice',
    'file_unreadable',
    'not_logged_in',
    'not_found',
    'confirmation_needed',
    'network',
    'outcome_unknown',
    'not_offered',
  ],
  async run(context, { options, words: { method = '', path = '' } }) {
    const route = readRoute(method, path)
    const pairs = { raw: options['raw-field'], typed: options.field }
    const fields = await readFields(pairs, context)
    const input = options.input === undefined ? {} : await readJsonFile(options.input, context)
    const call = { route, ...placed(route, fields, input, context) }
    if (context.flags.dryRun) await rehearse(context, call)
    else await showBody(context, await carryOut(context, call))
    return undefined
  },
})

interface Call {
  route: Route
  query: Fields
  /** Undefined: none. */
  body?: unknown
}

/** Fields go to the query of a GET, to the body otherwise. */
function placed({ method, query }: Route, fields: Fields, input: unknown, context: Context) {
  const { limit, cursor } = context.flags
  if (method === 'GET') {
    if (!isObject(input)) throw wrongInput()
    const paging = {
      ...(limit !== undefined && { limit }),
      ...(cursor !== undefined && { cursor }),
    }
    return { query: { ...query, ...input, ...fields, ...paging } }
  }
  if (!isObject(input)) {
    if (Object.keys(fields).length > 0) throw wrongInput()
    return { query, body: input }
  }
  const body = { ...input, ...fields }
  return { query, ...(Object.keys(body).length > 0 && { body }) }
}

function rehearse(context: Context, { route, query, body }: Call): Promise<void> {
  const { method, path, known } = route
  if (known) return showRequest(context, known.endpoint, requestOf(route, query, body))
  return showResolved(context, { method, url: resolveRaw(context.apiUrl(), path, query), body })
}

async function carryOut(context: Context, { route, query, body }: Call): Promise<unknown> {
  const { known, method, path } = route
  const request = known ? requestOf(route, query, body) : query
  if (known && method !== 'GET') {
    const { act } = await import('./act.ts')
    return act(context, { ...route, known }, request)
  }
  const plan = planCall(context, route)
  if (plan) await confirmPlan(context, plan)
  const { flags, host } = context
  const client = await context.client({ isPublic: known?.endpoint.access === 'public' })
  for (const { feature, fields } of known ? needsOf(known.endpoint, request) : []) {
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

/** For the contract, which knows by itself what travels where. */
function requestOf({ params }: Route, query: Fields, body: unknown): Fields {
  if (body !== undefined && !isObject(body)) throw wrongInput()
  return { ...query, ...body, ...params }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const wrongInput = () =>
  new Failure('usage', { problems: [{ field: '--input', code: 'wrong_type' }] })
