import { sql } from 'kysely'
import type { ContactStatus, WriteMode } from '../../../contract/shapes/contact.ts'
import { foldName } from '../../../core/fold-name.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import type { ListRef } from '../../lists/store.ts'
import type { ContactRow } from './read-rows.ts'

export interface WrittenRow {
  id: number
  email_key: string
  /** 1: the contact is new. */
  version: number
  status: ContactStatus
}

interface ContactTarget {
  accountId: number
  listId: number
  /** Status of new contacts. Existing ones keep theirs. */
  status: ContactStatus
  source: string
  mode: WriteMode
  now: number
}

/**
 * Writes contacts in one statement and returns them with their version. An empty name keeps the
 * existing one. In every mode but `upsert`, existing contacts are neither changed nor returned.
 */
export async function writeContactRows(
  tx: Executor,
  { accountId, listId, status, source, mode, now }: ContactTarget,
  rows: readonly ContactRow[],
): Promise<WrittenRow[]> {
  const written = rows.map(({ email, key, domain, nombre }) => ({
    email,
    email_key: key,
    domain,
    nombre,
    nombre_key: foldName(nombre),
  }))
  const from = dialectOf(tx).records(written, {
    email: 'text',
    email_key: 'text',
    domain: 'text',
    nombre: 'text',
    nombre_key: 'text',
  })
  const onConflict =
    mode === 'upsert'
      ? sql`do update set
          nombre = case excluded.nombre when '' then contacts.nombre else excluded.nombre end,
          nombre_key =
            case excluded.nombre when '' then contacts.nombre_key else excluded.nombre_key end,
          version = contacts.version + 1, updated_at = excluded.updated_at`
      : sql`do nothing`
  const result = await sql<WrittenRow>`
    insert into contacts (account_id, list_id, email, email_key, domain, nombre, nombre_key,
      status, source, version, created_at, updated_at)
    select ${accountId}, ${listId}, email, email_key, domain, nombre, nombre_key,
      ${status}, ${source}, 1, ${now}, ${now} from ${from} as r where true
    on conflict (account_id, email_key, list_id) ${onConflict}
    returning id, email_key, version, status
  `.execute(tx)
  return result.rows
}

/** Returns which of the addresses are already on the list. */
export async function selectExistingKeys(
  db: Executor,
  { accountId, listId }: ListRef,
  emailKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emailKeys.length === 0) return new Set()
  const from = dialectOf(db).records(
    emailKeys.map((email_key) => ({ email_key })),
    { email_key: 'text' },
  )
  const { rows } = await sql<{ email_key: string }>`
    select r.email_key as email_key from ${from} as r
    join contacts c on c.account_id = ${accountId} and c.list_id = ${listId}
      and c.email_key = r.email_key
  `.execute(db)
  return new Set(rows.map(({ email_key }) => email_key))
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
