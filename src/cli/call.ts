import type { Answer, Endpoint, Request } from '../contract/endpoint.ts'
import type { Context } from './context.ts'

/** One call as a verb makes it. What acts goes through the journal, and says when it was done before. */
export async function callOnce<E extends Endpoint>(
  context: Context,
  endpoint: E,
  request: Request<E>,
  { isPublic = endpoint.access === 'public' } = {},
): Promise<Answer<E>> {
  if (endpoint.effect === 'read') {
    const client = await context.client({ isPublic })
    const { data } = await client.call(endpoint, request, { signal: context.host.stopped })
    return data
  }
  const { carryOut } = await import('./sending/carry-out.ts')
  return (await carryOut(context, { endpoint, request })) as Answer<E> // the endpoint's own
}
