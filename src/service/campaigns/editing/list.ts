import type { contract } from '../../../contract/index.ts'
import type { RateName } from '../../../contract/shapes/campaign.ts'
import type { Executor } from '../../database/dialect.ts'
import type { Handler } from '../../handler.ts'
import { decodeCursor, decodeIdCursor, pageOf } from '../../http/paging.ts'
import type { Service } from '../../service.ts'
import { needsCounts } from '../campaign.ts'
import { ratesOfCampaigns } from '../reporting/campaign-rates.ts'
import { recipientCounts } from '../reporting/recipient-counts.ts'
import { selectCampaignsByRate } from '../sorted-store.ts'
import {
  type CampaignFilter,
  type CampaignSummary,
  countCampaigns,
  listsOf,
  selectCampaigns,
} from '../store.ts'
import { summaryOf } from './view.ts'

export const list =
  ({ reader, settings: { publicUrl } }: Service): Handler<typeof contract.campaigns.list> =>
  async ({ status, q, from, to, sort, order = 'desc', limit, cursor }, { account }) => {
    const filter = { status, q, from: timeOf(from), to: timeOf(to) }
    const page = { sort, order, cursor, limit: limit + 1 }
    const [rows, total] = await Promise.all([
      selectPage(reader, account.id, filter, page),
      countCampaigns(reader, account.id, filter),
    ])
    const ids = rows.map(({ id }) => id)
    const [lists, counts, ratesOf] = await Promise.all([
      listsOf(reader, account.id, ids),
      recipientCounts(
        reader,
        rows.filter(needsCounts).map(({ id }) => id),
      ),
      ratesOfCampaigns(reader, ids),
    ])
    const shown = pageOf(
      rows,
      limit,
      ({ id, rate }) => (rate === undefined ? [id] : [rate, id]),
      (row) => ({
        ...summaryOf(row, lists.get(row.id) ?? noLists, counts.get(row.id), publicUrl),
        ...ratesOf(row.id),
      }),
    )
    return { ...shown, total }
  }

interface RequestedPage {
  sort: RateName | undefined
  order: 'asc' | 'desc'
  cursor: string | undefined
  limit: number
}

/** The rows of a page. They have a `rate` if it is what they are sorted by. */
function selectPage(
  db: Executor,
  account: number,
  filter: CampaignFilter,
  { sort, order, cursor, limit }: RequestedPage,
): Promise<(CampaignSummary & { rate?: number })[]> {
  if (sort === undefined) {
    return selectCampaigns(db, account, filter, { order, after: decodeIdCursor(cursor), limit })
  }
  const [rate, id] = decodeCursor(cursor, ['fraction', 'whole']) ?? []
  const after = rate === undefined || id === undefined ? undefined : { rate, id }
  return selectCampaignsByRate(db, account, filter, { sort, order, after, limit })
}

const noLists = { included: [], excluded: [] }

const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))
