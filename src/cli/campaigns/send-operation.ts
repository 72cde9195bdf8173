import { campaigns } from '../../contract/modules/campaigns.ts'
import { type ExpectedRecipients, enforcesExpected } from '../../operations/audience.ts'
import { findCampaign } from '../../operations/find-campaign.ts'
import { planSend } from '../../operations/plan-send.ts'
import type { Plan } from '../command/command.ts'
import type { Operation, OutcomeProbe } from '../command/operation.ts'
import type { Context } from '../context/context.ts'
import { describeSend } from './describe-send.ts'
import { refuseBlocked } from './send-check.ts'
import type { SendTime } from './send-time.ts'

interface SendRequest {
  id: number
  time: SendTime
  expected?: ExpectedRecipients | undefined
}

/** Creates the operation of a send. A time uses the schedule route: a server may ignore it on `send`. */
export async function sendOperation(
  context: Context,
  { id, time, expected }: SendRequest,
): Promise<Operation> {
  const { instant, slot, zone } = time
  const guard = expected && (await mayExpect(context)) ? { expect_recipients: expected } : {}
  const same = {
    // The route and `expect_recipients` do not make it another send.
    subject: { endpoint: campaigns.send, request: { id } },
    ...(slot !== undefined && { slot }),
    probe: createProbe(context, id),
  }
  if (instant === undefined) return { endpoint: campaigns.send, request: { id, ...guard }, ...same }
  const scheduled_at = new Date(instant).toISOString()
  const request = { id, scheduled_at, timezone: zone, ...guard }
  return { endpoint: campaigns.schedule, request, ...same }
}

/** Whether `expect_recipients` may go into a request: only a server that enforces it takes it. */
export const mayExpect = async ({ client, host }: Context): Promise<boolean> =>
  enforcesExpected(await client(), host.stopped)

/** Assumes that a campaign was sent if its status has changed. */
const createProbe = (context: Context, id: number): OutcomeProbe => ({
  async readState() {
    const { status } = await findCampaign(await context.client(), id)
    return status
  },
  async findAnswer(before) {
    const { status } = await findCampaign(await context.client(), id)
    const hasMoved = before !== undefined && status !== undefined && status !== before
    return hasMoved ? { ok: true, status } : undefined
  },
})

interface SendPlanRequest extends SendRequest {
  allowed?: readonly string[] | undefined
}

/** Plans the send of an existing campaign; refuses it when a finding of the check blocks it. */
export async function planExisting(
  context: Context,
  { id, time, expected, allowed }: SendPlanRequest,
): Promise<Plan> {
  const { client, host } = context
  const plan = await planSend(await client(), id, { expected, signal: host.stopped })
  await refuseBlocked(context, plan.checks, allowed)
  return describeSend(context, plan.campaign, { audience: plan.audience, time })
}
