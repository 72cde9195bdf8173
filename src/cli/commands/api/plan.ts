import { fieldValues } from '../../../contract/field.ts'
import type { Plan } from '../../command.ts'
import type { Context } from '../../context.ts'
import { tree } from '../../tree.ts'
import { commands } from '../index.ts'
import type { Fields } from './fields.ts'
import { endpointsAt, type Route } from './route.ts'

/**
 * What has to be confirmed: what the verb of this route would ask, so that this is no way around it.
 * A send without a verb's own words has to be confirmed by the call itself.
 */
export async function planCall(
  context: Context,
  route: Route,
  request: Fields,
): Promise<Plan | undefined> {
  const { method, path, known } = route
  const call = `${method} /${path.replace(/^\/+/, '')}`
  const own = known && (await planOfVerb(context, known.id, typed(route, request)))
  if (own) return own
  if (known && (await hasPlan(known.id))) return undefined
  const sentence = context.words.operating.aboutToCall(call)
  if (mayReach(route)) return { sentence, name: call }
  return (known ? known.endpoint.effect === 'destroy' : method === 'DELETE')
    ? { sentence, count: 1, name: call }
    : undefined
}

/** Another method at the address of a send may be a foreign server's way to send. */
const mayReach = ({ method, path, known }: Route): boolean =>
  known
    ? known.endpoint.effect === 'send'
    : method !== 'GET' && endpointsAt(path).some(({ endpoint }) => endpoint.effect === 'send')

async function verbOf(id: string) {
  const verb = tree.find(({ endpoint }) => endpoint === id)
  return verb && (await commands[verb.path]?.())?.command
}

const hasPlan = async (id: string): Promise<boolean> => (await verbOf(id))?.plan !== undefined

async function planOfVerb(context: Context, id: string, input: Fields): Promise<Plan | undefined> {
  const command = await verbOf(id)
  const given = { input, options: {}, words: {} }
  return command?.plan?.(context, given)
}

/** Values as the verb would have them: ids are numbers, and what may come several times is a list. */
function typed({ known, params }: Route, request: Fields): Fields {
  if (!known) return request
  const texts = Object.entries({ ...request, ...params }).flatMap(([name, value]) =>
    isPlain(value) || (Array.isArray(value) && value.every(isPlain))
      ? [[name, Array.isArray(value) ? value.map(String) : String(value)] as const]
      : [],
  )
  return { ...request, ...fieldValues(known.endpoint, Object.fromEntries(texts)) }
}

const isPlain = (value: unknown): boolean => /^(string|number|boolean)$/.test(typeof value)
