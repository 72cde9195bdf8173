import type { Endpoint } from '../../../contract/endpoint.ts'
import { fieldsOf, fieldValues } from '../../../contract/field.ts'
import type { NamedEndpoint } from '../../../contract/index.ts'
import { Failure } from '../../../core/failure.ts'
import { callOnce } from '../../call.ts'
import type { AnyCommand } from '../../command.ts'
import { confirmPlan } from '../../confirm.ts'
import type { Context } from '../../context.ts'
import { carryOut } from '../../sending/carry-out.ts'
import { settleEarlier } from '../../sending/settle.ts'
import { tree } from '../../tree.ts'
import { commands } from '../index.ts'
import type { Fields } from './fields.ts'
import { planCall } from './plan.ts'
import type { Route } from './route.ts'

/**
 * A call that the contract knows as acting: it asks what the verb of this route would ask, and goes
 * out once like the verb's, so that this is no way around it.
 */
export async function act(
  context: Context,
  route: Route & { known: NamedEndpoint },
  request: Fields,
): Promise<unknown> {
  const { endpoint, id } = route.known
  if (endpoint.effect === 'read') return callOnce(context, endpoint, request as never) // as it was given
  const command = await commandOf(id)
  if (command?.plan) refuseMissing(endpoint, { ...request, ...route.params })
  const given = {
    input: typed(route.known, { ...request, ...route.params }),
    options: {},
    words: {},
  }
  const errand = {
    ...(await command?.errand?.(context, given)),
    ...{ endpoint, request },
    ...slotOf(request),
  }
  if (!(await settleEarlier(context, errand))) {
    const plan = command?.plan
      ? await command.plan(context, given, errand)
      : planCall(context, route)
    if (plan) await confirmPlan(context, plan)
  }
  return carryOut(context, errand)
}

/** The same for another time is not the same. */
function slotOf({ scheduled_at: at }: Fields): { slot?: number } {
  const slot = typeof at === 'string' ? Date.parse(at) : Number.NaN
  return Number.isNaN(slot) ? {} : { slot }
}

/** What will be confirmed has to be known as a whole. */
function refuseMissing(endpoint: Endpoint, request: Fields): void {
  const missing = fieldsOf(endpoint).filter(({ key, required }) => required && !(key in request))
  const flags = missing.map(({ key }) => `-f ${key}=`).join(', ')
  if (flags !== '') throw new Failure('missing_input', { values: { flags } })
}

async function commandOf(id: string): Promise<AnyCommand | undefined> {
  const verb = tree.find(({ endpoint }) => endpoint === id)
  return verb && (await commands[verb.path]?.())?.command
}

/** Values as the verb would have them: ids are numbers, and what may come several times is a list. */
function typed({ endpoint }: NamedEndpoint, request: Fields): Fields {
  const texts = Object.entries(request).flatMap(([name, value]) =>
    isPlain(value) || (Array.isArray(value) && value.every(isPlain))
      ? [[name, Array.isArray(value) ? value.map(String) : String(value)] as const]
      : [],
  )
  return { ...request, ...fieldValues(endpoint, Object.fromEntries(texts)) }
}

const isPlain = (value: unknown): boolean => /^(string|number|boolean)$/.test(typeof value)
