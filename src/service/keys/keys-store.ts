import type { Insertable, Selectable } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import type { KeyRow } from '../database/schema/account.ts'

export type StoredKey = Selectable<KeyRow>

/** Returns the keys of the purposes, retired ones too, oldest first. */
export const selectKeys = (db: Executor, purposes: readonly string[]): Promise<StoredKey[]> =>
  db
    .selectFrom('keys')
    .select(['id', 'purpose', 'selector', 'secret', 'created_at', 'retired_at'])
    .where('purpose', 'in', purposes)
    .orderBy('id')
    .execute()

/** Adds keys. A key that another process has added first stays as it is. */
export async function insertMissingKeys(
  tx: Executor,
  keys: readonly Insertable<KeyRow>[],
): Promise<void> {
  if (keys.length === 0) return
  await tx
    .insertInto('keys')
    .values(keys)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function retireKeys(tx: Executor, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('keys')
    .set({ retired_at: now })
    .where('id', 'in', ids)
    .where('retired_at', 'is', null)
    .execute()
}

/**
 * Retires the current key, so that the next start makes a new one. Signatures of the retired key
 * stay valid until they expire. Another process loads the new key when it restarts.
 */
export async function retireCurrentKey(db: Executor, purpose: 'jwt', now: number): Promise<void> {
  await db
    .updateTable('keys')
    .set({ retired_at: now })
    .where('purpose', '=', purpose)
    .where('retired_at', 'is', null)
    .execute()
}

/** Gives a selector to keys from a version that had only one. Returns how many there were. */
export async function setMissingSelectors(
  tx: Executor,
  purposes: readonly string[],
  selector: string,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('keys')
    .set({ selector })
    .where('purpose', 'in', purposes)
    .where('selector', '=', '')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Does the same for the senders whose domain publishes such a key. */
export async function setMissingSenderSelectors(tx: Executor, selector: string): Promise<void> {
  await tx
    .updateTable('senders')
    .set({ dkim_selector: selector })
    .where('dkim', '=', 1)
    .where('dkim_selector', 'is', null)
    .execute()
}
