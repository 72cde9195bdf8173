import { toIsoTime } from '../../core/time.ts'
import type { Executor } from '../database/dialect.ts'
import { type Field, type StoredPart, showFieldValue } from '../lists/fields/field-values.ts'
import { selectAllFields } from '../lists/fields/store.ts'
import { selectValues } from '../lists/fields/values-store.ts'
import type { Contact } from './store.ts'
import { selectTags } from './tags-store.ts'

type Values = ReadonlyMap<number, readonly StoredPart[]> | undefined

/** Returns fields with a contact's values as the API shows them: always text, `''` for no value. */
export const showFields = (fields: readonly Field[], values: Values) =>
  fields.map(({ id, name, type }) => ({
    id,
    name,
    value: showFieldValue(type, values?.get(id) ?? []),
    type,
  }))

const showContact = (
  contact: Contact,
  fields: readonly Field[],
  values: Values,
  tags: readonly string[],
) => ({
  id: contact.id,
  list_id: contact.list_id,
  email: contact.email,
  nombre: contact.nombre,
  status: contact.status,
  customFields: showFields(fields, values),
  tags: [...tags],
  source: contact.source,
  created_at: toIsoTime(contact.created_at),
  updated_at: toIsoTime(contact.updated_at),
  confirmed_at: toIsoTime(contact.confirmed_at),
  last_open_at: toIsoTime(contact.last_open_at),
  last_click_at: toIsoTime(contact.last_click_at),
})

type Show = (contact: Contact) => ReturnType<typeof showContact>

/**
 * Reads the values and tags of contacts of one list, and returns the function that shows a contact.
 */
export const viewOf = (
  db: Executor,
  accountId: number,
  fields: readonly Field[],
  contacts: readonly Contact[],
): Promise<Show> => readView(db, accountId, () => fields, contacts)

/** Does the same for contacts of several lists of the account. */
export async function viewAcrossLists(
  db: Executor,
  accountId: number,
  contacts: readonly Contact[],
): Promise<Show> {
  const fields = await selectAllFields(db, accountId)
  const fieldsOf = (listId: number) => fields.filter((field) => field.listId === listId)
  return readView(db, accountId, fieldsOf, contacts)
}

async function readView(
  db: Executor,
  accountId: number,
  fieldsOf: (listId: number) => readonly Field[],
  contacts: readonly Contact[],
): Promise<Show> {
  const ids = contacts.map(({ id }) => id)
  const values = await selectValues(db, accountId, ids)
  const tags = await selectTags(db, accountId, ids)
  return (contact) =>
    showContact(
      contact,
      fieldsOf(contact.list_id),
      values.get(contact.id),
      tags.get(contact.id) ?? [],
    )
}
