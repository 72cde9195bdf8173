import type { Client } from '../client/client.ts'
import { pages } from '../client/paging.ts'
import { contract } from '../contract/index.ts'
import { Failure } from '../core/failure.ts'

/** What is known of a campaign: a server that others wrote may tell less than ours. */
export interface KnownCampaign {
  from_mail?: string
  asunto?: string
  html?: string
  text?: string
  list_id?: readonly (string | number)[]
  exclude_list_id?: readonly (string | number)[]
  segment_id?: number | string | null
}

/** By its own route, else out of the list of all; Failure `not_found` when it is not there. */
export async function findCampaign(client: Client, id: number): Promise<KnownCampaign> {
  try {
    return (await client.call(contract.campaigns.get, { id })).data
  } catch (error) {
    if (!isNotOffered(error)) throw error
  }
  const everything = pages(client, contract.campaigns.list, {}, { limit: 0, all: true })
  for await (const { items } of everything) {
    const found = items.find((each) => String(each.id) === String(id))
    if (found) return found
  }
  throw new Failure('not_found', { values: { what: String(id) } })
}

export const isNotOffered = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'not_offered'
