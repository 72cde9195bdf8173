import type { Client } from '../client/client.ts'
import { contract } from '../contract/index.ts'
import { isNotOffered, type KnownCampaign } from './known-campaign.ts'

export interface Audience {
  /** Undefined where the server does not tell. */
  count: number | undefined
  /** Somebody on two lists is counted twice, and whoever is left out is counted in. */
  is_most: boolean
}

/** How many people a campaign reaches, as the server counts them now. */
export async function countAudience(client: Client, campaign: KnownCampaign): Promise<Audience> {
  const { list_id: lists = [], exclude_list_id: excluded = [], segment_id: segment } = campaign
  const is_most = lists.length > 1 || excluded.length > 0 || (segment ?? undefined) !== undefined
  try {
    const found = await Promise.all(
      lists.map((id) => client.call(contract.lists.get, { id: Number(id) })),
    )
    const onLists = found.map(({ data }) => data.active)
    if (onLists.length === 0 || !onLists.every(Number.isFinite))
      return { count: undefined, is_most }
    const sum = onLists.reduce((total, each) => total + each, 0)
    return { count: segment ? Math.min(sum, await sendable(client, segment)) : sum, is_most }
  } catch (error) {
    if (isNotOffered(error)) return { count: undefined, is_most }
    throw error
  }
}

async function sendable(client: Client, segment: string | number): Promise<number> {
  const { data } = await client.call(contract.segments.count, { id: Number(segment) })
  return Number.isFinite(data.sendable) ? data.sendable : Number.POSITIVE_INFINITY
}
