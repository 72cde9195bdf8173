import type { FieldType, FieldValue } from '../../../contract/shapes/field.ts'
import type { Problem, ProblemCode, Values } from '../../../core/failure.ts'
import { chooseListed, joinList } from '../../../tabular/value-list.ts'

export interface Field {
  id: number
  key: string
  name: string
  type: FieldType
  options: readonly string[]
  internal: boolean
  required: boolean
  default: string | null
}

/** One stored value; `position` counts the choices of a multi field. */
export interface StoredPart {
  position: number
  text: string | null
  number: number | null
  time: number | null
}

/** What a field shall hold from now on: no parts empty it. */
export interface FieldWrite {
  field: Field
  parts: readonly StoredPart[]
}

export type Read = { parts: readonly StoredPart[] } | { code: ProblemCode; values?: Values }

/** Fields by id and by key: a key begins with a letter, so the two never meet. */
export type FieldsByName = ReadonlyMap<string, Field>

export const fieldsByName = (fields: readonly Field[]): FieldsByName =>
  new Map(
    fields.flatMap((field) => [[String(field.id), field] as const, [field.key, field] as const]),
  )

/**
 * Of a field that is named twice, by id and by key, the last value counts. `strict` refuses
 * a name that the list does not have; otherwise it is left out.
 */
export function readFieldValues(
  byName: FieldsByName,
  given: Readonly<Record<string, FieldValue>>,
  { strict }: { strict: boolean },
): { writes: FieldWrite[]; problems: Problem[] } {
  const writes = new Map<Field, FieldWrite>()
  const problems: Problem[] = []
  for (const name in given) {
    const place = `customFields.${name}`
    const field = byName.get(name)
    if (!field) {
      if (strict) problems.push({ field: place, code: 'unknown_field' })
      continue
    }
    const read = readFieldValue(field, given[name] ?? null)
    if (!('parts' in read)) problems.push({ field: place, ...read })
    else if (read.parts.length === 0 && field.required) {
      problems.push({ field: place, code: 'required' })
    } else writes.set(field, { field, parts: read.parts })
  }
  return { writes: [...writes.values()], problems }
}

/** The first required field that a new contact would lack: neither given nor filled by its default. */
export function missingField(
  fields: readonly Field[],
  writes: readonly FieldWrite[],
): Problem | undefined {
  const missing = fields.find(
    (field) =>
      field.required && field.default === null && !writes.some((write) => write.field === field),
  )
  return missing && { field: `customFields.${missing.key}`, code: 'required' }
}

/** What a new contact gets where nothing was given. */
export const defaultWrites = (fields: readonly Field[]): FieldWrite[] =>
  fields.flatMap((field) => {
    if (field.default === null) return []
    const read = readFieldValue(field, field.default)
    return 'parts' in read && read.parts.length > 0 ? [{ field, parts: read.parts }] : []
  })

/** A value in any type that JSON has for it, to what is stored. Null and `''` empty the field. */
export function readFieldValue(
  { type, options }: Pick<Field, 'type' | 'options'>,
  value: FieldValue,
): Read {
  if (value === null || value === '') return { parts: [] }
  switch (type) {
    case 'number':
      return partOr('bad_number', 'number', finiteNumber(value))
    case 'date':
      return partOr('bad_date', 'time', unixSeconds(value))
    case 'boolean':
      return partOr('not_a_choice', 'number', bit(value), 'true, false')
    case 'url':
      return partOr('bad_url', 'text', webAddressIn(value))
    case 'dropdown':
    case 'radio':
      return partOr('not_a_choice', 'text', optionIn(options, value), options.join(', '))
    case 'multi':
      return choicesIn(options, value)
    case 'text':
      return partOr('wrong_type', 'text', plainText(value))
  }
}

const empty = { position: 0, text: null, number: null, time: null }

function partOr(
  code: ProblemCode,
  column: 'text' | 'number' | 'time',
  value: string | number | undefined,
  choices?: string,
): Read {
  if (value !== undefined) return { parts: [{ ...empty, [column]: value }] }
  return choices === undefined ? { code } : { code, values: { choices } }
}

const plainText = (value: FieldValue): string | undefined =>
  Array.isArray(value) ? undefined : String(value)

function finiteNumber(value: FieldValue): number | undefined {
  if (typeof value === 'string' && !/^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)) {
    return undefined
  }
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/** The years 1 to 9999: what lies beyond was meant in milliseconds. */
const firstSecond = -62_135_596_800
const lastSecond = 253_402_300_799

function unixSeconds(value: FieldValue): number | undefined {
  if (typeof value === 'string' && !/^\s*[+-]?\d{1,12}\s*$/.test(value)) return undefined
  const seconds = typeof value === 'string' ? Number(value) : value
  if (typeof seconds !== 'number' || !Number.isInteger(seconds)) return undefined
  return seconds >= firstSecond && seconds <= lastSecond ? seconds : undefined
}

function bit(value: FieldValue): number | undefined {
  if (value === true || value === 1 || value === 'true' || value === '1') return 1
  return value === false || value === 0 || value === 'false' || value === '0' ? 0 : undefined
}

function webAddressIn(value: FieldValue): string | undefined {
  if (typeof value !== 'string' || value.length > 2000 || !URL.canParse(value)) return undefined
  return /^https?:$/.test(new URL(value).protocol) ? value : undefined
}

function optionIn(options: readonly string[], value: FieldValue): string | undefined {
  const text = plainText(value)
  return text !== undefined && options.includes(text) ? text : undefined
}

/** Several choices as an array, or as they are shown: as a list in one text. */
function choicesIn(options: readonly string[], value: FieldValue): Read {
  const choose = (text: string) => (options.includes(text) ? text : undefined)
  const chosen = Array.isArray(value) ? value : chooseListed(String(value), choose)
  if (!chosen?.every(choose)) {
    return { code: 'not_a_choice', values: { choices: options.join(', ') } }
  }
  return { parts: [...new Set(chosen)].map((text, position) => ({ ...empty, position, text })) }
}

/** As it travels: always text, `''` for none. `readFieldValue` reads it back to the same. */
export function showFieldValue(type: FieldType, parts: readonly StoredPart[]): string {
  const [first] = parts
  if (!first) return ''
  if (type === 'number') return String(first.number)
  if (type === 'date') return String(first.time)
  if (type === 'boolean') return first.number === 1 ? 'true' : 'false'
  return type === 'multi' ? joinList(parts.map(({ text }) => text ?? '')) : (first.text ?? '')
}
