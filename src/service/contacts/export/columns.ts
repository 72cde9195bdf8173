import { foldHeading } from '../../../core/fold-name.ts'
import { contactFieldOf } from '../../../tabular/heading.ts'
import { joinList } from '../../../tabular/value-list.ts'
import { type Field, type StoredPart, showFieldValue } from '../../lists/fields/field-values.ts'
import type { Contact } from '../store.ts'

export type ExportCell = string | number | null

/** A contact with its values and tags, as a row of an export. */
export interface ExportedContact {
  contact: Contact
  values: ReadonlyMap<number, readonly StoredPart[]> | undefined
  tags: readonly string[]
  suppression: ExportedSuppression | undefined
}

/** The strongest suppression of a contact, in the words of the API. */
export interface ExportedSuppression {
  suppression: string
  suppression_scope: string
  reason: string
}

/** A column of an export. An import either recognises its heading or ignores the column. */
export interface ExportColumn {
  /** Its name in the `fields` parameter: an API name or the key of a custom field. */
  name: string
  heading: string
  cell(row: ExportedContact): ExportCell
}

const instant = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())

const importedColumns: readonly [name: string, cell: ExportColumn['cell']][] = [
  ['email', ({ contact }) => contact.email],
  ['nombre', ({ contact }) => contact.nombre],
]

/** Columns about the contact itself, beside those of the list's fields. */
const contactColumns: readonly [name: string, cell: ExportColumn['cell']][] = [
  ['id', ({ contact }) => contact.id],
  ['source', ({ contact }) => contact.source],
  ['created_at', ({ contact }) => instant(contact.created_at)],
  ['updated_at', ({ contact }) => instant(contact.updated_at)],
  ['confirmed_at', ({ contact }) => instant(contact.confirmed_at)],
  ['unsubscribed_at', ({ contact }) => instant(contact.unsubscribed_at)],
  ['last_open_at', ({ contact }) => instant(contact.last_open_at)],
  ['last_click_at', ({ contact }) => instant(contact.last_click_at)],
  ['suppression', ({ suppression }) => suppression?.suppression ?? ''],
  ['suppression_scope', ({ suppression }) => suppression?.suppression_scope ?? ''],
  ['reason', ({ suppression }) => suppression?.reason ?? ''],
]

/** Returns all columns of a list in file order. */
export function columnsOf(fields: readonly Field[]): ExportColumn[] {
  const plain = ([name, cell]: (typeof importedColumns)[number]): ExportColumn => ({
    name,
    heading: name,
    cell,
  })
  const contactColumn = ([name, cell]: (typeof contactColumns)[number]): ExportColumn => ({
    name,
    heading: headingBeside(fields, name),
    cell,
  })
  return [
    ...importedColumns.map(plain),
    contactColumn(['status', ({ contact }) => contact.status]),
    ...fields.map(
      (field): ExportColumn => ({
        name: field.key,
        heading: headingOf(field, fields),
        cell: ({ values }) => cellOf(field, values?.get(field.id) ?? []),
      }),
    ),
    plain(['tags', ({ tags }) => joinList(tags)]),
    ...contactColumns.map(contactColumn),
  ]
}

/** Returns the field's name as heading, unless an import would map that to something else. */
const headingOf = (field: Field, fields: readonly Field[]): string =>
  contactFieldOf(field.name) === undefined && firstNamed(fields, field.name) === field
    ? field.name
    : `customFields.${field.key}`

const firstNamed = (fields: readonly Field[], heading: string): Field | undefined => {
  const folded = foldHeading(heading)
  return fields.find(({ name, key }) => foldHeading(name) === folded || foldHeading(key) === folded)
}

/**
 * Returns a heading that no custom field of the list has. An import recognises it, or ignores the
 * column.
 */
const headingBeside = (fields: readonly Field[], name: string): string =>
  firstNamed(fields, name) ? headingBeside(fields, `contact_${name}`) : name

/** Formats a value so that an import reads it back: dates, numbers, joined choices. */
function cellOf({ type }: Field, parts: readonly StoredPart[]): ExportCell {
  const [first] = parts
  if (type === 'number') return first?.number ?? null
  if (type === 'date') return first?.time == null ? '' : dateText(first.time)
  return showFieldValue(type, parts)
}

function dateText(seconds: number): string {
  const text = new Date(seconds * 1000).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.replace('.000Z', 'Z')
}
