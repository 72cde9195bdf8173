import type { Role } from '../../contract/endpoint.ts'
import type { Language } from '../../core/language.ts'
import { foldUsername } from '../auth/store.ts'
import type { Executor } from '../database/dialect.ts'

export interface NewAccount {
  parentId: number | null
  username: string
  email: string
  nombre: string
  role: Role
  passHash: string
  language: Language
  timezone: string
  plan: 'sandbox' | 'free' | 'paid'
  now: number
}

/** What an account may do a month and an hour, until somebody sets its quota. */
const firstQuota = { monthly_sends: 1_000_000, contacts_max: 2_000_000, rate_per_hour: 100_000 }

export async function insertAccount(db: Executor, account: NewAccount): Promise<number> {
  const { id } = await db
    .insertInto('accounts')
    .values({
      parent_id: account.parentId,
      username: account.username,
      username_key: foldUsername(account.username),
      email: account.email,
      nombre: account.nombre,
      role: account.role,
      status: 'active',
      pass_hash: account.passHash,
      language: account.language,
      timezone: account.timezone,
      plan: account.plan,
      ...firstQuota,
      created_at: account.now,
      updated_at: account.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const countAccounts = async (db: Executor): Promise<number> => {
  const { count } = await db
    .selectFrom('accounts')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
