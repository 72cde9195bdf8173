import { Failure } from '../../../core/failure.ts'
import type { Executor } from '../../database/dialect.ts'
import { sliceSize, whileMore } from '../../database/slices.ts'
import { type Field, readFieldValue, type StoredPart, showFieldValue } from './field-values.ts'
import { deleteValues, selectValues, writeValues } from './values-store.ts'

/** Every value of a field to its new type. One that cannot be is a conflict, and nothing is changed. */
export async function convertValues(
  tx: Executor,
  listId: number,
  before: Field,
  after: Field,
): Promise<void> {
  await walkContacts(tx, listId, async (contacts) => {
    const held = [...(await selectValues(tx, contacts, before.id))]
    const converted = held.flatMap(([contact_id, values]) =>
      convert(before, after, values.get(before.id) ?? []).map((part) => ({
        contact_id,
        field_id: after.id,
        ...part,
      })),
    )
    await emptyField(
      tx,
      before.id,
      held.map(([contact]) => contact),
    )
    await writeValues(tx, converted)
  })
}

/** Empties a field of every contact of its list. */
export const clearValues = (db: Executor, listId: number, fieldId: number): Promise<void> =>
  walkContacts(db, listId, (contacts) => emptyField(db, fieldId, contacts))

const emptyField = (db: Executor, fieldId: number, contacts: readonly number[]): Promise<void> =>
  deleteValues(
    db,
    contacts.map((contact_id) => ({ contact_id, field_id: fieldId })),
  )

function convert(before: Field, after: Field, parts: readonly StoredPart[]): readonly StoredPart[] {
  const read = readFieldValue(after, showFieldValue(before.type, parts))
  if ('parts' in read) return read.parts
  throw new Failure('conflict')
}

/** The contacts of a list a slice at a time, so that a long one does not hold the loop. */
async function walkContacts(
  db: Executor,
  listId: number,
  visit: (contactIds: readonly number[]) => Promise<void>,
): Promise<void> {
  let reached = 0
  await whileMore(async () => {
    const contacts = await db
      .selectFrom('contacts')
      .select('id')
      .where('list_id', '=', listId)
      .where('id', '>', reached)
      .orderBy('id')
      .limit(sliceSize)
      .execute()
    await visit(contacts.map(({ id }) => id))
    reached = contacts.at(-1)?.id ?? reached
    return contacts.length === sliceSize
  })
}
