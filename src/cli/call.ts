import type { Answer, Endpoint, Request } from '../contract/endpoint.ts'
import type { Context } from './context.ts'

/** One call with the run's idempotency key; says so when the server had done it before. */
export async function callOnce<E extends Endpoint>(
  context: Context,
  endpoint: E,
  request: Request<E>,
  { isPublic = false } = {},
): Promise<Answer<E>> {
  const { flags, host, output, words } = context
  const client = await context.client({ isPublic })
  const { data, isRepeated } = await client.call(endpoint, request, {
    idempotencyKey: flags.idempotencyKey,
    signal: host.stopped,
  })
  if (isRepeated) output.note(words.run.repeated)
  return data
}
