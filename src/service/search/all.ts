import type { contract } from '../../contract/index.ts'
import type { CampaignStatus } from '../../contract/shapes/campaign.ts'
import { maxResults } from '../../contract/shapes/search.ts'
import { foldName } from '../../core/fold-name.ts'
import { selectContactsById } from '../contacts/store.ts'
import { inOneReader } from '../database/reader.ts'
import type { Handler } from '../handler.ts'
import { countContacts, totalOf } from '../lists/store.ts'
import type { Service } from '../service.ts'
import {
  selectCampaignNames,
  selectListNames,
  selectSegmentNames,
  selectTemplateNames,
} from './names-store.ts'
import { searchContacts } from './search-contacts.ts'
import { strategiesFor } from './strategies.ts'

/** How many names of each kind are compared, newest first: a few milliseconds. */
const maxNamesCompared = 5000

/** Searches campaigns, lists, contacts, segments and templates of the account. */
export const all =
  ({ reader }: Service): Handler<typeof contract.search.all> =>
  async ({ q }, { account: { id: accountId } }) => {
    const query = { accountId, limit: maxNamesCompared }
    const strategies = strategiesFor(q)
    const [campaigns, lists, segments, templates, contacts] = await inOneReader(reader, (one) =>
      Promise.all([
        selectCampaignNames(one, query),
        selectListNames(one, query),
        selectSegmentNames(one, query),
        selectTemplateNames(one, query),
        searchContacts(one, { accountId, strategies, after: undefined, limit: maxResults }),
      ]),
    )
    const foundLists = filterByText(lists, q, ({ name }) => [name])
    const countsOf = await countContacts(
      reader,
      accountId,
      foundLists.map(({ id }) => id),
    )
    const foundContacts = await selectContactsById(
      reader,
      contacts.map(({ id }) => id),
    )
    return {
      campaigns: filterByText(campaigns, q, (row) => [row.camp_name, row.asunto]).map(
        (campaign) => ({
          ...campaign,
          status: campaign.status as CampaignStatus, // the column contains only statuses
        }),
      ),
      lists: foundLists.map((list) => ({ ...list, contacts: totalOf(countsOf(list.id)) })),
      contacts: foundContacts.map(({ id, list_id, email, nombre, status }) => ({
        id,
        list_id,
        email,
        nombre,
        status,
      })),
      segments: filterByText(segments, q, ({ name }) => [name]),
      templates: filterByText(templates, q, ({ name }) => [name]),
    }
  }

/** Returns the first rows with a text that contains `q`, ignoring case and accents. */
function filterByText<Row>(
  rows: readonly Row[],
  q: string,
  textsOf: (row: Row) => readonly string[],
): Row[] {
  const wanted = foldName(q.trim())
  return rows
    .filter((row) => textsOf(row).some((text) => foldName(text).includes(wanted)))
    .slice(0, maxResults)
}
