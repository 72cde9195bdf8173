import { campaigns } from '../../contract/modules/campaigns.ts'
import { fill } from '../../messages/fill.ts'
import type { Context } from '../context/context.ts'
import { callOnce } from '../sending/call-once.ts'

interface NewDraft {
  id: unknown
  name: string
}

/** Sends a test of a campaign that was just saved. If that fails, it says that the draft is there. */
export async function sendNewTest(
  context: Context,
  { id, name }: NewDraft,
  emails: readonly string[],
): Promise<void> {
  const { messages, output } = context
  try {
    await callOnce(context, campaigns.test, { id: id as number, emails: [...emails] }) // as the server gave it
    output.note(fill(messages.sending.testSent, { to: emails.join(', ') }))
  } catch (error) {
    output.note(fill(messages.sending.draftKept, { id: String(id), name }))
    throw error
  }
}
