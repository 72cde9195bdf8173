import { contactFieldOf, foldHeading } from '../../tabular/heading.ts'
import { joinList } from '../../tabular/value-list.ts'
import { type Field, type StoredPart, showFieldValue } from '../lists/fields/field-values.ts'
import type { Contact } from './store.ts'

export type ExportCell = string | number | null

/** A contact with what hangs on it, as a row of an export. */
export interface ExportedContact {
  contact: Contact
  values: ReadonlyMap<number, readonly StoredPart[]> | undefined
  tags: readonly string[]
}

/** One column of an export: an import takes it back under this heading, or leaves it out. */
export interface ExportColumn {
  /** What `fields` calls it: the wire's name, or a custom field's key. */
  name: string
  heading: string
  cell(row: ExportedContact): ExportCell
}

const instant = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())

const taken: readonly [name: string, cell: ExportColumn['cell']][] = [
  ['email', ({ contact }) => contact.email],
  ['nombre', ({ contact }) => contact.nombre],
]

/** What an import never sets. */
const told: readonly [name: string, cell: ExportColumn['cell']][] = [
  ['id', ({ contact }) => contact.id],
  ['source', ({ contact }) => contact.source],
  ['created_at', ({ contact }) => instant(contact.created_at)],
  ['updated_at', ({ contact }) => instant(contact.updated_at)],
  ['confirmed_at', ({ contact }) => instant(contact.confirmed_at)],
  ['unsubscribed_at', ({ contact }) => instant(contact.unsubscribed_at)],
  ['last_open_at', ({ contact }) => instant(contact.last_open_at)],
  ['last_click_at', ({ contact }) => instant(contact.last_click_at)],
]

/** Every column of a list, in the order of a file. */
export function columnsOf(fields: readonly Field[]): ExportColumn[] {
  const plain = ([name, cell]: (typeof taken)[number]): ExportColumn => ({
    name,
    heading: name,
    cell,
  })
  const beside = ([name, cell]: (typeof told)[number]): ExportColumn => ({
    name,
    heading: headingBeside(fields, name),
    cell,
  })
  return [
    ...taken.map(plain),
    beside(['status', ({ contact }) => contact.status]),
    ...fields.map(
      (field): ExportColumn => ({
        name: field.key,
        heading: headingOf(field, fields),
        cell: ({ values }) => cellOf(field, values?.get(field.id) ?? []),
      }),
    ),
    plain(['tags', ({ tags }) => joinList(tags)]),
    ...told.map(beside),
  ]
}

/** By its name, unless an import would take that for something else. */
const headingOf = (field: Field, fields: readonly Field[]): string =>
  contactFieldOf(field.name) === undefined && firstNamed(fields, field.name) === field
    ? field.name
    : `customFields.${field.key}`

const firstNamed = (fields: readonly Field[], heading: string): Field | undefined => {
  const folded = foldHeading(heading)
  return fields.find(({ name, key }) => foldHeading(name) === folded || foldHeading(key) === folded)
}

/** A heading that an import leaves out: a list may have a field of its own that is called `source`. */
const headingBeside = (fields: readonly Field[], name: string): string =>
  firstNamed(fields, name) ? headingBeside(fields, `contact_${name}`) : name

/** As an import reads it back: dates as dates, numbers as numbers, choices joined. */
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
