import { sql } from 'kysely'
import type { ContactStatus } from '../../../contract/shapes/contact.ts'
import { allInOrder } from '../../database/batches/all-in-order.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import type { ContactRow } from '../writing/read-rows.ts'

export interface WrittenRow {
  id: number
  email_key: string
  /** 1: the contact is new. */
  version: number
  status: ContactStatus
}

export interface StoredContact extends WrittenRow {
  nombre_key: string
}

interface ListTarget {
  accountId: number
  listId: number
}

/** What the caller expects of rows. */
interface Expectation {
  /** No contact has their addresses yet. If one does, PostgreSQL refuses the rows: a unique violation. */
  areNew: boolean
}

/** What a write needs to know, where it holds until the write, or the write is refused. */
export interface StoredBefore {
  stored: readonly StoredContact[]
  /** The ids of new contacts, in their order. */
  idAt: (index: number) => number
}

/** Reads what a write of rows needs. Undefined where that would not hold until the write. */
export async function readBeforeWrite(
  tx: Executor,
  target: ListTarget,
  rows: readonly ContactRow[],
  { areNew }: Expectation,
): Promise<StoredBefore | undefined> {
  if (!dialectOf(tx).isInOrder) return areNew ? reserveIds(tx, rows.length) : undefined
  const [stored, lastId] = await allInOrder(tx, [
    (each) => selectStored(each, target, rows),
    (each) => selectLastId(each),
  ] as const)
  return { stored, idAt: (index) => lastId + index + 1 }
}

/** Takes ids for contacts that PostgreSQL is to insert. As one text: a row for each would take time on both sides. */
async function reserveIds(tx: Executor, count: number): Promise<StoredBefore> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(nextval((select pg_get_serial_sequence('contacts', 'id')::regclass))::text, ',') as ids
    from generate_series(1, ${count}::int)
  `.execute(tx)
  const ids = (rows[0]?.ids ?? '').split(',').map(Number)
  return { stored: [], idAt: (index) => ids[index] ?? Number.NaN }
}

/** Returns the contacts that are on the list already. */
async function selectStored(
  tx: Executor,
  { accountId, listId }: ListTarget,
  rows: readonly ContactRow[],
): Promise<StoredContact[]> {
  const source = dialectOf(tx).records(rows, { key: 'text' })
  const { rows: stored } = await sql<StoredContact>`
    select c.id, c.email_key, c.version, c.status, c.nombre_key from ${source} as r
    join contacts c on c.account_id = ${accountId} and c.list_id = ${listId} and c.email_key = r.key
  `.execute(tx)
  return stored
}

/** The highest id that a contact ever had: ids of deleted contacts live on in links of sent mail. */
async function selectLastId(tx: Executor): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(seq), 0) as id from sqlite_sequence where name = 'contacts'
  `.execute(tx)
  return rows[0]?.id ?? 0
}
