import type { contract } from '../../../contract/index.ts'
import type { Handler } from '../../handler.ts'
import { decodeIdCursor, pageOf } from '../../http/paging.ts'
import type { Service } from '../../service.ts'
import { selectKeys } from './store.ts'
import { showKey } from './view.ts'

export const list =
  ({ db }: Service): Handler<typeof contract.keys.list> =>
  async ({ limit, cursor, order = 'asc' }, { account }) => {
    const after = decodeIdCursor(cursor)
    const keys = await selectKeys(db, {
      accountId: account.id,
      limit,
      order,
      ...(after !== undefined && { after }),
    })
    return pageOf(keys, limit, ({ id }) => [id], showKey)
  }
