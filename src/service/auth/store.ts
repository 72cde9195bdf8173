import type { Executor } from '../database/dialect.ts'
import type { SessionRow } from '../database/schema/account.ts'

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

interface Revocation {
  /** Only this session. */
  jti?: string
  /** All sessions except this one. */
  except?: string
  now: number
}

/**
 * Revokes the sessions of an account, including those in which it impersonates another. Returns how
 * many.
 */
export async function revokeSessions(
  db: Executor,
  account: number,
  { jti, except, now }: Revocation,
): Promise<number> {
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
