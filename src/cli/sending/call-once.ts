import type { Answer, Endpoint, Request } from '../../contract/endpoint.ts'
import type { Context } from '../context/context.ts'

/** Calls an endpoint for a verb. Everything but a read goes through the journal as an operation. */
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
  const { runOperation } = await import('./run-operation.ts')
  return (await runOperation(context, { endpoint, request })) as Answer<E> // the endpoint's own
}
