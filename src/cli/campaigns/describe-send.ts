import { users } from '../../contract/modules/users.ts'
import { leftOutReasons } from '../../contract/shapes/campaign-check.ts'
import { oneLine } from '../../core/safe-text.ts'
import type { Audience } from '../../operations/audience.ts'
import type { KnownCampaign } from '../../operations/find-campaign.ts'
import { ifOffered } from '../../operations/not-offered.ts'
import type { Plan } from '../command/command.ts'
import type { Context } from '../context/context.ts'
import { readState, sandboxFolder } from '../sandbox/state.ts'
import { accountOf } from '../sending/account.ts'
import type { SendTime } from './send-time.ts'

/** Describes a send for its confirmation. */
export async function describeSend(
  context: Context,
  campaign: Omit<KnownCampaign, 'id'> & { id?: KnownCampaign['id'] },
  { audience, time }: { audience: Audience; time: SendTime },
): Promise<Plan> {
  const { messages, output, settings } = context
  const { camp_name, asunto, from_mail, id } = campaign
  const name = camp_name ?? (id === undefined ? undefined : String(id))
  const count = audience.count === undefined ? undefined : output.local.number(audience.count)
  const { unknown } = messages.sending
  const shown = (text: string | undefined) => oneLine(text ?? unknown)
  return {
    sentence: messages.sending.aboutToSend(shown(name), count),
    details: messages.sending.details({
      name: shown(name),
      subject: shown(asunto),
      from: shown(from_mail),
      count,
      isMost: audience.isMost,
      leftOut: leftOutText(context, audience),
      account: shown(accountOf(context).shown),
      profile: settings.profile.value,
      isSandbox: isSandbox(context) || (await isSandboxAccount(context)),
      where: context.apiUrl(),
      time: inZone(context, time),
    }),
    ...(name !== undefined && { name }),
    ...(id !== undefined && { id }),
    ...(audience.count !== undefined && { count: audience.count }),
  }
}

/** The contacts of the lists that are not mailed, as “12 unsubscribed, 3 on several lists”. */
function leftOutText({ messages, output }: Context, { leftOut = {} }: Audience) {
  const parts = leftOutReasons.flatMap((reason) => {
    const count = leftOut[reason] ?? 0
    return count === 0 ? [] : `${output.local.number(count)} ${messages.sending.leftOut[reason]}`
  })
  return parts.length === 0 ? undefined : parts.join(', ')
}

/** Formats a time in its zone, with the day of the week to check it by, and in UTC. */
function inZone({ output }: Context, { instant, zone }: SendTime) {
  if (instant === undefined) return undefined
  const utc = new Date(instant).toISOString().slice(0, 16).replace('T', ' ')
  return { local: output.local.fullTime(instant, zone), zone, utc }
}

/** Whether the service of this machine's sandbox catches all mail. */
function isSandbox(context: Context): boolean {
  const sandbox = readState(sandboxFolder(context))
  return sandbox !== undefined && new URL(sandbox.url).origin === new URL(context.apiUrl()).origin
}

/** Whether the mail of the account goes to its own inbox. Another server may not tell. */
async function isSandboxAccount(context: Context): Promise<boolean> {
  const client = await context.client()
  const answer = await ifOffered(client.call(users.me, {}, { signal: context.host.stopped }))
  return answer?.data.sandbox === true
}
