import type { Executor } from '../database/dialect.ts'
import type { SessionRow } from '../database/schema/account.ts'
import { revokeGrants } from './oauth/store.ts'

export const foldUsername = (username: string): string => username.normalize('NFKC').toLowerCase()

export const findAccountByUsername = (db: Executor, username: string) =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where('username_key', '=', foldUsername(username))
    .executeTakeFirst()

export async function insertSession(db: Executor, session: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

/** What authentication needs to know of an account. */
const accountColumns = [
  'accounts.id',
  'accounts.role',
  'accounts.status',
  'accounts.language',
  'accounts.timezone',
  'accounts.rate_per_hour',
  'parents.role as parent_role',
] as const

/** Finds a session with its account. */
export const findSession = (db: Executor, jti: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .leftJoin('accounts as actors', 'actors.id', 'sessions.actor_id')
    .leftJoin('accounts as parents', 'parents.id', 'accounts.parent_id')
    .select([...accountColumns, 'sessions.actor_id', 'actors.status as actor_status', 'revoked_at'])
    .where('jti', '=', jti)
    .executeTakeFirst()

/** Finds an API key by its hash, with its account. */
export const findKeyByHash = (db: Executor, hash: string) =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .leftJoin('accounts as parents', 'parents.id', 'accounts.parent_id')
    .select([
      ...accountColumns,
      'api_keys.id as key_id',
      'api_keys.name as key_name',
      'api_keys.prefix',
      'api_keys.scopes',
      'api_keys.expires_at',
      'api_keys.last_used_at',
      'api_keys.revoked_at',
    ])
    .where('hash', '=', hash)
    .executeTakeFirst()

/** Finds an access token of an assistant by its hash, with its account. */
export const findAccessToken = (db: Executor, hash: string) =>
  db
    .selectFrom('oauth_tokens')
    .innerJoin('oauth_grants as grants', 'grants.id', 'oauth_tokens.grant_id')
    .innerJoin('accounts', 'accounts.id', 'grants.account_id')
    .leftJoin('accounts as parents', 'parents.id', 'accounts.parent_id')
    .select([
      ...accountColumns,
      'grants.id as grant_id',
      'grants.client_name',
      'grants.host',
      'grants.resource',
      'grants.revoked_at',
      'grants.last_used_at',
      'oauth_tokens.scopes',
      'oauth_tokens.expires_at',
    ])
    .where('hash', '=', hash)
    .where('kind', '=', 'access')
    .executeTakeFirst()

interface Revocation {
  /** Only this session. */
  jti?: string
  /** All sessions except this one. */
  except?: string
  now: number
}

/**
 * Revokes the sessions of an account, including those in which it impersonates another, and unless it is
 * one session, the access of its assistants. Returns how many sessions.
 */
export async function revokeSessions(
  db: Executor,
  account: number,
  { jti, except, now }: Revocation,
): Promise<number> {
  if (jti === undefined) await revokeGrants(db, { accountId: account, now })
  let query = db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where((where) =>
      where.or([where('account_id', '=', account), where('actor_id', '=', account)]),
    )
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
  if (jti !== undefined) query = query.where('jti', '=', jti)
  if (except !== undefined) query = query.where('jti', '!=', except)
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
