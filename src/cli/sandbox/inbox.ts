import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { requireSandbox } from './state.ts'

export interface InboxMessage {
  id: number
  from: string
  to: string
  subject: string
  received_at: string
}

export interface OpenMessage extends InboxMessage {
  text: string
  html: string
  links: readonly string[]
  headers: readonly { name: string; value: string }[]
}

/** Reads from the inbox of the running sandbox. It accepts requests from this machine only. */
export async function askInbox<Content>(context: Context, path: string): Promise<Content> {
  const { url } = await requireSandbox(context)
  const answer = await fetch(new URL(`/sandbox/inbox${path}`, url), {
    signal: context.host.stopped,
  })
  if (answer.status === 404) throw new Failure('not_found')
  if (!answer.ok) throw new Failure('unreadable_answer')
  return answer.json() as Promise<Content> // our own service
}
