import type { Plan } from '../command/command.ts'
import type { Context } from '../context/context.ts'
import { endpointsAt, type Route } from './route.ts'

/** Plans a call that has no verb. A send is confirmed with the call itself as its name. */
export function planCall({ messages }: Context, route: Route): Plan | undefined {
  const { method, path, known } = route
  const call = `${method} /${path.replace(/^\/+/, '')}`
  const sentence = messages.operating.aboutToCall(call)
  if (maySend(route)) return { sentence, name: call }
  const isLoss = known ? known.endpoint.effect === 'destroy' : method === 'DELETE'
  return isLoss ? { sentence, count: 1, name: call } : undefined
}

/** Whether a call may send. On another server any method at a send's path might. */
const maySend = ({ method, path, known }: Route): boolean =>
  known
    ? known.endpoint.effect === 'send'
    : method !== 'GET' && endpointsAt(path).some(({ endpoint }) => endpoint.effect === 'send')
