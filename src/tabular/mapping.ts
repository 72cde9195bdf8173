import { isAddress } from '../core/address.ts'
import { Failure } from '../core/failure.ts'
import { foldHeading } from '../core/fold-name.ts'
import { type ConsentField, type ContactField, consentFieldOf, contactFieldOf } from './heading.ts'
import { withoutRejectColumns } from './reject-columns.ts'

/** A custom field of a list. */
export interface CustomField {
  id: number | string
  name: string
  key?: string | undefined
  type: string
  options?: readonly string[] | undefined
}

export type Target = ContactField | ConsentField | CustomField

export interface MappedColumn {
  /** The index in the row. */
  index: number
  name: string
  target: Target
}

export interface Mapping {
  columns: readonly MappedColumn[]
  /** Names of the columns that are not imported. */
  ignored: readonly string[]
}

/**
 * Column name and field: `['Correo trabajo', 'email']`. A custom field is named by name, key or id.
 * The field `-` leaves the column out.
 */
export type Override = readonly [column: string, field: string]

interface MappingOptions {
  fields?: readonly CustomField[]
  overrides?: readonly Override[]
}

/** Returns the name of the field in the API. */
export const fieldPath = (target: Target): string => {
  if (typeof target === 'object') return `customFields.${target.id}`
  return target === 'apellidos' ? 'nombre' : target
}

/**
 * Maps the columns of a header to the fields of a contact, by override or by heading. Throws
 * Failure: no_email_column (values `columns`, and `headerless` 1 if the first row contains an
 * address), usage (values `reason`, a key of the table messages).
 */
export function mapColumns(
  header: readonly string[],
  { fields = [], overrides = [] }: MappingOptions = {},
): Mapping {
  const names = withoutRejectColumns(header, header).map((name) => name.trim())
  const named = byHeading(fields)
  const indexOf = columnFinder(names)
  const forced = new Map(
    overrides.map(([column, field]) => [
      indexOf(column),
      field.trim() === leftOut ? undefined : targetNamed(field, fields, named),
    ]),
  )
  if (forced.size < overrides.length) throw usage({ reason: 'column_twice' })
  const taken = new Set(
    [...forced.values()].filter((target) => target !== undefined).map(fieldName),
  )
  const unmapped = names.map((name, index) => (forced.has(index) ? '' : name))
  const consent = consentColumns(unmapped, named, taken)
  const columns = names.flatMap((name, index) => {
    const target = forced.has(index)
      ? forced.get(index)
      : (findTarget(name, named, taken) ?? consent.get(index))
    return target ? [{ index, name, target }] : []
  })
  refuseDuplicates(columns)
  if (!columns.some(({ target }) => target === 'email')) refuseWithoutEmail(names)
  const mapped = new Set(columns.map(({ index }) => index))
  return { columns, ignored: names.filter((_, index) => !mapped.has(index)) }
}

/** The field of an override that leaves its column out. */
export const leftOut = '-'

/** A column of a header that no field takes. */
export interface UnusedColumn {
  index: number
  name: string
}

/** The longest name of a field in the API. */
const maxFieldName = 100

/**
 * Returns the columns that could become fields: those with a name of their own, unless an override
 * leaves them out.
 */
export function unusedColumns(
  header: readonly string[],
  { columns }: Mapping,
  overrides: readonly Override[],
): UnusedColumn[] {
  const names = withoutRejectColumns(header, header).map((name) => name.trim())
  const folded = names.map(foldHeading)
  const used = new Set(columns.map(({ index }) => index))
  const named = new Set(overrides.map(([column]) => foldHeading(column)))
  return names.flatMap((name, index) => {
    const heading = folded[index] ?? ''
    const isOwn = heading !== '' && folded.indexOf(heading) === folded.lastIndexOf(heading)
    const isFree = isOwn && !used.has(index) && !named.has(heading)
    return isFree && name.length <= maxFieldName ? [{ index, name }] : []
  })
}

/** Returns the column that is the status by its heading, and not by an override. */
export function guessedStatus(
  { columns }: Mapping,
  overrides: readonly Override[],
): MappedColumn | undefined {
  const named = new Set(overrides.map(([column]) => foldHeading(column)))
  return columns.find(({ name, target }) => target === 'status' && !named.has(foldHeading(name)))
}

/** Each of several such columns can say no. */
const mayRepeat: readonly Target[] = [
  'unsubscribed_at',
  'bounced_at',
  'complained_at',
  'suppressed_at',
]

/**
 * Finds the columns about consent. A field or a custom field of that name comes first, and of
 * several columns for the same field, the one whose heading is the most usual.
 */
function consentColumns(
  names: readonly string[],
  named: FieldsByHeading,
  taken: ReadonlySet<string>,
): ReadonlyMap<number, Target> {
  const found = names
    .flatMap((name, index) => {
      const isField = findTarget(name, named, new Set()) !== undefined
      const consent = isField ? undefined : consentFieldOf(name)
      return consent && !taken.has(consent.field) ? [{ index, name, ...consent }] : []
    })
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
  const first = new Map<Target, (typeof found)[number]>()
  const columns = new Map<number, Target>()
  for (const column of found) {
    const { field, name, rank, index } = column
    const usual = first.get(field)
    // Either status could say no, so the user chooses unless one is that of the own export.
    if (field === 'status' && usual && usual.rank > 0 && rank > 0) {
      throw usage({ reason: 'two_columns', field, first: usual.name, second: name })
    }
    if (!usual) first.set(field, column)
    if (!usual || mayRepeat.includes(field)) columns.set(index, field)
  }
  return columns
}

const fieldName = (target: Target): string => (typeof target === 'object' ? target.name : target)

type FieldsByHeading = ReadonlyMap<string, CustomField>

/** Fields by the headings that name them. Of two fields with the same heading, the first counts. */
function byHeading(fields: readonly CustomField[]): FieldsByHeading {
  const named = new Map<string, CustomField>()
  for (const field of fields) {
    const { name, key = '' } = field
    for (const each of [name, key, `customFields.${key}`, `customFields.${name}`]) {
      const heading = foldHeading(each)
      if (heading !== '' && !named.has(heading)) named.set(heading, field)
    }
  }
  return named
}

/** Returns the field of this name, key or id. Names count without case, accents and punctuation. */
export const fieldNamed = (name: string, fields: readonly CustomField[]): CustomField | undefined =>
  fields.find(({ id, key }) => name.trim() === key || name.trim() === String(id)) ??
  byHeading(fields).get(foldHeading(name))

function findTarget(
  name: string,
  named: FieldsByHeading,
  taken: ReadonlySet<string>,
): Target | undefined {
  const target = contactFieldOf(name) ?? named.get(foldHeading(name))
  return target && !taken.has(fieldName(target)) ? target : undefined
}

function targetNamed(name: string, fields: readonly CustomField[], named: FieldsByHeading): Target {
  const target =
    contactFieldOf(name) ??
    named.get(foldHeading(name)) ??
    fields.find((field) => String(field.id) === name.trim()) ??
    consentFieldOf(name)?.field
  if (target) return target
  throw usage({ reason: 'unknown_field', field: name })
}

/** Finds columns by name, or by a name that differs in case, accents and punctuation. */
function columnFinder(names: readonly string[]): (column: string) => number {
  let folded: readonly string[] | undefined
  return (column) => {
    const exact = names.indexOf(column.trim())
    if (exact !== -1) return exact
    folded ??= names.map(foldHeading)
    const index = folded.indexOf(foldHeading(column))
    if (index !== -1) return index
    throw usage({ reason: 'unknown_column', column, columns: shownNames(names) })
  }
}

/** The names of columns in a message. A header may have thousands. */
function shownNames(names: readonly string[]): string {
  const text = names.slice(0, maxShownNames).join(', ')
  return names.length > maxShownNames ? `${text}, …` : text
}

const maxShownNames = 100

function refuseDuplicates(columns: readonly MappedColumn[]): void {
  const byField = new Map<string, string>()
  for (const { name, target } of columns) {
    if (mayRepeat.includes(target)) continue
    const field = fieldName(target)
    const first = byField.get(field)
    if (first !== undefined) throw usage({ reason: 'two_columns', field, first, second: name })
    byField.set(field, name)
  }
}

const usage = (values: Record<string, string>): Failure => new Failure('usage', { values })

function refuseWithoutEmail(names: readonly string[]): never {
  const columns = shownNames(names)
  throw new Failure('no_email_column', {
    values: names.some(isAddress) ? { columns, headerless: 1 } : { columns },
  })
}

/** Parses `column=field` as written on the command line. The column may contain a `=`. */
export function parseOverride(text: string): Override {
  const separator = text.lastIndexOf('=')
  if (separator < 1 || separator === text.length - 1) throw usage({ reason: 'bad_override', text })
  return [text.slice(0, separator), text.slice(separator + 1)]
}
