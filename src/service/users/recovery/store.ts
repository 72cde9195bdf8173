import { sql } from 'kysely'
import { dialectOf, type Executor } from '../../database/dialect.ts'

interface Login {
  /** The user name, folded. */
  username: string
  /** The address, in the form to compare. */
  email: string
}

/** Returns the active accounts that a person may mean, a few at most. */
export const findMeant = (db: Executor, { username, email }: Login) =>
  db
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'language'])
    .where((where) =>
      where.or([where('username_key', '=', username), where(sql`lower(email)`, '=', email)]),
    )
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(10)
    .execute()

interface Reset {
  accountId: number
  hash: string
}

/** Stores the hashes of codes. Without any, the same statement inserts nothing. */
export async function insertResets(
  tx: Executor,
  resets: readonly Reset[],
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<void> {
  const records = dialectOf(tx).records(
    resets.map(({ accountId, hash }) => ({ reset_account: accountId, reset_hash: hash })),
    { reset_account: 'int', reset_hash: 'text' },
  )
  await sql`
    insert into password_resets (account_id, hash, created_at, expires_at)
    select r.reset_account, r.reset_hash, ${now}, ${expiresAt} from ${records} as r
  `.execute(tx)
}

/** Returns the active account of a code that can still be used. */
export const findReset = (db: Executor, hash: string, now: number) =>
  db
    .selectFrom('password_resets')
    .innerJoin('accounts', 'accounts.id', 'password_resets.account_id')
    .select(['accounts.id', 'accounts.username'])
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('accounts.status', '=', 'active')
    .executeTakeFirst()

/** Marks a code as used, and with it the others of the account. Returns false if it was used already. */
export async function takeReset(
  tx: Executor,
  { accountId, hash }: Reset,
  now: number,
): Promise<boolean> {
  const taken = await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!taken) return false
  await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute()
  return true
}
