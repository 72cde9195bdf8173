import { type PagingOptions, pagesFrom } from '../../client/paging.ts'
import type { Page } from '../../contract/endpoint.ts'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { requireSandbox } from './state.ts'

export interface InboxMessage {
  id: number
  from: string
  envelope_from: string
  to: string
  subject: string
  preheader: string
  received_at: string
}

export interface OpenMessage extends InboxMessage {
  text: string
  html: string
  links: readonly string[]
  headers: readonly { name: string; value: string }[]
  /** The complete message. */
  source: string
}

/** Yields the pages of the inbox, newest message first. */
export function inboxPages(
  context: Context,
  { to, ...options }: PagingOptions & { to: string | undefined },
): AsyncGenerator<Page<InboxMessage>> {
  return pagesFrom(async ({ limit, cursor }) => {
    const query = new URLSearchParams({
      limit: String(limit),
      ...(cursor !== undefined && { cursor }),
      ...(to !== undefined && { to }),
    })
    const answer = await request(context, `?${query}`)
    const nextCursor = answer.headers.get('x-next-cursor')
    const total = answer.headers.get('x-total-count')
    return {
      items: (await answer.json()) as InboxMessage[], // our own service
      ...(nextCursor !== null && { nextCursor }),
      ...(total !== null && { total: Number(total) }),
    }
  }, options)
}

/** Reads from the inbox of the running sandbox. */
export async function askInbox<Content>(context: Context, path: string): Promise<Content> {
  const answer = await request(context, path)
  return answer.json() as Promise<Content> // our own service
}

/** The inbox accepts requests from this machine only. */
async function request(context: Context, path: string): Promise<Response> {
  const { url } = await requireSandbox(context)
  const answer = await fetch(new URL(`/sandbox/inbox${path}`, url), {
    signal: context.host.stopped,
  })
  if (answer.status === 404) throw new Failure('not_found')
  if (!answer.ok) throw new Failure('unreadable_answer')
  return answer
}
