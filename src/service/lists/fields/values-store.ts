import { type RawBuilder, sql } from 'kysely'
import { allInOrder } from '../../database/batches/all-in-order.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import { inSlices } from '../../database/slices.ts'
import type { ListRef } from '../store.ts'
import type { StoredPart } from './field-values.ts'
import {
  type ContactValues,
  insertWide,
  type ValueRow,
  valueColumns,
  valueRowsOf,
  widen,
} from './wide-values-store.ts'

/**
 * Rows per statement. Value rows are small, so this is still a short one. More would exceed the
 * number of cells SQLite can bind.
 */
const valuesAtOnce = 4000

/** Overwrites values. Further stored parts of a field stay. */
export async function upsertValues(
  tx: Executor,
  accountId: number,
  rows: readonly ValueRow[],
): Promise<void> {
  const key = dialectOf(tx).onConflict('contact_values_pkey', [
    'contact_id',
    'field_id',
    'position',
  ])
  const over = sql`${key}
    do update set text = excluded.text, number = excluded.number, time = excluded.time`
  await inSlices(rows, (slice) => writeSlice(tx, accountId, slice, over), valuesAtOnce)
}

/** Inserts values of contacts that were just created, which cannot conflict with stored ones. */
export async function insertValues(
  tx: Executor,
  accountId: number,
  contacts: readonly ContactValues[],
): Promise<void> {
  const filled = contacts.filter((contact) => countValues(contact) > 0)
  const values = filled.reduce((sum, contact) => sum + countValues(contact), 0)
  const contactsAtOnce = Math.ceil(filled.length / Math.ceil(values / valuesAtOnce))
  await inSlices(
    filled,
    async (slice) => {
      const wide = widen(slice)
      if (wide) await insertWide(tx, accountId, wide)
      else await writeSlice(tx, accountId, valueRowsOf(slice), sql``)
    },
    contactsAtOnce,
  )
}

const countValues = ({ writes }: ContactValues): number =>
  writes.reduce((sum, { parts }) => sum + parts.length, 0)

type ValueColumns = Partial<typeof valueColumns>

async function writeSlice(
  tx: Executor,
  accountId: number,
  rows: readonly ValueRow[],
  onConflict: RawBuilder<unknown>,
): Promise<void> {
  await allInOrder(
    tx,
    groupByColumns(rows).map(({ columns, rows: some }) => async (each) => {
      const source = dialectOf(each).records(some, {
        contact_id: 'int',
        field_id: 'int',
        position: 'int',
        ...columns,
      })
      const names = sql.join(
        ['contact_id', 'field_id', 'position', ...Object.keys(columns)].map((name) =>
          sql.ref(name),
        ),
      )
      await sql`
        insert into contact_values (account_id, ${names})
        select cast(${accountId} as bigint), ${names} from ${source} as r where true
        ${onConflict}
      `.execute(each)
    }),
  )
}

/** Groups values by the column that they use. The empty columns of thousands would take time to bind. */
function groupByColumns(
  rows: readonly ValueRow[],
): { columns: ValueColumns; rows: readonly ValueRow[] }[] {
  const texts: ValueRow[] = []
  const numbers: ValueRow[] = []
  const times: ValueRow[] = []
  const others: ValueRow[] = []
  for (const row of rows) {
    const { text, number, time } = row
    if (number === null && time === null) texts.push(row)
    else if (text === null && time === null) numbers.push(row)
    else if (text === null && number === null) times.push(row)
    else others.push(row)
  }
  const groups = [
    { columns: { text: valueColumns.text }, rows: texts },
    { columns: { number: valueColumns.number }, rows: numbers },
    { columns: { time: valueColumns.time }, rows: times },
    { columns: valueColumns, rows: others },
  ]
  return groups.filter((group) => group.rows.length > 0)
}

/** Deletes the values of fields of contacts. */
export async function deleteValues(
  tx: Executor,
  accountId: number,
  cells: readonly { contact_id: number; field_id: number }[],
): Promise<void> {
  await inSlices(cells, async (slice) => {
    const source = dialectOf(tx).records(slice, { contact_id: 'int', field_id: 'int' })
    await sql`
      delete from contact_values where account_id = ${accountId} and (contact_id, field_id) in
        (select contact_id, field_id from ${source} as r)
    `.execute(tx)
  })
}

/** Stored values by contact id, then by field id. */
type StoredValues = ReadonlyMap<number, ReadonlyMap<number, readonly StoredPart[]>>

/** Returns the values of contacts, for all fields or for one. */
export async function selectValues(
  db: Executor,
  accountId: number,
  contactIds: readonly number[],
  fieldId?: number,
): Promise<StoredValues> {
  const stored = new Map<number, Map<number, StoredPart[]>>()
  if (contactIds.length === 0) return stored
  let query = db
    .selectFrom('contact_values')
    .select(['contact_id', 'field_id', 'position', 'text', 'number', 'time'])
    .where('account_id', '=', accountId)
    .where('contact_id', 'in', contactIds)
    .orderBy('contact_id')
    .orderBy('field_id')
    .orderBy('position')
  if (fieldId !== undefined) query = query.where('field_id', '=', fieldId)
  for (const { contact_id, field_id, ...part } of await query.execute()) {
    const ofContact = stored.get(contact_id) ?? new Map<number, StoredPart[]>()
    stored.set(contact_id, ofContact)
    const parts = ofContact.get(field_id) ?? []
    ofContact.set(field_id, parts)
    parts.push(part)
  }
  return stored
}

/** Returns the ids of a list's contacts after a given one, in order. */
export async function selectContactIds(
  db: Executor,
  { accountId, listId, after, limit }: ListRef & { after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('contacts')
    .select('id')
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
