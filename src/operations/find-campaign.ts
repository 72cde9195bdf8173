import type { CallOptions, Client } from '../client/client.ts'
import { pages } from '../client/paging.ts'
import { campaigns } from '../contract/modules/campaigns.ts'
import { wireId } from '../contract/path.ts'
import { Failure } from '../core/failure.ts'
import { ifOffered } from './not-offered.ts'

/** A campaign as a server describes it. Another server may leave out any field except the id. */
export interface KnownCampaign {
  id: number | string
  camp_name?: string
  asunto?: string
  preheader?: string
  html?: string
  text?: string
  from_name?: string
  from_mail?: string
  list_id?: readonly (string | number)[]
  exclude_list_id?: readonly (string | number)[]
  segment_id?: number | string | null
  status?: string
  scheduled_at?: string | null
  sent_at?: string | null
}

type Options = Pick<CallOptions, 'signal'>

/**
 * Returns a campaign by its id: from its own route, or from the list of all campaigns where the server
 * has no such route. Throws Failure `not_found`.
 */
export async function findCampaign(
  client: Client,
  id: number | string,
  options: Options = {},
): Promise<KnownCampaign> {
  const answer = await ifOffered(client.call(campaigns.get, { id: wireId(id) }, options))
  if (answer) return answer.data
  for await (const campaign of allCampaigns(client, {}, options)) {
    if (String(campaign.id) === String(id)) return campaign
  }
  throw new Failure('not_found', { values: { what: String(id) } })
}

/** Returns every campaign with exactly this name. */
export async function campaignsNamed(
  client: Client,
  name: string,
  options: Options = {},
): Promise<KnownCampaign[]> {
  const named: KnownCampaign[] = []
  for await (const campaign of allCampaigns(client, { q: name }, options)) {
    if (campaign.camp_name === name) named.push(campaign)
  }
  return named
}

async function* allCampaigns(
  client: Client,
  query: { q?: string },
  { signal }: Options,
): AsyncGenerator<KnownCampaign> {
  const paging = { limit: 0, all: true, signal }
  for await (const { items } of pages(client, campaigns.list, query, paging)) yield* items
}
