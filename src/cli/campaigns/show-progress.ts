import { Failure } from '../../core/failure.ts'
import { secondMs } from '../../core/time.ts'
import { findCampaign } from '../../operations/find-campaign.ts'
import type { Context } from '../context/context.ts'
import { noteNextStep } from '../next-steps/note-next-step.ts'
import { formatSeconds, type Progress } from '../output/progress.ts'
import type { CampaignProgress } from './campaign-progress.ts'
import { sentView } from './sent-view.ts'

/** Whether a person can see a progress bar. */
export const canShowBar = ({ host, output, flags }: Context): boolean =>
  output.format === 'table' &&
  host.stdout.isTTY === true &&
  host.stderr.isTTY === true &&
  !flags.quiet

/** Shows the progress of a campaign as a bar, and the final state as a card. */
export async function showProgress(
  context: Context,
  seen: AsyncIterable<CampaignProgress>,
): Promise<void> {
  const { host, output, messages } = context
  const words: Readonly<Record<string, string>> = messages.values.campaign_status
  const waitingFor = waitsOf(context)
  let bar: Progress | undefined
  let last: CampaignProgress | undefined
  let since = 0
  try {
    for await (const state of seen) {
      const { status, recipients, sent, failed, uncertain, cancelled } = state
      const now = host.clock.now()
      if (status !== last?.status) since = now
      const wait = await waitingFor(state)
      // The rate starts again, because a paused campaign has none. The time shows that the screen is alive.
      if (wait !== undefined)
        bar = await output.startProgress(`${wait} · ${formatSeconds((now - since) / secondMs)}`)
      else if (status !== last?.status)
        bar = await output.startProgress(capital(words[status] ?? status))
      last = state
      bar?.update(sent + failed + uncertain + cancelled, recipients > 0 ? recipients : undefined)
    }
  } catch (error) {
    if (!host.stopped.aborted || !last) throw error
    const values = { resume: `remite campaigns watch ${last.id}` }
    throw new Failure('interrupted', { values }, { cause: error })
  } finally {
    bar?.clear()
  }
  if (!last) return
  const { cancelled: _, ...one } = last
  await output.show({ one, view: sentView })
  await noteNextStep(context, 'campaigns watch', {
    id: last.id,
    state: words[last.status] ?? last.status,
  })
}

/** Says what a campaign waits for; undefined if it is being sent or has ended. */
function waitsOf(context: Context) {
  const { messages, output, host } = context
  const { waits } = messages.operating
  let start: string | undefined
  return async ({ id, status }: CampaignProgress): Promise<string | undefined> => {
    if (status === 'queued') return waits.queued
    if (status === 'paused') return waits.paused(`remite campaigns resume ${id}`)
    if (status !== 'scheduled') return undefined
    if (start === undefined) {
      const { scheduled_at: at } = await findCampaign(await context.client(), id, {
        signal: host.stopped,
      })
      start = at ? output.local.time(Date.parse(at)) : ''
    }
    return waits.scheduled(start)
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
