import type { Endpoint } from '../../contract/endpoint.ts'
import { fieldsOf, fieldValues } from '../../contract/field.ts'
import type { NamedEndpoint } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { LoadCommand } from '../command/command.ts'
import type { Context } from '../context/context.ts'
import { tree } from '../generated/tree.ts'
import { callOnce } from '../sending/call-once.ts'
import { confirmPlan } from '../sending/confirm-plan.ts'
import { findEarlierAnswer } from '../sending/earlier-run.ts'
import { runOperation } from '../sending/run-operation.ts'
import type { Fields } from './fields.ts'
import { planCall } from './plan-call.ts'
import type { Route } from './route.ts'

/**
 * Calls a route of the contract that changes something. It asks for the same confirmation as the verb of
 * the route and is sent once like the verb's operation, so that `api` is no way around them.
 */
export async function callKnownRoute(
  context: Context,
  loadCommand: LoadCommand,
  { route, request }: { route: Route & { known: NamedEndpoint }; request: Fields },
): Promise<unknown> {
  const { endpoint, id } = route.known
  if (endpoint.effect === 'read') return callOnce(context, endpoint, request as never) // without conversion
  const verb = tree.find((each) => each.endpoint === id)
  const command = verb && (await loadCommand(verb.path))
  if (command?.plan) refuseMissing(endpoint, { ...request, ...route.params })
  const args = {
    input: typed(route.known, { ...request, ...route.params }),
    options: {},
    positionals: {},
    files: {},
  }
  const operation = {
    ...(await command?.operation?.(context, args)),
    ...{ endpoint, request },
    ...slotOf(request),
  }
  if (!(await findEarlierAnswer(context, operation))) {
    const plan = command?.plan
      ? await command.plan(context, args, operation)
      : planCall(context, route)
    if (plan) await confirmPlan(context, plan)
  }
  return runOperation(context, operation)
}

/** The scheduled time distinguishes operations. */
function slotOf({ scheduled_at: at }: Fields): { slot?: number } {
  const slot = typeof at === 'string' ? Date.parse(at) : Number.NaN
  return Number.isNaN(slot) ? {} : { slot }
}

/** Throws if the request is incomplete, because its plan would be too. */
function refuseMissing(endpoint: Endpoint, request: Fields): void {
  const missing = fieldsOf(endpoint).filter(({ key, required }) => required && !(key in request))
  const flags = missing.map(({ key }) => `-f ${key}=`).join(', ')
  if (flags !== '') throw new Failure('missing_input', { values: { flags } })
}

/** Converts values as the verb does: ids to numbers, repeatable fields to lists. */
function typed({ endpoint }: NamedEndpoint, request: Fields): Fields {
  const texts = Object.entries(request).flatMap(([name, value]) =>
    isPlain(value) || (Array.isArray(value) && value.every(isPlain))
      ? [[name, Array.isArray(value) ? value.map(String) : String(value)] as const]
      : [],
  )
  return { ...request, ...fieldValues(endpoint, Object.fromEntries(texts)) }
}

const isPlain = (value: unknown): boolean => /^(string|number|boolean)$/.test(typeof value)
