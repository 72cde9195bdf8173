import type { contract } from '../../../contract/index.ts'
import type { Handler } from '../../handler.ts'
import { decodeIdCursor, pageOf } from '../../http/paging.ts'
import type { Service } from '../../service.ts'
import { findList } from '../store.ts'
import { selectFields } from './store.ts'

export const list =
  ({ db }: Service): Handler<typeof contract.fields.list> =>
  async ({ id, limit, cursor, order = 'asc' }, { account }) => {
    const listRef = { accountId: account.id, listId: id }
    await findList(db, listRef)
    const after = decodeIdCursor(cursor)
    const fields = await selectFields(db, listRef)
    if (order === 'desc') fields.reverse()
    const start = after === undefined ? 0 : fields.findIndex((field) => field.id === after) + 1
    return pageOf(
      fields.slice(start, start + limit + 1),
      limit,
      (field) => [field.id],
      (field) => ({ ...field, options: [...field.options] }),
    )
  }
