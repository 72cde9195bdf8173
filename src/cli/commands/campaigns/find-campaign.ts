import { pages } from '../../../client/paging.ts'
import { campaigns } from '../../../contract/modules/campaigns.ts'
import { Failure } from '../../../core/failure.ts'
import type { Context } from '../../context.ts'

/** What is known of a campaign: a server that others wrote may tell less than ours. */
export interface KnownCampaign {
  id: number | string
  camp_name?: string
  asunto?: string
  html?: string
  text?: string
  from_mail?: string
  list_id?: readonly (string | number)[]
  exclude_list_id?: readonly (string | number)[]
  segment_id?: number | string | null
  status?: string
  scheduled_at?: string | null
}

/** By its own route, else out of the list of all; Failure `not_found` when it is not there. */
export async function findCampaign(context: Context, id: number | string): Promise<KnownCampaign> {
  const client = await context.client()
  try {
    const { data } = await client.call(campaigns.get, { id: Number(id) })
    return data
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not_offered') throw error
  }
  const found = await findAmong(context, (campaign) => String(campaign.id) === String(id))
  if (found.length === 0) throw new Failure('not_found', { values: { what: String(id) } })
  return found[0] as KnownCampaign // one is there
}

/** The campaigns that are called so. */
export const namedCampaigns = (context: Context, name: string): Promise<KnownCampaign[]> =>
  findAmong(context, (campaign) => campaign.camp_name === name, name)

async function findAmong(
  context: Context,
  isMeant: (campaign: KnownCampaign) => boolean,
  q?: string,
): Promise<KnownCampaign[]> {
  const client = await context.client()
  const found: KnownCampaign[] = []
  const query = q === undefined ? {} : { q }
  const options = { limit: 0, all: true, signal: context.host.stopped }
  for await (const { items } of pages(client, campaigns.list, query, options)) {
    found.push(...items.filter(isMeant))
  }
  return found
}
