import { sql } from 'kysely'
import type { Relation } from '../../contract/permissions.ts'
import type { Executor } from '../database/dialect.ts'

/**
 * Returns the relation of an account to the caller; undefined if it is outside the caller's tree.
 */
export async function findRelation(
  db: Executor,
  { callerId, accountId }: { callerId: number; accountId: number },
): Promise<Relation | undefined> {
  if (callerId === accountId) return 'self'
  const above = await selectUpwards(db, accountId).where('id', '=', callerId).executeTakeFirst()
  return above && 'below'
}

/** Returns the account for which the requests of `accountId` count; see `Principal.limitGroup`. */
export async function findLimitGroup(db: Executor, accountId: number): Promise<number> {
  const topmost = await selectUpwards(db, accountId)
    .where('role', '!=', 'Admin')
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst()
  return topmost?.id ?? accountId
}

/** The account and those above it, up to the top. */
const selectUpwards = (db: Executor, accountId: number) =>
  db
    .withRecursive('above(id, parent_id, role, height)', (query) =>
      query
        .selectFrom('accounts')
        .select(['id', 'parent_id', 'role', sql<number>`0`.as('height')])
        .where('id', '=', accountId)
        .unionAll(
          query
            .selectFrom('accounts')
            .innerJoin('above', 'above.parent_id', 'accounts.id')
            .select([
              'accounts.id',
              'accounts.parent_id',
              'accounts.role',
              sql<number>`above.height + 1`.as('height'),
            ]),
        ),
    )
    .selectFrom('above')
    .select('id')
