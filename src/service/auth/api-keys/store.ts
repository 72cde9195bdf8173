import { sql } from 'kysely'
import { Failure } from '../../../core/failure.ts'
import type { Executor } from '../../database/dialect.ts'
import type { ApiKeyRow } from '../../database/schema/account.ts'

export type ApiKey = Omit<ApiKeyRow, 'id'> & { id: number }

/** Identifies an API key of an account. */
interface KeyOfAccount {
  accountId: number
  keyId: number
}

export async function insertKey(db: Executor, key: Omit<ApiKey, 'id'>): Promise<number> {
  const { id } = await db
    .insertInto('api_keys')
    .values(key)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Finds a key that is not revoked. Throws not_found. */
export async function findKey(db: Executor, { accountId, keyId }: KeyOfAccount): Promise<ApiKey> {
  const key = await selectUnrevoked(db, accountId).where('id', '=', keyId).executeTakeFirst()
  if (!key) throw new Failure('not_found')
  return key
}

interface KeyQuery {
  accountId: number
  limit: number
  order: 'asc' | 'desc'
  after?: number
}

/** Returns up to `limit` + 1 keys that are not revoked. */
export function selectKeys(
  db: Executor,
  { accountId, limit, order, after }: KeyQuery,
): Promise<ApiKey[]> {
  let keys = selectUnrevoked(db, accountId)
    .orderBy('id', order)
    .limit(limit + 1)
  if (after !== undefined) keys = keys.where('id', order === 'asc' ? '>' : '<', after)
  return keys.execute()
}

const selectUnrevoked = (db: Executor, accountId: number) =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)

export async function countKeys(db: Executor, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Marks a key as replaced, so that its name is free for its successor. */
export async function replaceKey(
  db: Executor,
  { id, by, expiresAt }: { id: number; by: number; expiresAt: number | null },
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ replaced_by: by, expires_at: expiresAt })
    .where('id', '=', id)
    .execute()
}

/** Revokes one key of an account, or all. Returns how many could still be used. */
export async function revokeKeys(
  db: Executor,
  { accountId, keyId, now }: { accountId: number; keyId?: number; now: number },
): Promise<number> {
  let query = db
    .updateTable('api_keys')
    .set({
      revoked_at: now,
      expires_at: sql<number>`case when expires_at < ${now} then expires_at else ${now} end`,
    })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
  if (keyId !== undefined) query = query.where('id', '=', keyId)
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export async function saveKeyUse(
  db: Executor,
  { id, now, before }: { id: number; now: number; before: number },
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', before)]),
    )
    .execute()
}
