import { type RawBuilder, sql } from 'kysely'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import { inSlices } from '../../database/slices.ts'
import type { StoredPart } from './field-values.ts'

export interface ValueRow extends StoredPart {
  contact_id: number
  field_id: number
}

/** Value rows are small: so many are still one short statement. More would not go as cells on SQLite. */
const valuesAtOnce = 4000

/** Writes values over those that are there; what a field holds beyond them stays. */
export async function writeValues(tx: Executor, rows: readonly ValueRow[]): Promise<void> {
  const over = sql`on conflict (contact_id, field_id, position)
    do update set text = excluded.text, number = excluded.number, time = excluded.time`
  await inSlices(rows, (slice) => writeSlice(tx, slice, over), valuesAtOnce)
}

/** Of contacts that were just created: they hold nothing yet that a value could meet. */
export async function addValues(tx: Executor, rows: readonly ValueRow[]): Promise<void> {
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

/** Empties fields of contacts. */
export async function deleteValues(
  tx: Executor,
  places: readonly { contact_id: number; field_id: number }[],
): Promise<void> {
  await inSlices(places, async (slice) => {
    const source = dialectOf(tx).records(slice, { contact_id: 'int', field_id: 'int' })
    await sql`
      delete from contact_values where (contact_id, field_id) in
        (select contact_id, field_id from ${source} as r)
    `.execute(tx)
  })
}

/** What contacts hold: by contact, then by field. */
export type HeldValues = ReadonlyMap<number, ReadonlyMap<number, readonly StoredPart[]>>

/** Of all fields, or of one. */
export async function selectValues(
  db: Executor,
  contactIds: readonly number[],
  fieldId?: number,
): Promise<HeldValues> {
  const held = new Map<number, Map<number, StoredPart[]>>()
  if (contactIds.length === 0) return held
  let query = db
    .selectFrom('contact_values')
    .selectAll()
    .where('contact_id', 'in', contactIds)
    .orderBy('contact_id')
    .orderBy('field_id')
    .orderBy('position')
  if (fieldId !== undefined) query = query.where('field_id', '=', fieldId)
  for (const { contact_id, field_id, ...part } of await query.execute()) {
    const ofContact = held.get(contact_id) ?? new Map<number, StoredPart[]>()
    held.set(contact_id, ofContact)
    const parts = ofContact.get(field_id) ?? []
    ofContact.set(field_id, parts)
    parts.push(part)
  }
  return held
}
