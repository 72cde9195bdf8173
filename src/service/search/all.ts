import type { contract } from '../../contract/index.ts'
import type { CampaignStatus } from '../../contract/shapes/campaign.ts'
import { selectContactsById } from '../contacts/store.ts'
import type { Handler } from '../handler.ts'
import { countContacts, totalOf } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { searchContacts } from './contacts-store.ts'
import {
  mostFound,
  searchCampaigns,
  searchLists,
  searchSegments,
  searchTemplates,
} from './names-store.ts'
import { waysToFind } from './ways.ts'

/** Anything of the account that is called so, a few of each kind. */
export const all =
  ({ reader }: Service): Handler<typeof contract.search.all> =>
  async ({ q }, { account: { id: accountId } }) => {
    const [campaigns, lists, segments, templates, contacts] = await Promise.all([
      searchCampaigns(reader, accountId, q),
      searchLists(reader, accountId, q),
      searchSegments(reader, accountId, q),
      searchTemplates(reader, accountId, q),
      searchContacts(reader, {
        accountId,
        ways: waysToFind(q),
        after: undefined,
        limit: mostFound,
      }),
    ])
    const countsOf = await countContacts(
      reader,
      lists.map(({ id }) => id),
    )
    const people = await selectContactsById(
      reader,
      contacts.map(({ id }) => id),
    )
    return {
      campaigns: campaigns.map((campaign) => ({
        ...campaign,
        status: campaign.status as CampaignStatus, // the column holds nothing else
      })),
      lists: lists.map((list) => ({ ...list, contacts: totalOf(countsOf(list.id)) })),
      contacts: people.map(({ id, list_id, email, nombre, status }) => ({
        id,
        list_id,
        email,
        nombre,
        status,
      })),
      segments,
      templates,
    }
  }
