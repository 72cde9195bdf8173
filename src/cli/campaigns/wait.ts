import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { readDuration } from '../input/duration.ts'
import { poll } from '../waiting/poll.ts'
import { type CampaignProgress, hasEnded, hasStopped, readProgress } from './campaign-progress.ts'
import { sentView } from './sent-view.ts'

/** Throws Failure `not_offered` if the server reports no status, so that waiting would never end. */
export async function requireStatus(context: Context, id: number): Promise<void> {
  const { status } = await readProgress(context, id)
  if (status === '') throw new Failure('not_offered', { values: { what: '--wait' } })
}

interface WaitOptions {
  /** As typed. */
  timeout: string | undefined
  /** The answer to the send. */
  answer: object
}

/**
 * Waits until nothing is being sent and shows the result. Then throws `still_running` after the timeout or
 * if it is paused, and `done_in_part` for failed recipients.
 */
export async function showEnd(
  context: Context,
  id: number,
  { timeout, answer }: WaitOptions,
): Promise<void> {
  const { cancelled: _, ...state } = await waitForEnd(context, id, timeout)
  const { status, recipients: total } = state
  await context.output.show({
    one: { ...answer, ...state, ok: status === 'sent' },
    view: sentView,
  })
  if (!hasEnded(state)) {
    const reached = hasStopped(state) ? { stopped: status } : { status }
    throw new Failure('still_running', { values: { id, ...reached } })
  }
  // In a cancelled campaign the recipients that were not reached count as failed.
  const failed = status === 'sent' ? state.failed : total - state.sent
  if (status !== 'sent' || failed > 0) {
    throw new Failure('done_in_part', { values: { failed, total } })
  }
}

async function waitForEnd(
  context: Context,
  id: number,
  timeout: string | undefined,
): Promise<CampaignProgress> {
  const { host, output, messages } = context
  const deadline =
    timeout === undefined ? Infinity : host.clock.now() + readDuration(timeout, '--wait-timeout')
  const progress = await output.startProgress(messages.operating.sending)
  try {
    for await (const state of poll(context, 'progress', () => readProgress(context, id))) {
      const { recipients, sent, failed, uncertain, cancelled } = state
      progress.update(sent + failed + uncertain + cancelled, recipients)
      if (hasStopped(state) || host.clock.now() >= deadline) return state
    }
    throw new Failure('internal') // `poll` never ends
  } catch (error) {
    if (!host.stopped.aborted) throw error
    const resume = `remite campaigns watch ${id}`
    throw new Failure('interrupted', { values: { resume } }, { cause: error })
  } finally {
    progress.clear()
  }
}
