import type { contract } from '../../../contract/index.ts'
import type { shownScopes } from '../../../contract/shapes/suppression.ts'
import { toIsoTime } from '../../../core/time.ts'
import type { Handler } from '../../handler.ts'
import { decodeIdCursor, pageOf } from '../../http/paging.ts'
import { findList } from '../../lists/store.ts'
import type { Service } from '../../service.ts'
import { selectOfAccount } from './account-suppressions-store.ts'
import type { LiftedSuppression } from './lifted-store.ts'
import {
  newSubscriptions,
  type Suppression,
  type SuppressionType,
  wholeAccount,
} from './suppressions-store.ts'

/** Who is kept off a list, for itself or for the whole account. */
export const suppressions =
  ({ db, reader }: Service): Handler<typeof contract.lists.suppressions> =>
  async ({ id, type, limit, cursor, order = 'desc' }, { account }) => {
    const after = decodeIdCursor(cursor)
    await findList(db, { accountId: account.id, listId: id })
    const found = await selectOfAccount(reader, {
      accountId: account.id,
      listIds: [wholeAccount, newSubscriptions, id],
      emailKey: undefined,
      type,
      order,
      after,
      limit: limit + 1,
    })
    return pageOf(found, limit, (suppression) => [suppression.id], showSuppression)
  }

export const showLifted = (lifted: LiftedSuppression) => ({
  list_id: lifted.list_id > wholeAccount ? lifted.list_id : null,
  email: lifted.email,
  type: lifted.type as SuppressionType, // as the suppression had it
  at: toIsoTime(lifted.suppressed_at),
  lifted_at: toIsoTime(lifted.lifted_at),
  lifted_reason: lifted.lifted_reason,
})

function scopeOf({ list_id }: Suppression): (typeof shownScopes)[number] {
  if (list_id > wholeAccount) return 'list'
  if (list_id === newSubscriptions) return 'new_subscriptions'
  return list_id === wholeAccount ? 'account' : 'tests'
}

export const showSuppression = (suppression: Suppression) => ({
  id: suppression.id,
  list_id: suppression.list_id > wholeAccount ? suppression.list_id : null,
  scope: scopeOf(suppression),
  email: suppression.email,
  type: suppression.type as SuppressionType, // only `suppress` writes it
  reason: suppression.reason === '' ? null : suppression.reason,
  diagnostic: null,
  campaign_id: suppression.campaign_id,
  at: toIsoTime(suppression.created_at),
})
