import { sql } from 'kysely'
import type { ContactStatus, WriteMode } from '../../../contract/shapes/contact.ts'
import { foldName } from '../../../core/fold-name.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import type { ListRef } from '../../lists/store.ts'
import type { ContactRow } from './read-rows.ts'
import type { StatedConsent } from './stated-consent.ts'

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
  /** Status of new contacts that state none. Existing ones keep theirs. */
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
  const states = rows.some(({ consent }) => consent !== undefined)
  const written = rows.map(({ email, key, domain, nombre, consent }) => ({
    email,
    email_key: key,
    domain,
    nombre,
    nombre_key: foldName(nombre),
    ...(states && stateOf(consent, { status, now })),
  }))
  const from = dialectOf(tx).records(written, {
    email: 'text',
    email_key: 'text',
    domain: 'text',
    nombre: 'text',
    nombre_key: 'text',
    // Most rows say nothing about consent, and binding the same values for each would take time.
    ...(states && stateColumns),
  })
  const state = states
    ? sql`r.status, r.created_at, r.confirmed_at, r.unsubscribed_at`
    : sql`${status}, ${now}, cast(null as bigint), cast(null as bigint)`
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
      status, created_at, confirmed_at, unsubscribed_at, source, version, updated_at)
    select ${accountId}, ${listId}, email, email_key, domain, nombre, nombre_key,
      ${state}, ${source}, 1, ${now} from ${from} as r where true
    on conflict (account_id, email_key, list_id) ${onConflict}
    returning id, email_key, version, status
  `.execute(tx)
  return result.rows
}

const stateColumns = {
  status: 'text',
  created_at: 'int',
  confirmed_at: 'int',
  unsubscribed_at: 'int',
} as const

/** The state of a new contact. No time is in the future, because requests after it must count. */
function stateOf(
  consent: StatedConsent | undefined,
  { status: usual, now }: Pick<ContactTarget, 'status' | 'now'>,
) {
  const status = consent?.status ?? usual
  const hasLeft = status === 'unsubscribed' || status === 'complained'
  const { confirmedAt = null, createdAt = null } = consent ?? {}
  return {
    status,
    created_at: Math.min(createdAt ?? now, now),
    confirmed_at: confirmedAt === null ? null : Math.min(confirmedAt, now),
    unsubscribed_at: hasLeft ? Math.min(consent?.optOut?.at ?? now, now) : null,
  }
}

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
