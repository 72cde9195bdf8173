import { createHmac } from 'node:crypto'
import type { Executor } from '../../database/dialect.ts'
import type { Key, KeyRing } from '../../keys/secrets.ts'
import type { ListRef } from '../../lists/store.ts'
import type { SuppressionState } from '../status.ts'
import {
  erasedPrefix,
  selectSuppressedKeys,
  selectSuppressionPresence,
  selectSuppressionsByKey,
} from './suppressions-store.ts'

/** The keyed hash that replaces an erased address: enough to recognise it, not enough to read it. */
export const erasedKey = (emailKey: string, { id, secret }: Key): string =>
  `${erasedPrefix}${id}:${createHmac('sha256', secret).update(emailKey).digest('base64url')}`

/** The hashes of an address under every key: it may have been erased under an earlier one. */
export const erasedKeys = (emailKey: string, ring: KeyRing): string[] =>
  ring.map((key) => erasedKey(emailKey, key))

/** Returns which addresses may not be added to the list. */
export async function findSuppressedKeys(
  db: Executor,
  list: ListRef,
  emailKeys: readonly string[],
  ring: KeyRing,
): Promise<ReadonlySet<string>> {
  // Most accounts have no suppression, so thousands of addresses need no lookup.
  const { hasAny, hasErased } = await selectSuppressionPresence(db, list.accountId)
  if (!hasAny) return new Set()
  const addresses = emailKeys.map((key) => ({ key, stored: key }))
  // Hashing thousands of addresses takes longer than writing them: only if the account erased any.
  if (hasErased) {
    for (const key of emailKeys) {
      for (const stored of erasedKeys(key, ring)) addresses.push({ key, stored })
    }
  }
  return selectSuppressedKeys(db, list, addresses)
}

/**
 * Returns how an address is kept off a list. After a complaint, or if the owner suppressed it, anyone
 * but the person is refused. Otherwise a confirmation is enough.
 */
export async function findSuppressionState(
  db: Executor,
  list: ListRef,
  emailKey: string,
  ring: KeyRing,
): Promise<SuppressionState> {
  const found = await selectSuppressionsByKey(db, list, [emailKey, ...erasedKeys(emailKey, ring)])
  if (found.some(({ type }) => type === 'complaint' || type === 'manual')) return 'forbidden'
  return found.length > 0 ? 'unsubscribed' : 'none'
}

/**
 * Whether the person left, complained, or was suppressed by the owner since a time. Then a request to
 * subscribe from that time is void. A bounce does not make it void: who confirms can read the mailbox.
 */
export async function isSuppressedSince(
  db: Executor,
  list: ListRef,
  { emailKey, since }: { emailKey: string; since: number },
  ring: KeyRing,
): Promise<boolean> {
  const found = await selectSuppressionsByKey(db, list, [emailKey, ...erasedKeys(emailKey, ring)])
  return found.some(({ type, created_at }) => type !== 'bounce' && created_at > since)
}
