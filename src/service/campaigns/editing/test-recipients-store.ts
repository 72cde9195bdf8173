import type { Executor } from '../../database/dialect.ts'

/** Returns the keys of the addresses that the account has verified as senders. */
export async function selectVerifiedKeys(db: Executor, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('senders')
    .select('from_key')
    .where('account_id', '=', accountId)
    .where('verified_at', 'is not', null)
    .execute()
  return rows.map(({ from_key }) => from_key)
}

/** Returns the addresses of the account and of the users directly below it. */
export async function selectUserAddresses(db: Executor, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('email')
    .where((row) => row.or([row('id', '=', accountId), row('parent_id', '=', accountId)]))
    .where('status', '!=', 'deleted')
    .execute()
  return rows.map(({ email }) => email)
}
