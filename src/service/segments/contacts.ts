import type { contract } from '../../contract/index.ts'
import { viewAcrossLists } from '../contacts/view.ts'
import type { Handler } from '../handler.ts'
import { decodeIdCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { selectMatching } from './contacts-store.ts'
import { conditionOf, scopeOf } from './segment-filter.ts'
import { requireSegment } from './store.ts'

export const contacts =
  ({ reader, clock }: Service): Handler<typeof contract.segments.contacts> =>
  async ({ id, limit, cursor, order = 'asc' }, { account }) => {
    const segment = await requireSegment(reader, { accountId: account.id, segmentId: id })
    const condition = await conditionOf(reader, segment, clock.now())
    const after = decodeIdCursor(cursor)
    const found = await selectMatching(reader, scopeOf(segment), condition, {
      limit,
      order,
      after,
    })
    const show = await viewAcrossLists(reader, account.id, found.slice(0, limit))
    return pageOf(found, limit, (contact) => [contact.id], show)
  }
