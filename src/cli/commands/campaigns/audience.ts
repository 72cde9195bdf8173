import { Failure } from '../../../core/failure.ts'
import type { Context } from '../../context.ts'
import type { KnownCampaign } from './find-campaign.ts'

/** How many people a campaign reaches, as the server counts them now. */
export interface Audience {
  /** Undefined where the server does not tell. */
  count: number | undefined
  /** Somebody on two lists is counted twice, and whoever is left out is counted in. */
  isMost: boolean
}

type Addressed = Pick<KnownCampaign, 'list_id' | 'exclude_list_id' | 'segment_id'>

export async function countAudience(context: Context, campaign: Addressed): Promise<Audience> {
  const { list_id: lists = [], exclude_list_id: excluded = [], segment_id: segment } = campaign
  const isMost = lists.length > 1 || excluded.length > 0 || (segment ?? undefined) !== undefined
  if (lists.length === 0) return { count: undefined, isMost }
  const { lists: endpoints } = await import('../../../contract/modules/lists.ts')
  const client = await context.client()
  try {
    const found = await Promise.all(
      lists.map((id) => client.call(endpoints.get, { id: Number(id) })),
    )
    const counts = found.map(({ data }) => data.active)
    const isKnown = counts.every(Number.isFinite)
    return { count: isKnown ? counts.reduce((sum, each) => sum + each, 0) : undefined, isMost }
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_offered')
      return { count: undefined, isMost }
    throw error
  }
}

export interface Expected {
  min: number
  max: number
}

/**
 * Failure `recipients_drifted` when there are not as many as expected. A count that nobody told, or
 * that is only the most it can be, is left to a server that looks itself when it fixes the audience;
 * `not_offered` where none does.
 */
export function refuseDrift(
  { count, isMost }: Audience,
  { min, max }: Expected,
  { isLeftToServer }: { isLeftToServer: boolean },
): void {
  const isWithin = count !== undefined && count >= min && count <= max && !isMost
  const isOpen = count === undefined || (isMost && count >= min)
  if (isWithin || (isOpen && isLeftToServer)) return
  if (isOpen) throw new Failure('not_offered', { values: { what: 'expect_recipients' } })
  throw new Failure('recipients_drifted', { values: { count, min, max } })
}
