import { sql } from 'kysely'
import type { ContactStatus } from '../../../contract/shapes/contact.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import type { ListRef } from '../../lists/store.ts'

/** A contact of the list before rows are written. */
export interface ExistingContact {
  id: number
  email_key: string
  status: ContactStatus
  confirmed_at: number | null
}

/** Returns the contacts of a list with one of the addresses. */
export async function selectExisting(
  db: Executor,
  { accountId, listId }: ListRef,
  emailKeys: readonly string[],
): Promise<ExistingContact[]> {
  const from = dialectOf(db).records(
    emailKeys.map((email_key) => ({ email_key })),
    { email_key: 'text' },
  )
  const { rows } = await sql<ExistingContact>`
    select c.id as id, c.email_key as email_key, c.status as status,
      c.confirmed_at as confirmed_at
    from ${from} as r
    join contacts c on c.account_id = ${accountId} and c.list_id = ${listId}
      and c.email_key = r.email_key
  `.execute(db)
  return rows
}

/** Returns which of the addresses are already on the list. */
export async function selectExistingKeys(
  db: Executor,
  list: ListRef,
  emailKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emailKeys.length === 0) return new Set()
  const existing = await selectExisting(db, list, emailKeys)
  return new Set(existing.map(({ email_key }) => email_key))
}

/** Reserves part of the account's contact quota. Returns false if not enough is left. */
export async function reserveContactQuota(
  tx: Executor,
  accountId: number,
  count: number,
): Promise<boolean> {
  if (count === 0) return true
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set((row) => ({ contacts_used: row('contacts_used', '+', count) }))
    .where('id', '=', accountId)
    .where((row) => row(row('contacts_used', '+', count), '<=', row.ref('contacts_max')))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
