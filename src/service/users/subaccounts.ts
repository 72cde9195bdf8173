import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import { decodeIdCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { requireAccount } from './access.ts'
import { selectTree } from './tree-store.ts'
import { showUser } from './view.ts'

const maxShownDepth = 20

export const subaccounts =
  ({ reader, clock }: Service): Handler<typeof contract.users.subaccounts> =>
  async ({ id, depth = maxShownDepth, limit, cursor, order = 'asc' }, { account }) => {
    await requireAccount(reader, account, id, 'subaccounts')
    const after = decodeIdCursor(cursor)
    const users = await selectTree(reader, {
      rootId: id,
      depth: { from: 1, to: depth },
      limit,
      order,
      ...(after !== undefined && { after }),
    })
    const now = clock.now()
    return pageOf(
      users,
      limit,
      (user) => [user.id],
      (user) => ({ ...showUser(user, now), depth: user.depth }),
    )
  }
