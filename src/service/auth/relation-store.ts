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
  const above = await db
    .withRecursive('above(id, parent_id)', (query) =>
      query
        .selectFrom('accounts')
        .select(['id', 'parent_id'])
        .where('id', '=', accountId)
        .unionAll(
          query
            .selectFrom('accounts')
            .innerJoin('above', 'above.parent_id', 'accounts.id')
            .select(['accounts.id', 'accounts.parent_id']),
        ),
    )
    .selectFrom('above')
    .select('id')
    .where('id', '=', callerId)
    .executeTakeFirst()
  return above && 'below'
}
