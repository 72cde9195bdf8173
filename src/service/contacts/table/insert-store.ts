import { type RawBuilder, sql } from 'kysely'
import type { ContactStatus, WriteMode } from '../../../contract/shapes/contact.ts'
import type { Statement } from '../../database/batches/all-in-order.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import { idsIn } from '../store.ts'
import type { ContactRow } from '../writing/read-rows.ts'
import { addListCounts } from './list-counts-store.ts'
import { addNames, removeNames } from './name-index-store.ts'
import {
  readBeforeWrite,
  type StoredBefore,
  type StoredContact,
  type WrittenRow,
} from './stored-before-store.ts'

interface ContactTarget {
  accountId: number
  listId: number
  /** Status of new contacts that state none. Existing ones keep theirs. */
  status: ContactStatus
  source: string
  mode: WriteMode
  now: number
}

/** Contacts that are being written. */
interface ContactWrite {
  /** With their version. */
  written: readonly WrittenRow[]
  /** The rest of the write. The transaction must execute it before anything that reads contacts. */
  statements: readonly Statement[]
}

/**
 * Writes contacts, and leaves statements to the caller, who can send them together with others. An empty
 * name keeps the existing one. In every mode but `upsert`, existing contacts are neither changed nor
 * returned. `before` may have been read for more rows.
 */
export async function beginContactWrite(
  tx: Executor,
  target: ContactTarget,
  rows: readonly ContactRow[],
  before?: StoredBefore,
): Promise<ContactWrite> {
  const known = before ?? (await readBeforeWrite(tx, target, rows, { areNew: false }))
  return known ? planWrite(target, rows, known) : upsertRows(tx, target, rows)
}

/** Writes contacts while other transactions may write the same ones. */
async function upsertRows(
  tx: Executor,
  target: ContactTarget,
  rows: readonly ContactRow[],
): Promise<ContactWrite> {
  const onConflict =
    target.mode === 'upsert'
      ? sql`do update set
          nombre = case excluded.nombre when '' then contacts.nombre else excluded.nombre end,
          nombre_key =
            case excluded.nombre when '' then contacts.nombre_key else excluded.nombre_key end,
          version = contacts.version + 1, updated_at = excluded.updated_at`
      : sql`do nothing`
  const drafts = rows.map((row) => draftOf(row, target))
  const { rows: written } = await sql<WrittenRow>`
    ${insertion(tx, target, drafts)} where ${dialectOf(tx).countsItself}
    on conflict (account_id, email_key, list_id) ${onConflict}
    returning id, email_key, version, status
  `.execute(tx)
  const added = written.filter(({ version }) => version === 1)
  return { written, statements: [(each) => addListCounts(each, countsOf(target, added))] }
}

/**
 * Plans the write of contacts when it is known which are stored. So the ids of new contacts are known
 * before they are inserted, and no answer has to return them.
 */
function planWrite(
  target: ContactTarget,
  rows: readonly ContactRow[],
  { stored, idAt }: StoredBefore,
): ContactWrite {
  const isStored = new Set(stored.map(({ email_key }) => email_key))
  const added = rows
    .filter(({ key }) => !isStored.has(key))
    .map((row, index) => draftOf(row, target, idAt(index)))
  const insert = [
    (each: Executor) =>
      sql`${insertion(each, target, added)} where ${dialectOf(each).countsItself}`.execute(each),
    (each: Executor) =>
      addNames(each, sql<boolean>`id between ${idAt(0)} and ${idAt(added.length - 1)}`),
    (each: Executor) => addListCounts(each, countsOf(target, added)),
  ]
  const changed = target.mode === 'upsert' ? storedOf(rows, stored) : []
  const update = (each: Executor) => updateStored(each, target, changed, rows)
  return {
    written: [
      ...changed.map((contact) => ({ ...contact, version: contact.version + 1 })),
      ...added.map(({ id, email_key, status }) => ({ id, email_key, version: 1, status })),
    ],
    statements: [...(added.length > 0 ? insert : []), ...(changed.length > 0 ? [update] : [])],
  }
}

/** The stored contacts of rows. */
function storedOf(
  rows: readonly ContactRow[],
  stored: readonly StoredContact[],
): readonly StoredContact[] {
  if (stored.length === 0) return stored
  const keys = new Set(rows.map(({ key }) => key))
  return stored.filter(({ email_key }) => keys.has(email_key))
}

/** A contact as it is inserted. */
interface Draft {
  /** 0: the database chooses one. */
  id: number
  email: string
  email_key: string
  /** Null: the same as the address. Most are, and a text takes time to bind. */
  other_key: string | null
  domain: string
  nombre: string
  nombre_key: string
  status: ContactStatus
  /** The row states something about the consent of the contact. */
  isStated: boolean
  created_at: number
  confirmed_at: number | null
  unsubscribed_at: number | null
}

/** No time is in the future, because requests after it must count. */
function draftOf(
  { email, key, domain, nombre, nombre_key, consent }: ContactRow,
  { status: usual, now }: ContactTarget,
  id = 0,
): Draft {
  const status = consent?.status ?? usual
  const { confirmedAt = null, createdAt = null, optOut } = consent ?? {}
  const hasLeft = status === 'unsubscribed' || status === 'complained'
  return {
    id,
    email,
    email_key: key,
    other_key: key === email ? null : key,
    domain,
    nombre,
    nombre_key,
    status,
    isStated: consent !== undefined,
    created_at: Math.min(createdAt ?? now, now),
    confirmed_at: confirmedAt === null ? null : Math.min(confirmedAt, now),
    unsubscribed_at: consent && hasLeft ? Math.min(optOut?.at ?? now, now) : null,
  }
}

const stateColumns = {
  status: 'text',
  created_at: 'int',
  confirmed_at: 'int',
  unsubscribed_at: 'int',
} as const

/** An `insert` up to its `where`. */
function insertion(
  tx: Executor,
  { accountId, listId, status, source, now }: ContactTarget,
  drafts: readonly Draft[],
): RawBuilder<unknown> {
  // Most rows say nothing about consent, and binding the same values for each would take time.
  const states = drafts.some(({ isStated }) => isStated)
  const hasIds = drafts[0]?.id !== 0
  const from = dialectOf(tx).records(drafts, {
    ...(hasIds && { id: 'int' }),
    email: 'text',
    other_key: 'text',
    domain: 'text',
    nombre: 'text',
    nombre_key: 'text',
    ...(states && stateColumns),
  })
  const state = states
    ? sql`r.status, r.created_at, r.confirmed_at, r.unsubscribed_at`
    : sql`${status}, ${now}, cast(null as bigint), cast(null as bigint)`
  const id = hasIds ? sql`id, ` : sql``
  return sql`
    insert into contacts (${id} account_id, list_id, email, email_key, domain, nombre, nombre_key,
      status, created_at, confirmed_at, unsubscribed_at, source, version, updated_at)
    select ${id} ${accountId}, ${listId}, email, coalesce(other_key, email), domain, nombre,
      nombre_key, ${state}, ${source}, 1, ${now} from ${from} as r`
}

/** One for each status: most batches have one, and a thousand contacts. */
function countsOf(
  { accountId, listId }: ContactTarget,
  added: readonly Pick<WrittenRow, 'status'>[],
) {
  const counts = new Map<ContactStatus, number>()
  for (const { status } of added) counts.set(status, (counts.get(status) ?? 0) + 1)
  const gained = [...counts].map(([status, count]) => ({
    account_id: accountId,
    list_id: listId,
    status,
    count,
  }))
  return { gained, lost: [] }
}

/** Overwrites the names of stored contacts, and increments their version. */
async function updateStored(
  tx: Executor,
  { now }: ContactTarget,
  stored: readonly StoredContact[],
  rows: readonly ContactRow[],
): Promise<void> {
  const names = new Map(rows.map((row) => [row.key, row]))
  const changes = stored.map(({ id, email_key, nombre_key: before }) => {
    const { nombre = '', nombre_key = '' } = names.get(email_key) ?? {}
    return { id, nombre, before, nombre_key }
  })
  const renamed = changes.filter(
    ({ nombre, nombre_key, before }) => nombre && nombre_key !== before,
  )
  const areRenamed = sql<boolean>`id in ${idsIn(
    tx,
    renamed.map(({ id }) => id),
  )}`
  if (renamed.length > 0) await removeNames(tx, areRenamed)
  const source = dialectOf(tx).records(changes, { id: 'int', nombre: 'text', nombre_key: 'text' })
  await sql`
    update contacts set
      nombre = case r.nombre when '' then contacts.nombre else r.nombre end,
      nombre_key = case r.nombre when '' then contacts.nombre_key else r.nombre_key end,
      version = version + 1, updated_at = ${now}
    from ${source} as r where contacts.id = r.id
  `.execute(tx)
  if (renamed.length > 0) await addNames(tx, areRenamed)
}
