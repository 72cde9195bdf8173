import type { Executor } from '../../database/dialect.ts'
import { suppressInAccount } from '../consent/account-consent.ts'
import { unsubscribeMany } from '../consent/unsubscribe.ts'
import { selectExisting } from '../writing/write-store.ts'
import { type SuppressionType, suppressMany, wholeAccount } from './suppressions-store.ts'

interface Group {
  accountId: number
  /** A list, or `wholeAccount`. */
  listId: number
  type: SuppressionType
  reason: string
  now: number
}

/**
 * Suppresses addresses for the same reason, on one list or in the whole account, and sets the status of
 * their contacts. Returns how many contacts changed.
 */
export async function suppressGroup(
  tx: Executor,
  { listId, ...group }: Group,
  addresses: readonly { key: string; email: string }[],
): Promise<number> {
  const optOut = { ...group, campaignId: null }
  if (listId === wholeAccount) return (await suppressInAccount(tx, optOut, addresses)).length
  await suppressMany(tx, { ...optOut, listId }, addresses)
  if (group.type !== 'unsubscribe') return 0
  const { accountId, reason, now } = group
  const keys = addresses.map(({ key }) => key)
  const existing = await selectExisting(tx, { accountId, listId }, keys)
  if (existing.length === 0) return 0
  const ids = existing.map(({ id }) => id)
  return unsubscribeMany(tx, { accountId, listId }, ids, { reason, now })
}
