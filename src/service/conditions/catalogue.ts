import { contactStatuses } from '../../contract/shapes/contact.ts'
import type { FieldType } from '../../contract/shapes/field.ts'
import type { segmentEvents } from '../../contract/shapes/segment.ts'
import type { Field } from '../lists/fields/field-values.ts'
import { foldName } from '../lists/fields/fold-name.ts'
import { foldText } from './fold-text.ts'

/** Where the value of a contact stands that is asked about. */
export type Subject =
  | { at: 'column'; column: TextColumn | TimeColumn }
  | { at: 'values'; fieldIds: readonly number[]; column: ValueColumn; isFolded: boolean }
  | { at: 'tags' }
  | { at: 'lists' }

export type ValueColumn = 'text' | 'number' | 'time'
export type TextColumn = 'email_key' | 'domain' | 'nombre_key' | 'status' | 'source'
export type TimeColumn =
  | 'created_at'
  | 'confirmed_at'
  | 'unsubscribed_at'
  | 'last_open_at'
  | 'last_click_at'

/** Something that a rule can ask about. */
export interface Askable {
  type: FieldType
  subject: Subject
  /** Allowed values; any, where there are none. */
  values: readonly string[]
  /** A value as it is kept. */
  fold(text: string): string
}

const asIs = (text: string) => text
const lowerCase = (text: string) => text.trim().toLowerCase()

const textColumn = (column: TextColumn, fold: Askable['fold']): Askable => ({
  type: 'text',
  subject: { at: 'column', column },
  values: [],
  fold,
})
const timeColumn = (column: TimeColumn): Askable => ({
  type: 'date',
  subject: { at: 'column', column },
  values: [],
  fold: asIs,
})

/** What every contact has. `lists`: those that its address is on. */
export const contactAskables = {
  email: textColumn('email_key', lowerCase),
  domain: textColumn('domain', lowerCase),
  nombre: textColumn('nombre_key', foldName),
  status: {
    type: 'dropdown',
    subject: { at: 'column', column: 'status' },
    values: contactStatuses,
    fold: asIs,
  },
  source: textColumn('source', foldText),
  tags: { type: 'multi', subject: { at: 'tags' }, values: [], fold: asIs },
  lists: { type: 'multi', subject: { at: 'lists' }, values: [], fold: asIs },
  created_at: timeColumn('created_at'),
  confirmed_at: timeColumn('confirmed_at'),
  unsubscribed_at: timeColumn('unsubscribed_at'),
  last_open_at: timeColumn('last_open_at'),
  last_click_at: timeColumn('last_click_at'),
} satisfies Record<string, Askable>

export type ContactAskable = keyof typeof contactAskables

/** What is recorded of what people do. The contract knows more, which comes from elsewhere. */
export const recordedEvents = [
  'open',
  'click',
  'sent',
  'bounce',
] as const satisfies readonly (typeof segmentEvents)[number][]
export type RecordedEvent = (typeof recordedEvents)[number]

/** A custom field with the list that it is of. */
export interface ListedField extends Field {
  listId: number
}

/** What the rules of one segment can ask about. */
export interface Catalogue {
  /** Of the segment's list, or of all lists. */
  fields: readonly ListedField[]
  /** All lists of the account. */
  lists: readonly { id: number; name: string }[]
}

const columnOf = (type: FieldType): ValueColumn => {
  if (type === 'date') return 'time'
  return type === 'number' || type === 'boolean' ? 'number' : 'text'
}

/** The name by which a rule calls a custom field: its key, or its number where the key means something else. */
export const nameOfField = ({ key, id }: Pick<Field, 'key' | 'id'>): string =>
  key in contactAskables ? String(id) : key

/** What a rule means by a name; where fields of one key differ in type, the numbers to call them by. */
export function findAskable(
  { fields, lists }: Catalogue,
  name: string,
): Askable | { choices: readonly string[] } | undefined {
  if (name === 'lists') {
    return { ...contactAskables.lists, values: lists.map(({ id }) => String(id)) }
  }
  if (Object.hasOwn(contactAskables, name)) return contactAskables[name as ContactAskable]
  const meant = fields.filter(({ id, key }) => key === name || String(id) === name)
  const [first] = meant
  if (!first) return undefined
  if (meant.some(({ type }) => type !== first.type)) {
    return { choices: meant.map(({ id }) => String(id)) }
  }
  const isFolded = first.type === 'text' || first.type === 'url'
  return {
    type: first.type,
    subject: {
      at: 'values',
      fieldIds: meant.map(({ id }) => id),
      column: columnOf(first.type),
      isFolded,
    },
    values: [...new Set(meant.flatMap(({ options }) => options))],
    fold: isFolded ? foldText : asIs,
  }
}
