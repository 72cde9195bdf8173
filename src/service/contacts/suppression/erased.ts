import type { Executor } from '../../database/dialect.ts'
import type { KeyRing } from '../../keys/secrets.ts'
import type { ListRef } from '../../lists/store.ts'
import { erasedKeys } from './suppressed.ts'
import { selectSuppressedKeys, selectSuppressionPresence } from './suppressions-store.ts'

/** Returns which of the addresses were erased. */
export async function findErasedKeys(
  db: Executor,
  list: ListRef,
  emailKeys: readonly string[],
  ring: KeyRing,
): Promise<ReadonlySet<string>> {
  const { hasErased } = await selectSuppressionPresence(db, list.accountId)
  if (!hasErased) return new Set()
  const hashed = emailKeys.flatMap((key) =>
    erasedKeys(key, ring).map((stored) => ({ key, stored })),
  )
  return selectSuppressedKeys(db, list, hashed)
}
