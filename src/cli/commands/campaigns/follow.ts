import { campaigns } from '../../../contract/modules/campaigns.ts'
import { Failure } from '../../../core/failure.ts'
import type { Context } from '../../context.ts'
import { findCampaign } from './find-campaign.ts'

/** How far a campaign is; a server that others wrote may leave out any of it. */
export interface Course {
  id: number
  status: string
  recipients: number
  sent: number
  failed: number
  uncertain: number
  cancelled: number
  open_rate: number
}

/** Often enough to look alive, seldom enough not to matter to the server. */
const pauseMs = { course: 500, stats: 2000 }

const endedStatuses = new Set(['sent', 'cancelled', 'failed'])

export const hasEnded = ({ status }: Pick<Course, 'status'>): boolean => endedStatuses.has(status)

/** Nothing moves, though it has not ended: a paused one waits for somebody. */
export const isStill = (course: Pick<Course, 'status'>): boolean =>
  hasEnded(course) || course.status === 'paused'

/** How far it is now. The status may be told only by the campaign itself. */
export async function readCourse(context: Context, id: number): Promise<Course> {
  const client = await context.client()
  const { data } = await client.call(campaigns.stats, { id }, { signal: context.host.stopped })
  const told: Partial<typeof data> = data // of any server
  return {
    id,
    status: told.status ?? (await findCampaign(context, id)).status ?? '',
    recipients: told.recipients ?? 0,
    sent: told.sent ?? 0,
    failed: told.failed ?? 0,
    uncertain: told.uncertain ?? 0,
    cancelled: told.cancelled ?? 0,
    open_rate: told.open_rate ?? 0,
  }
}

/** Looks again and again, until whoever asked has seen enough. Failure `interrupted` on Ctrl-C. */
export async function* followed<Seen>(
  { host }: Context,
  what: keyof typeof pauseMs,
  look: () => Promise<Seen>,
): AsyncGenerator<Seen, never> {
  for (;;) {
    yield await look()
    await host.clock.sleep(pauseMs[what], host.stopped)
    if (host.stopped.aborted) throw new Failure('interrupted')
  }
}
