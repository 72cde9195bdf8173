import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import { decodeIdCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { selectSegments } from './store.ts'
import { showSegment } from './view.ts'

export const list =
  ({ db }: Service): Handler<typeof contract.segments.list> =>
  async ({ limit, cursor, order = 'asc', q, list_id }, { account }) => {
    const after = decodeIdCursor(cursor)
    const segments = await selectSegments(db, {
      accountId: account.id,
      limit,
      order,
      ...(after !== undefined && { after }),
      ...(list_id !== undefined && { listId: list_id }),
      ...(q && { q }),
    })
    return pageOf(segments, limit, ({ id }) => [id], showSegment)
  }
