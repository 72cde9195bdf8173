import type { Executor } from '../database/dialect.ts'
import type { Account } from './store.ts'

/** Below which those stand who sign up by themselves: never deleted, and always an Admin. */
export const findFirstAccount = (db: Executor): Promise<Account> =>
  db.selectFrom('accounts').selectAll().orderBy('id').limit(1).executeTakeFirstOrThrow()

/** Of whom nobody has confirmed who they are; undefined when that is done, or they are gone. */
export const findUnconfirmed = (db: Executor, id: number): Promise<Account | undefined> =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'unconfirmed')
    .executeTakeFirst()

/** They could never log in, so nothing hangs on them. */
export async function deleteUnconfirmed(tx: Executor, before: number): Promise<void> {
  await tx
    .deleteFrom('accounts')
    .where('status', '=', 'unconfirmed')
    .where('created_at', '<', before)
    .execute()
}
