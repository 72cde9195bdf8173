import { type Insertable, sql } from 'kysely'
import type { Executor } from '../../database/dialect.ts'
import type { OAuthGrantRow, OAuthTokenRow } from '../../database/schema/oauth.ts'

export type Grant = Omit<OAuthGrantRow, 'id'> & { id: number }

export async function insertGrant(db: Executor, grant: Omit<Grant, 'id'>): Promise<number> {
  const { id } = await db
    .insertInto('oauth_grants')
    .values(grant)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes a grant that never had a token. */
export async function deleteGrant(db: Executor, id: number): Promise<void> {
  await db.deleteFrom('oauth_grants').where('id', '=', id).execute()
}

/** Returns false if there is a token with this hash already. */
export async function insertToken(
  db: Executor,
  token: Insertable<OAuthTokenRow>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('oauth_tokens')
    .values(token)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Finds a token by its hash, with its grant. */
export const findToken = (db: Executor, hash: string) =>
  db
    .selectFrom('oauth_tokens')
    .innerJoin('oauth_grants', 'oauth_grants.id', 'oauth_tokens.grant_id')
    .select([
      'oauth_tokens.id',
      'oauth_tokens.kind',
      'oauth_tokens.scopes',
      'oauth_tokens.redirect_uri',
      'oauth_tokens.code_challenge',
      'oauth_tokens.expires_at',
      'oauth_tokens.used_at',
      'oauth_grants.id as grant_id',
      'oauth_grants.account_id',
      'oauth_grants.client_id',
      'oauth_grants.resource',
      'oauth_grants.revoked_at',
    ])
    .where('hash', '=', hash)
    .executeTakeFirst()

export type FoundToken = NonNullable<Awaited<ReturnType<typeof findToken>>>

/** Marks a token as used. Returns false if it was used before, also at the same moment. */
export async function spendToken(
  db: Executor,
  { id, now, expiresAt }: { id: number; now: number; expiresAt: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth_tokens')
    .set({ used_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Moves the end of a grant that is not revoked. */
export async function extendGrant(
  db: Executor,
  { id, expiresAt }: { id: number; expiresAt: number },
): Promise<void> {
  await db
    .updateTable('oauth_grants')
    .set({ expires_at: expiresAt })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

interface GrantsOfAccount {
  accountId: number
  now: number
}

const selectCurrent = (db: Executor, { accountId, now }: GrantsOfAccount) =>
  db
    .selectFrom('oauth_grants')
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)

export async function countGrants(db: Executor, of: GrantsOfAccount): Promise<number> {
  const { count } = await selectCurrent(db, of)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

interface GrantQuery extends GrantsOfAccount {
  limit: number
  order: 'asc' | 'desc'
  after?: number
}

/** Returns up to `limit` + 1 grants that have not ended. */
export function selectGrants(
  db: Executor,
  { limit, order, after, ...of }: GrantQuery,
): Promise<Grant[]> {
  let grants = selectCurrent(db, of)
    .selectAll()
    .orderBy('id', order)
    .limit(limit + 1)
  if (after !== undefined) grants = grants.where('id', order === 'asc' ? '>' : '<', after)
  return grants.execute()
}

export const findGrant = (
  db: Executor,
  { grantId, ...of }: GrantsOfAccount & { grantId: number },
): Promise<Grant | undefined> =>
  selectCurrent(db, of).selectAll().where('id', '=', grantId).executeTakeFirst()

/** Revokes one grant, or all of an account. Its tokens are refused from then on. Returns how many. */
export async function revokeGrants(
  db: Executor,
  which: ({ grantId: number } | { accountId: number }) & { now: number },
): Promise<number> {
  const { now } = which
  const query = db
    .updateTable('oauth_grants')
    .set({
      revoked_at: now,
      expires_at: sql<number>`case when expires_at < ${now} then expires_at else ${now} end`,
    })
    .where('revoked_at', 'is', null)
  const { numUpdatedRows } = await ('grantId' in which
    ? query.where('id', '=', which.grantId)
    : query.where('account_id', '=', which.accountId)
  ).executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export async function saveGrantUse(
  db: Executor,
  { id, now, before }: { id: number; now: number; before: number },
): Promise<void> {
  await db
    .updateTable('oauth_grants')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', before)]),
    )
    .execute()
}

/** The Admin that the installation began with, whose brand its own pages have. */
export async function findFirstAccount(db: Executor): Promise<number | undefined> {
  const first = await db
    .selectFrom('accounts')
    .select('id')
    .where('parent_id', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.id
}
