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

/** A session with the account it stands for. */
export const findSession = (db: Executor, jti: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['accounts.id', 'role', 'status', 'language', 'timezone', 'revoked_at', 'expires_at'])
    .where('jti', '=', jti)
    .executeTakeFirst()

/** Revokes one session, or without `jti` all of the account's. */
export async function revokeSessions(
  db: Executor,
  account: number,
  { jti, now }: { jti?: string; now: number },
): Promise<void> {
  let query = db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('account_id', '=', account)
    .where('revoked_at', 'is', null)
  if (jti !== undefined) query = query.where('jti', '=', jti)
  await query.execute()
}
