import type { contract } from '../../contract/index.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import type { Handler } from '../handler.ts'
import { decodeIdCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { selectTemplates } from './store.ts'
import { summaryOf } from './view.ts'

export const list =
  ({ reader }: Service): Handler<typeof contract.templates.list> =>
  async ({ limit, cursor, order = 'asc', q, archived }, { account }) => {
    const after = decodeIdCursor(cursor)
    const templates = await selectTemplates(reader, {
      accountId: account.id,
      limit,
      order,
      isArchived: isOn(archived),
      ...(after !== undefined && { after }),
      ...(q && { q }),
    })
    return pageOf(templates, limit, ({ id }) => [id], summaryOf)
  }
