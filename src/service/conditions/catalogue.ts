import type { ContactFieldName } from '../../contract/segment-fields.ts'
import { contactStatuses } from '../../contract/shapes/contact.ts'
import type { FieldType } from '../../contract/shapes/field.ts'
import type { segmentEvents } from '../../contract/shapes/segment.ts'
import { foldName } from '../../core/fold-name.ts'
import { foldText } from '../../core/fold-text.ts'
import type { Field } from '../lists/fields/field-values.ts'

/** Where the value of a field is stored. */
export type ValueSource =
  | { at: 'column'; column: TextColumn | TimeColumn }
  | { at: 'values'; fieldIds: readonly number[]; column: ValueColumn; isFolded: boolean }
  | { at: 'tags' }
  | { at: 'lists' }

type ValueColumn = 'text' | 'number' | 'time'
type TextColumn = 'email_key' | 'domain' | 'nombre_key' | 'status' | 'source'
type TimeColumn =
  | 'created_at'
  | 'confirmed_at'
  | 'unsubscribed_at'
  | 'last_open_at'
  | 'last_click_at'

/** A field that rules can use. */
export interface ConditionField {
  type: FieldType
  source: ValueSource
  /** Allowed values. Empty: any value. */
  values: readonly string[]
  /** Converts text to the form in which values are compared. */
  fold(text: string): string
}

const asIs = (text: string) => text
const lowerCase = (text: string) => text.trim().toLowerCase()

const textColumn = (column: TextColumn, fold: ConditionField['fold']): ConditionField => ({
  type: 'text',
  source: { at: 'column', column },
  values: [],
  fold,
})
const timeColumn = (column: TimeColumn): ConditionField => ({
  type: 'date',
  source: { at: 'column', column },
  values: [],
  fold: asIs,
})

/** Built-in fields. `lists`: the lists that the address is on. */
export const contactFields = {
  email: textColumn('email_key', lowerCase),
  domain: textColumn('domain', lowerCase),
  nombre: textColumn('nombre_key', foldName),
  status: {
    type: 'dropdown',
    source: { at: 'column', column: 'status' },
    values: contactStatuses,
    fold: asIs,
  },
  source: textColumn('source', foldText),
  tags: { type: 'multi', source: { at: 'tags' }, values: [], fold: asIs },
  lists: { type: 'multi', source: { at: 'lists' }, values: [], fold: asIs },
  created_at: timeColumn('created_at'),
  confirmed_at: timeColumn('confirmed_at'),
  unsubscribed_at: timeColumn('unsubscribed_at'),
  last_open_at: timeColumn('last_open_at'),
  last_click_at: timeColumn('last_click_at'),
} satisfies Record<ContactFieldName, ConditionField>

/** Events that the service records. The contract has more, which come from other systems. */
export const recordedEvents = [
  'open',
  'click',
  'sent',
  'bounce',
] as const satisfies readonly (typeof segmentEvents)[number][]
export type RecordedEvent = (typeof recordedEvents)[number]

/** A custom field with its list. */
interface ListedField extends Field {
  listId: number
}

/** The fields and lists that the rules of a segment can use. */
export interface Catalogue {
  /** Fields of the segment's list, or of all lists. */
  fields: readonly ListedField[]
  /** All lists of the account. */
  lists: readonly { id: number; name: string }[]
}

const columnOf = (type: FieldType): ValueColumn => {
  if (type === 'date') return 'time'
  return type === 'number' || type === 'boolean' ? 'number' : 'text'
}

/**
 * Returns the name of a custom field in rules: its key, or its id if the key is a built-in field.
 */
export const nameOfField = ({ key, id }: Pick<Field, 'key' | 'id'>): string =>
  key in contactFields ? String(id) : key

/**
 * Finds the field that a rule names. If fields with the same key differ in type, returns their ids
 * as choices.
 */
export function findField(
  { fields, lists }: Catalogue,
  name: string,
): ConditionField | { choices: readonly string[] } | undefined {
  if (name === 'lists') {
    return { ...contactFields.lists, values: lists.map(({ id }) => String(id)) }
  }
  if (Object.hasOwn(contactFields, name)) return contactFields[name as ContactFieldName]
  const meant = fields.filter(({ id, key }) => key === name || String(id) === name)
  const [first] = meant
  if (!first) return undefined
  if (meant.some(({ type }) => type !== first.type)) {
    return { choices: meant.map(({ id }) => String(id)) }
  }
  const isFolded = first.type === 'text' || first.type === 'url'
  return {
    type: first.type,
    source: {
      at: 'values',
      fieldIds: meant.map(({ id }) => id),
      column: columnOf(first.type),
      isFolded,
    },
    values: [...new Set(meant.flatMap(({ options }) => options))],
    fold: isFolded ? foldText : asIs,
  }
}
