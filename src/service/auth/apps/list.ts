import type { contract } from '../../../contract/index.ts'
import type { Handler } from '../../handler.ts'
import { decodeIdCursor, pageOf } from '../../http/paging.ts'
import type { Service } from '../../service.ts'
import { selectGrants } from '../oauth/store.ts'
import { showApp } from './view.ts'

export const list =
  ({ db, clock }: Service): Handler<typeof contract.apps.list> =>
  async ({ limit, cursor, order = 'asc' }, { account }) => {
    const after = decodeIdCursor(cursor)
    const grants = await selectGrants(db, {
      ...{ accountId: account.id, now: clock.now(), limit, order },
      ...(after !== undefined && { after }),
    })
    return pageOf(grants, limit, ({ id }) => [id], showApp)
  }
