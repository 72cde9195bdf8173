import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import { decodeCursor, pageOf } from '../http/paging.ts'
import { findList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { type Suppression, selectSuppressions } from './suppressions-list-store.ts'
import type { SuppressionType } from './suppressions-store.ts'

/** Who is kept off a list, for itself or for the whole account. */
export const suppressions =
  ({ db, reader }: Service): Handler<typeof contract.lists.suppressions> =>
  async ({ id, type, limit, cursor, order = 'desc' }, { account }) => {
    const [after] = (decodeCursor(cursor, 1) ?? []).map(Number)
    const place = { accountId: account.id, listId: id }
    await findList(db, place)
    const held = await selectSuppressions(reader, {
      ...place,
      type,
      order,
      after,
      limit: limit + 1,
    })
    return pageOf(held, limit, (suppression) => [suppression.id], showSuppression)
  }

export const showSuppression = (held: Suppression) => ({
  id: held.id,
  list_id: held.list_id === 0 ? null : held.list_id,
  email: held.email,
  type: held.type as SuppressionType, // written by `suppress`
  reason: held.reason === '' ? null : held.reason,
  diagnostic: null,
  campaign_id: held.campaign_id,
  at: new Date(held.created_at).toISOString(),
})
