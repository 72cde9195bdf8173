import { campaigns } from '../../../contract/modules/campaigns.ts'
import { Failure } from '../../../core/failure.ts'
import type { Plan } from '../../command.ts'
import type { Context } from '../../context.ts'

/** What a send will do, from the campaign as it is and its audience as it is now. */
export async function planSend(context: Context, id: number): Promise<Plan> {
  const { words, output, settings } = context
  const client = await context.client()
  const { data: campaign } = await client.call(campaigns.get, { id })
  const count = await countAudience(context, campaign.list_id)
  const { camp_name: name, asunto, from_mail } = campaign
  return {
    sentence: words.operating.aboutToSend({
      name,
      subject: asunto,
      from: from_mail,
      count: count === undefined ? undefined : output.local.number(count),
      profile: settings.profile.value,
      where: context.apiUrl(),
    }),
    name,
    id,
    ...(count !== undefined && { count }),
  }
}

/**
 * At most this many people: the active contacts of the lists together. Somebody on two of them is
 * counted twice here and gets one message. Undefined where the server does not tell.
 */
export async function countAudience(
  context: Context,
  lists: readonly (string | number)[],
): Promise<number | undefined> {
  const { lists: listEndpoints } = await import('../../../contract/modules/lists.ts')
  const client = await context.client()
  try {
    const found = await Promise.all(
      lists.map((id) => client.call(listEndpoints.get, { id: Number(id) })),
    )
    const counts = found.map(({ data }) => data.active)
    return counts.every(Number.isFinite) ? counts.reduce((sum, count) => sum + count, 0) : undefined
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_offered') return undefined
    throw error
  }
}

/** The check before a send: a blocker that is not allowed by its name stops it. */
export async function refuseBlocked(
  context: Context,
  id: number,
  allowed: readonly string[] = [],
): Promise<void> {
  const client = await context.client()
  const { data } = await client.call(campaigns.check, { id })
  const blockers = data.items.filter(
    ({ level, code }) => level === 'error' && !allowed.includes(code),
  )
  for (const { level, message } of data.items)
    if (level === 'warn') await context.output.warn(message)
  if (blockers.length === 0) return
  const reasons = blockers.map(({ message }) => message).join(' ')
  const codes = blockers.map(({ code }) => code).join(', ')
  throw new Failure('send_blocked', { values: { reasons, codes } })
}
