import type { FieldValue } from '../../contract/shapes/field.ts'
import type { Contact } from '../contacts/store.ts'
import type { Executor } from '../database/dialect.ts'
import type { Field, StoredPart } from '../lists/fields/field-values.ts'
import { selectFields } from '../lists/fields/store.ts'
import { selectValues } from '../lists/fields/values-store.ts'
import type { List } from '../lists/store.ts'
import { storedTexts, type Texts, valuesOf } from './custom-fields.ts'

/** A contact that the page may change. */
interface Membership {
  list: List
  contact: Contact
}

/** The same field on one or several lists: same key, type and options. */
interface SharedField {
  /** As the page shows it. Its key is unique on the page. */
  field: Field
  key: string
  contactIds: number[]
}

export interface PersonFields {
  texts: Texts
  /** Converts changed texts to the API values of one contact. */
  valuesOfContact(changed: Texts, contactId: number): Record<string, FieldValue>
}

/**
 * Reads the fields that a person may change on their lists. A field that several lists have appears
 * once, with the value of the first list that has one.
 */
export async function readPersonFields(
  db: Executor,
  memberships: readonly Membership[],
): Promise<PersonFields> {
  const shared = new Map<string, SharedField>()
  const stored = new Map<number, readonly StoredPart[]>()
  const values = await selectValues(
    db,
    memberships[0]?.contact.account_id ?? 0,
    memberships.map(({ contact }) => contact.id),
  )
  for (const { list, contact } of memberships) {
    for (const field of await selectFields(db, { accountId: list.account_id, listId: list.id })) {
      if (field.internal) continue
      const kind = JSON.stringify([field.key, field.type, field.options])
      const known = shared.get(kind) ?? {
        field: unique(field, list),
        key: field.key,
        contactIds: [],
      }
      shared.set(kind, known)
      known.contactIds.push(contact.id)
      known.field.required ||= field.required
      const parts = values.get(contact.id)?.get(field.id)
      if (parts && !stored.has(known.field.id)) stored.set(known.field.id, parts)
    }
  }
  const byField = new Map([...shared.values()].map((each) => [each.field, each] as const))
  return {
    texts: storedTexts([...byField.keys()], stored),
    valuesOfContact: (changed, contactId) =>
      Object.fromEntries(
        [...changed].flatMap(([field, texts]) => {
          const shown = byField.get(field)
          if (!shown?.contactIds.includes(contactId)) return []
          return [[shown.key, valuesOf(new Map([[field, texts]]))[field.key] ?? '']]
        }),
      ),
  }

  /** Two lists may have different fields under one key. */
  function unique(field: Field, list: List): Field {
    const isTaken = [...shared.values()].some(({ key }) => key === field.key)
    if (!isTaken) return { ...field }
    return { ...field, key: `${field.key}-${field.id}`, name: `${field.name} (${list.name})` }
  }
}
