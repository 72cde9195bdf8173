import { planContinuation } from '../../operations/plan-send.ts'
import type { Plan } from '../command/command.ts'
import type { Context } from '../context/context.ts'
import { describeSend } from './describe-send.ts'

/** Plans the rest of a campaign that has begun. It needs the same confirmation as a send. */
export async function planContinuedSend(context: Context, id: number): Promise<Plan> {
  const { client, host } = context
  const { campaign, audience } = await planContinuation(await client(), id, {
    signal: host.stopped,
  })
  return describeSend(context, campaign, { audience, time: { zone: context.timezone } })
}
