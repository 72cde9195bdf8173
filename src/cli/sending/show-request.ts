import { type Resolved, resolveRequest } from '../../client/request.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { bool, text } from '../command/view.ts'
import type { Context } from '../context/context.ts'

/** Shows a request for `--dry-run`. Nothing is sent, and no session is needed. */
export const showRequest = (
  context: Context,
  endpoint: Endpoint,
  request: Readonly<Record<string, unknown>>,
): Promise<void> => showResolved(context, resolveRequest(context.apiUrl(), endpoint, request))

export const showResolved = (
  { output }: Context,
  { method, url, body = {} }: Omit<Resolved, 'body'> & { body?: unknown },
): Promise<void> => output.show({ one: { dry_run: true, method, url, body }, view })

const view = { fields: [bool('dry_run'), text('method'), text('url'), text('body')], id: 'url' }
