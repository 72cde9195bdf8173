import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import { decodeIdCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { selectTree } from './tree-store.ts'
import { showUser } from './view.ts'

/** Deeper than any real tree. It bounds the query. */
const maxDepth = 1000

export const list =
  ({ reader, clock }: Service): Handler<typeof contract.users.list> =>
  async ({ limit, cursor, order = 'asc', role, status, q }, { account }) => {
    const after = decodeIdCursor(cursor)
    const users = await selectTree(reader, {
      rootId: account.id,
      depth: { from: 0, to: maxDepth },
      limit,
      order,
      ...(after !== undefined && { after }),
      ...(role && { role }),
      ...(status && { status }),
      ...(q && { q }),
    })
    const now = clock.now()
    return pageOf(
      users,
      limit,
      ({ id }) => [id],
      (user) => showUser(user, now),
    )
  }
