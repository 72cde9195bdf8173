import { Failure } from '../../../core/failure.ts'
import type { Executor } from '../../database/dialect.ts'
import { sliceSize, whileMore } from '../../database/slices.ts'
import type { ListRef } from '../store.ts'
import { type Field, readFieldValue, type StoredPart, showFieldValue } from './field-values.ts'
import { deleteValues, selectContactIds, selectValues, upsertValues } from './values-store.ts'

/** Converts every value of a field to its new type. Throws `conflict` if a value does not fit it. */
export async function convertValues(
  tx: Executor,
  listRef: ListRef,
  before: Field,
  after: Field,
): Promise<void> {
  const { accountId } = listRef
  await walkContacts(tx, listRef, async (contacts) => {
    const stored = [...(await selectValues(tx, accountId, contacts, before.id))]
    const converted = stored.flatMap(([contact_id, values]) =>
      convert(before, after, values.get(before.id) ?? []).map((part) => ({
        contact_id,
        field_id: after.id,
        ...part,
      })),
    )
    await emptyField(
      tx,
      accountId,
      before.id,
      stored.map(([contact]) => contact),
    )
    await upsertValues(tx, accountId, converted)
  })
}

/** Deletes the values of a field for every contact of its list. */
export const clearValues = (db: Executor, listRef: ListRef, fieldId: number): Promise<void> =>
  walkContacts(db, listRef, (contacts) => emptyField(db, listRef.accountId, fieldId, contacts))

const emptyField = (
  db: Executor,
  accountId: number,
  fieldId: number,
  contacts: readonly number[],
): Promise<void> =>
  deleteValues(
    db,
    accountId,
    contacts.map((contact_id) => ({ contact_id, field_id: fieldId })),
  )

function convert(before: Field, after: Field, parts: readonly StoredPart[]): readonly StoredPart[] {
  const read = readFieldValue(after, showFieldValue(before.type, parts))
  if ('parts' in read) return read.parts
  throw new Failure('conflict')
}

/** Visits the contacts of a list in slices, so that a long list does not block the event loop. */
async function walkContacts(
  db: Executor,
  listRef: ListRef,
  visit: (contactIds: readonly number[]) => Promise<void>,
): Promise<void> {
  let reached = 0
  await whileMore(async () => {
    const ids = await selectContactIds(db, { ...listRef, after: reached, limit: sliceSize })
    await visit(ids)
    reached = ids.at(-1) ?? reached
    return ids.length === sliceSize
  })
}
