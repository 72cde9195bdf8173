import { sql } from 'kysely'
import type { Executor } from '../../database/dialect.ts'
import type { Account } from '../store.ts'

/** Finds the parent of accounts that sign up by themselves: never deleted, and always an Admin. */
export const findFirstAccount = (db: Executor): Promise<Account> =>
  db.selectFrom('accounts').selectAll().orderBy('id').limit(1).executeTakeFirstOrThrow()

/** Finds an account that has not been confirmed; undefined once it is confirmed or deleted. */
export const findUnconfirmed = (db: Executor, id: number): Promise<Account | undefined> =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'unconfirmed')
    .executeTakeFirst()

/** Returns the user name of a confirmed account with this address, whose form to compare is given. */
export async function findNameOfMailbox(db: Executor, key: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('accounts')
    .select('username')
    .where(sql<string>`lower(email)`, '=', key)
    .where('status', 'in', ['active', 'suspended'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return found?.username
}

/**
 * Deletes accounts that were never confirmed. They could not log in, so they have no other rows.
 */
export async function deleteUnconfirmed(tx: Executor, before: number): Promise<void> {
  await tx
    .deleteFrom('accounts')
    .where('status', '=', 'unconfirmed')
    .where('created_at', '<', before)
    .execute()
}
