import { campaigns } from '../../../contract/modules/campaigns.ts'
import type { Plan } from '../../command.ts'
import type { Context } from '../../context.ts'
import type { Errand, Witness } from '../../sending/errand.ts'
import { countAudience, type Expected, refuseDrift } from './audience.ts'
import { findCampaign } from './find-campaign.ts'
import { askForCheck, checkFromHere, refuseBlocked } from './send-check.ts'
import { planOf } from './send-plan.ts'
import type { SendTime } from './send-time.ts'

interface Asked {
  id: number
  time: SendTime
  expected?: Expected | undefined
}

/** Now, or by the schedule's own route: a server that ignores a time would send at once. */
export async function sendErrand(context: Context, { id, time, expected }: Asked): Promise<Errand> {
  const { instant, slot, zone } = time
  const guard = expected && (await enforces(context)) ? { expect_recipients: expected } : {}
  const same = {
    // What guards it, and by which route it goes, does not make it another send.
    subject: { endpoint: campaigns.send, request: { id } },
    ...(slot !== undefined && { slot }),
    witness: witnessOf(context, id),
  }
  if (instant === undefined) return { endpoint: campaigns.send, request: { id, ...guard }, ...same }
  const scheduled_at = new Date(instant).toISOString()
  const request = { id, scheduled_at, timezone: zone, ...guard }
  return { endpoint: campaigns.schedule, request, ...same }
}

/** Whether the server itself looks at the number of recipients when it fixes the audience. */
export async function enforces(context: Context): Promise<boolean> {
  const client = await context.client()
  return client.offers('expect-recipients', context.host.stopped)
}

/** A campaign whose status moved was sent. */
const witnessOf = (context: Context, id: number): Witness => ({
  async look() {
    const { status } = await findCampaign(context, id)
    return status
  },
  async tell(before) {
    const { status } = await findCampaign(context, id)
    const hasMoved = before !== undefined && status !== undefined && status !== before
    return hasMoved ? { ok: true, status } : undefined
  },
})

interface Planned extends Asked {
  allowed?: readonly string[] | undefined
}

/** Everything that is looked at before an existing campaign goes out. */
export async function planSend(
  context: Context,
  { id, time, expected, allowed }: Planned,
): Promise<Plan> {
  const campaign = await findCampaign(context, id)
  const audience = await countAudience(context, campaign)
  if (expected) refuseDrift(audience, expected, { isLeftToServer: await enforces(context) })
  const items = await askForCheck(context, id)
  const found = items ?? (await checkFromHere(context, campaign, audience))
  await refuseBlocked(context, found, allowed)
  return planOf(context, campaign, { audience, time })
}
