import { type AccountVerb, type Relation, reach } from '../../contract/permissions.ts'
import { Failure } from '../../core/failure.ts'
import { findRelation } from '../auth/tree-store.ts'
import type { Executor } from '../database/dialect.ts'
import type { Principal } from '../handler.ts'
import { type Account, findAccount } from './store.ts'

/** The account that a verb is about; outside of the caller's tree there is none. */
export async function reachAccount(
  db: Executor,
  caller: Pick<Principal, 'id'>,
  id: number,
  verb: AccountVerb,
): Promise<Account> {
  const relation = await findRelation(db, { callerId: caller.id, accountId: id })
  if (!relation) throw new Failure('not_found')
  const within: readonly Relation[] = reach[verb]
  if (!within.includes(relation)) throw new Failure('forbidden')
  return findAccount(db, id)
}
