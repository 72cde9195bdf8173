import type { contract } from '../../../contract/index.ts'
import type { Handler } from '../../handler.ts'
import { decodeIdCursor, pageOf } from '../../http/paging.ts'
import type { Service } from '../../service.ts'
import { needsCounts } from '../campaign.ts'
import { recipientCounts } from '../reporting/recipient-counts.ts'
import { countCampaigns, listsOf, selectCampaigns } from '../store.ts'
import { summaryOf } from './view.ts'

export const list =
  ({ reader, settings: { publicUrl } }: Service): Handler<typeof contract.campaigns.list> =>
  async ({ status, q, from, to, order = 'desc', limit, cursor }, { account }) => {
    const filter = { status, q, from: timeOf(from), to: timeOf(to) }
    const after = decodeIdCursor(cursor)
    const [rows, total] = await Promise.all([
      selectCampaigns(reader, account.id, filter, {
        order,
        after,
        limit: limit + 1,
      }),
      countCampaigns(reader, account.id, filter),
    ])
    const ids = rows.map(({ id }) => id)
    const [lists, counts] = await Promise.all([
      listsOf(reader, ids),
      recipientCounts(
        reader,
        rows.filter(needsCounts).map(({ id }) => id),
      ),
    ])
    const page = pageOf(
      rows,
      limit,
      ({ id }) => [id],
      (row) => summaryOf(row, lists.get(row.id) ?? noLists, counts.get(row.id), publicUrl),
    )
    return { ...page, total }
  }

const noLists = { included: [], excluded: [] }

const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))
