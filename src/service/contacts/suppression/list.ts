import type { contract } from '../../../contract/index.ts'
import { normaliseAddress } from '../../../core/address.ts'
import type { Handler } from '../../handler.ts'
import { decodeIdCursor, pageOf } from '../../http/paging.ts'
import { findList } from '../../lists/store.ts'
import type { Service } from '../../service.ts'
import { selectOfAccount } from './account-suppressions-store.ts'
import { showSuppression } from './suppressions.ts'
import { newSubscriptions, wholeAccount } from './suppressions-store.ts'

/** Lists the suppressions of the account, or those that keep addresses off one list. */
export const list =
  ({ db, reader }: Service): Handler<typeof contract.suppressions.list> =>
  async ({ list_id, type, email, limit, cursor, order = 'desc' }, { account }) => {
    const after = decodeIdCursor(cursor)
    if (list_id !== undefined) await findList(db, { accountId: account.id, listId: list_id })
    const ofAccount = [wholeAccount, newSubscriptions]
    const found = await selectOfAccount(reader, {
      accountId: account.id,
      listIds: list_id === undefined ? ofAccount : [...ofAccount, list_id],
      emailKey: email === undefined ? undefined : normaliseAddress(email)?.key,
      ...{ type, order, after },
      limit: limit + 1,
    })
    return pageOf(found, limit, (suppression) => [suppression.id], showSuppression)
  }
