import type { Plan } from '../../command.ts'
import type { Context } from '../../context.ts'
import { endpointsAt, type Route } from './route.ts'

/** What has to be confirmed of a call that no verb speaks for; a send only by the call itself. */
export function planCall({ words }: Context, route: Route): Plan | undefined {
  const { method, path, known } = route
  const call = `${method} /${path.replace(/^\/+/, '')}`
  const sentence = words.operating.aboutToCall(call)
  if (mayReach(route)) return { sentence, name: call }
  const isLoss = known ? known.endpoint.effect === 'destroy' : method === 'DELETE'
  return isLoss ? { sentence, count: 1, name: call } : undefined
}

/** Another method at the address of a send may be a foreign server's way to send. */
const mayReach = ({ method, path, known }: Route): boolean =>
  known
    ? known.endpoint.effect === 'send'
    : method !== 'GET' && endpointsAt(path).some(({ endpoint }) => endpoint.effect === 'send')
