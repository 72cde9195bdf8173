import { Failure } from '../../../core/failure.ts'
import type { Context } from '../../context.ts'
import { needSandbox } from './state.ts'

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

/** Asks the running sandbox, which shows its inbox to this machine alone. */
export async function askInbox<Content>(context: Context, path: string): Promise<Content> {
  const { url } = await needSandbox(context)
  const answer = await fetch(new URL(`/sandbox/inbox${path}`, url), {
    signal: context.host.stopped,
  })
  if (answer.status === 404) throw new Failure('not_found')
  if (!answer.ok) throw new Failure('unreadable_answer')
  return answer.json() as Promise<Content> // our own service answers: its shape is the one above
}
