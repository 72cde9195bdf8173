import { type AccountVerb, accountAccess, type Relation } from '../../contract/permissions.ts'
import { Failure } from '../../core/failure.ts'
import { findRelation } from '../auth/relation-store.ts'
import type { Executor } from '../database/dialect.ts'
import type { Principal } from '../handler.ts'
import { type Account, findAccount } from './store.ts'

/**
 * Returns the account that an operation targets. Throws not_found for an account outside the
 * caller's tree.
 */
export async function requireAccount(
  db: Executor,
  caller: Pick<Principal, 'id'>,
  id: number,
  verb: AccountVerb,
): Promise<Account> {
  const relation = await findRelation(db, { callerId: caller.id, accountId: id })
  if (!relation) throw new Failure('not_found')
  const within: readonly Relation[] = accountAccess[verb]
  if (!within.includes(relation)) throw new Failure('forbidden')
  return findAccount(db, id)
}
