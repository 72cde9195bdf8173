import { resolve } from '../client/request.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { Context } from './context.ts'

/** `--dry-run`: the request as it would go out. Nothing is sent, and no session is needed for it. */
export async function showRequest(
  context: Context,
  endpoint: Endpoint,
  request: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { method, url, body = {} } = resolve(context.apiUrl(), endpoint, request)
  await context.output.show({ one: { dry_run: true, method, url, body } })
}
