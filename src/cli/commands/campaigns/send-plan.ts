import { oneLine } from '../../../core/safe-text.ts'
import { wallTimeAt } from '../../../core/zone.ts'
import type { Plan } from '../../command.ts'
import type { Context } from '../../context.ts'
import { accountOf } from '../../sending/account.ts'
import { readState, sandboxFolder } from '../sandbox/state.ts'
import type { Audience } from './audience.ts'
import type { KnownCampaign } from './find-campaign.ts'
import type { SendTime } from './send-time.ts'

/** What a send will do, for whoever has to agree to it. */
export function planOf(
  context: Context,
  campaign: Omit<KnownCampaign, 'id'> & { id?: KnownCampaign['id'] },
  { audience, time }: { audience: Audience; time: SendTime },
): Plan {
  const { words, output, settings } = context
  const { camp_name, asunto, from_mail, id } = campaign
  const name = camp_name ?? (id === undefined ? undefined : String(id))
  const count = audience.count === undefined ? undefined : output.local.number(audience.count)
  const { unknown } = words.sending
  const shown = (text: string | undefined) => oneLine(text ?? unknown)
  return {
    sentence: words.sending.aboutToSend(shown(name), count),
    details: words.sending.details({
      name: shown(name),
      subject: shown(asunto),
      from: shown(from_mail),
      count,
      isMost: audience.isMost,
      account: shown(accountOf(context).shown),
      profile: settings.profile.value,
      isSandbox: isSandbox(context),
      where: context.apiUrl(),
      time: inZone(time),
    }),
    ...(name !== undefined && { name }),
    ...(audience.count !== undefined && { count: audience.count }),
  }
}

/** Both are shown to the minute, as schedules are set. */
function inZone({ instant, zone }: SendTime) {
  if (instant === undefined) return undefined
  const minute = (time: number) => new Date(time).toISOString().slice(0, 16).replace('T', ' ')
  return { local: minute(wallTimeAt(instant, zone)), zone, utc: minute(instant) }
}

function isSandbox(context: Context): boolean {
  const sandbox = readState(sandboxFolder(context))
  return sandbox !== undefined && new URL(sandbox.url).origin === new URL(context.apiUrl()).origin
}
