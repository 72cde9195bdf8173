import { type RawBuilder, sql } from 'kysely'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import { inSlices } from '../../database/slices.ts'
import type { StoredPart } from './field-values.ts'

export interface ValueRow extends StoredPart {
  contact_id: number
  field_id: number
}

/**
 * Rows per statement. Value rows are small, so this is still a short one. More would exceed the
 * number of cells SQLite can bind.
 */
const valuesAtOnce = 4000

/** Overwrites values. Further stored parts of a field stay. */
export async function upsertValues(tx: Executor, rows: readonly ValueRow[]): Promise<void> {
  const over = sql`on conflict (contact_id, field_id, position)
    do update set text = excluded.text, number = excluded.number, time = excluded.time`
  await inSlices(rows, (slice) => writeSlice(tx, slice, over), valuesAtOnce)
}

/** Inserts values of contacts that were just created, which cannot conflict with stored ones. */
export async function insertValues(tx: Executor, rows: readonly ValueRow[]): Promise<void> {
  await inSlices(rows, (slice) => writeSlice(tx, slice, sql``), valuesAtOnce)
}

async function writeSlice(
  tx: Executor,
  rows: readonly ValueRow[],
  onConflict: RawBuilder<unknown>,
): Promise<void> {
  const source = dialectOf(tx).records(rows, {
    contact_id: 'int',
    field_id: 'int',
    position: 'int',
    text: 'text',
    number: 'real',
    time: 'int',
  })
  await sql`
    insert into contact_values (contact_id, field_id, position, text, number, time)
    select contact_id, field_id, position, text, number, time from ${source} as r where true
    ${onConflict}
  `.execute(tx)
}

/** Deletes the values of fields of contacts. */
export async function deleteValues(
  tx: Executor,
  cells: readonly { contact_id: number; field_id: number }[],
): Promise<void> {
  await inSlices(cells, async (slice) => {
    const source = dialectOf(tx).records(slice, { contact_id: 'int', field_id: 'int' })
    await sql`
      delete from contact_values where (contact_id, field_id) in
        (select contact_id, field_id from ${source} as r)
    `.execute(tx)
  })
}

/** Stored values by contact id, then by field id. */
type StoredValues = ReadonlyMap<number, ReadonlyMap<number, readonly StoredPart[]>>

/** Returns the values of contacts, for all fields or for one. */
export async function selectValues(
  db: Executor,
  contactIds: readonly number[],
  fieldId?: number,
): Promise<StoredValues> {
  const stored = new Map<number, Map<number, StoredPart[]>>()
  if (contactIds.length === 0) return stored
  let query = db
    .selectFrom('contact_values')
    .selectAll()
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
  { listId, after, limit }: { listId: number; after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('contacts')
    .select('id')
    .where('list_id', '=', listId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
