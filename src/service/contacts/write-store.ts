import { sql } from 'kysely'
import type { ContactStatus, WriteMode } from '../../contract/shapes/contact.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { foldName } from '../lists/fields/fold-name.ts'
import type { ListPlace } from '../lists/store.ts'
import type { ContactRow } from './rows.ts'

export interface WrittenRow {
  id: number
  email_key: string
  /** 1: it is new. */
  version: number
  status: ContactStatus
}

export interface ContactTarget {
  accountId: number
  listId: number
  /** Of those that are new; the others keep theirs. */
  status: ContactStatus
  source: string
  mode: WriteMode
  now: number
}

/**
 * Writes contacts in one statement and tells which are new. A name that is not given, or empty,
 * leaves the one that is known. In every mode but `upsert` those that are there are left alone, and
 * not told.
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

/** Which of the addresses the list has already. */
export async function selectKnown(
  db: Executor,
  { accountId, listId }: ListPlace,
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

/** Takes places of the account's limit for contacts; false when it has not so many left. */
export async function takePlaces(
  tx: Executor,
  accountId: number,
  places: number,
): Promise<boolean> {
  if (places === 0) return true
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set((row) => ({ contacts_used: row('contacts_used', '+', places) }))
    .where('id', '=', accountId)
    .where((row) => row(row('contacts_used', '+', places), '<=', row.ref('contacts_max')))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
