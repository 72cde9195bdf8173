import type { contract } from '../../../contract/index.ts'
import { selectActions } from '../../auth/audit-store.ts'
import { showAction } from '../../auth/audit-view.ts'
import type { Handler } from '../../handler.ts'
import { decodeIdCursor, pageOf } from '../../http/paging.ts'
import type { Service } from '../../service.ts'
import { requireAccount } from '../access.ts'

/** Lists what the account did, and what others did in it. */
export const listAudit =
  ({ db }: Service): Handler<typeof contract.audit.list> =>
  async ({ id, limit, cursor, order = 'desc', from, to, key_id: keyId }, { account }) => {
    await requireAccount(db, account, id, 'get')
    const actions = await selectActions(db, {
      accountId: id,
      keyId,
      since: from === undefined ? undefined : Date.parse(from),
      until: to === undefined ? undefined : Date.parse(to),
      after: decodeIdCursor(cursor),
      order,
      limit: limit + 1,
    })
    return pageOf(actions, limit, (action) => [action.id], showAction)
  }
