import { type Selectable, sql } from 'kysely'
import type { Role } from '../../contract/endpoint.ts'
import { Failure } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { findAccountByUsername, foldUsername } from '../auth/store.ts'
import type { Executor } from '../database/dialect.ts'
import { refuseTaken } from '../database/refuse-taken.ts'
import type { AccountRow } from '../database/schema/account.ts'
import type { Limits } from './quota.ts'

interface NewAccount {
  parentId: number | null
  username: string
  email: string
  nombre: string
  role: Role
  /** Default: active. */
  status?: 'unconfirmed'
  passHash: string
  language: Language
  timezone: string
  plan: string
  /** Whether its mail goes to an inbox of its own. Default: no. */
  isSandbox?: boolean
  /** The limits that a sub-account received from its parent. */
  limits?: Limits
  now: number
}

/** The limits of the first account, which can change them itself. */
const firstLimits: Limits = {
  monthly_sends: 10_000_000,
  contacts_max: 2_000_000,
  ai_generations: 10_000,
  rate_per_hour: 720_000,
}

export async function insertAccount(db: Executor, account: NewAccount): Promise<number> {
  const { id } = await refuseTaken(db, account.username, () =>
    db
      .insertInto('accounts')
      .values({
        parent_id: account.parentId,
        username: account.username,
        username_key: foldUsername(account.username),
        email: account.email,
        nombre: account.nombre,
        role: account.role,
        status: account.status ?? 'active',
        pass_hash: account.passHash,
        language: account.language,
        timezone: account.timezone,
        plan: account.plan,
        is_sandbox: account.isSandbox ? 1 : 0,
        ...(account.limits ?? firstLimits),
        created_at: account.now,
        updated_at: account.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

export const countAccounts = async (db: Executor): Promise<number> => {
  const { count } = await db
    .selectFrom('accounts')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Of the first account's address until its owner sets one. */
export const placeholderDomain = '@localhost'

/** Returns the first account if no notice can reach it. */
export const findUnreachableAdmin = (
  db: Executor,
): Promise<{ username: string; email: string } | undefined> =>
  db
    .selectFrom('accounts')
    .select(['username', 'email'])
    .where('parent_id', 'is', null)
    .where('status', '=', 'active')
    .where('email', 'like', `%${placeholderDomain}`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Throws `already_exists` if another account has the name. At writing, the index decides. */
export async function refuseTakenUsername(
  db: Executor,
  username: string,
  ownId = 0,
): Promise<void> {
  const found = await findAccountByUsername(db, username)
  if (found && found.id !== ownId) {
    throw new Failure('already_exists', { values: { name: username } })
  }
}

/** An account as it is read. */
export type Account = Selectable<AccountRow>

/** Finds any account. The caller must have checked access, unless the account is its own. */
export async function findAccount(db: Executor, id: number): Promise<Account> {
  const account = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('status', '!=', 'deleted')
    .executeTakeFirst()
  if (!account) throw new Failure('not_found')
  return account
}

type AccountChange = Partial<
  Pick<
    Account,
    | 'username'
    | 'email'
    | 'nombre'
    | 'role'
    | 'status'
    | 'status_reason'
    | 'suspended_by'
    | 'pass_hash'
    | 'language'
    | 'timezone'
    | 'mcp_permissions'
    | 'any_form_origin'
    | 'rate_per_hour'
  >
>

export async function updateAccount(
  db: Executor,
  id: number,
  { username, ...change }: AccountChange,
  now: number,
): Promise<void> {
  await refuseTaken(db, username, () =>
    db
      .updateTable('accounts')
      .set({
        ...change,
        ...(username !== undefined && { username, username_key: foldUsername(username) }),
        updated_at: now,
      })
      .where('id', '=', id)
      .execute(),
  )
}

/**
 * Removes all personal data, so that nobody can see the account or log in. Links in sent messages
 * still need its language. Its user name is free again.
 */
export async function anonymizeAccount(db: Executor, id: number, now: number): Promise<void> {
  const placeholder = sql<string>`'deleted:' || cast(id as text)`
  await db
    .updateTable('accounts')
    .set({
      ...{ parent_id: null, status: 'deleted', status_reason: '', suspended_by: 0, pass_hash: '' },
      ...{
        email: '',
        nombre: '',
        username: placeholder,
        username_key: placeholder,
        updated_at: now,
      },
      ...{ monthly_sends: 0, contacts_max: 0, ai_generations: 0, rate_per_hour: 0 },
    })
    .where('id', '=', id)
    .execute()
}
