import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import { decodeCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { selectLinks } from './links-store.ts'
import { findMailing } from './store.ts'

/** Which links were followed. They are known once the first message has gone out. */
export const links =
  ({ reader }: Service): Handler<typeof contract.campaigns.links> =>
  async ({ id, link_id: link, limit, cursor }, { account }) => {
    await findMailing(reader, account.id, id)
    const [after = -1] = decodeCursor(cursor, 1) ?? []
    const rows = await selectLinks(reader, id, { link, after: Number(after), limit: limit + 1 })
    return pageOf(
      rows,
      limit,
      ({ position }) => [position],
      (row) => row,
    )
  }
