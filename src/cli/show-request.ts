import { type Resolved, resolve } from '../client/request.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { Context } from './context.ts'
import { bool, text } from './view.ts'

/** `--dry-run`: the request as it would go out. Nothing is sent, and no session is needed for it. */
export const showRequest = (
  context: Context,
  endpoint: Endpoint,
  request: Readonly<Record<string, unknown>>,
): Promise<void> => showResolved(context, resolve(context.apiUrl(), endpoint, request))

export const showResolved = (
  { output }: Context,
  { method, url, body = {} }: Omit<Resolved, 'body'> & { body?: unknown },
): Promise<void> => output.show({ one: { dry_run: true, method, url, body }, view })

const view = { fields: [bool('dry_run'), text('method'), text('url'), text('body')], id: 'url' }
