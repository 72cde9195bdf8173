import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import { decodeIdCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { shownImage } from './media.ts'
import { listImages } from './store.ts'

/** The newest first, as in a gallery. */
export const list =
  ({ db, settings }: Service): Handler<typeof contract.media.list> =>
  async ({ limit, cursor, order = 'desc' }, { account }) => {
    const after = decodeIdCursor(cursor)
    const rows = await listImages(db, account.id, { after, limit: limit + 1, order })
    const { publicUrl } = settings
    return pageOf(
      rows,
      limit,
      ({ id }) => [id],
      (row) => shownImage(row, publicUrl),
    )
  }
