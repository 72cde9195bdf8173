import { anyOrigin } from '../../contract/shapes/wire.ts'
import type { Executor } from '../database/dialect.ts'

/** Returns whether lists of the account may name `*`. */
export async function allowsAnyOrigin(db: Executor, accountId: number): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select('any_form_origin')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return account?.any_form_origin === 1
}

/** Returns whether a list of any active account names the origin. */
export async function isOriginOfAnyList(db: Executor, origin: string): Promise<boolean> {
  const found = await db
    .selectFrom('form_origins')
    .innerJoin('lists', 'lists.id', 'form_origins.list_id')
    .innerJoin('accounts', 'accounts.id', 'lists.account_id')
    .select('lists.id')
    .where('accounts.status', '=', 'active')
    .where((where) =>
      where.or([
        where('origin', '=', origin),
        where.and([where('origin', '=', anyOrigin), where('any_form_origin', '=', 1)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
