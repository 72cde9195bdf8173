import type { FieldType, FieldValue } from '../../../contract/shapes/field.ts'
import type { Problem, Values } from '../../../core/failure.ts'
import type { ProblemCode } from '../../../core/problem-codes.ts'
import { parseUrl } from '../../../core/urls/parse-url.ts'
import { joinList, matchListed } from '../../../tabular/value-list.ts'

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

/** One stored value. `position` numbers the choices of a multi field. */
export interface StoredPart {
  position: number
  text: string | null
  number: number | null
  time: number | null
}

/** The new value of a field. No parts: the field is emptied. */
export interface FieldWrite {
  field: Field
  parts: readonly StoredPart[]
}

type ParsedValue = { parts: readonly StoredPart[] } | { code: ProblemCode; values?: Values }

/** Fields by id and by key. Keys begin with a letter, so they never collide with ids. */
type FieldsByName = ReadonlyMap<string, Field>

export const fieldsByName = (fields: readonly Field[]): FieldsByName =>
  new Map(
    fields.flatMap((field) => [[String(field.id), field] as const, [field.key, field] as const]),
  )

/**
 * Validates the values of fields, named by id or key. If a field is named twice, the last value
 * wins. `strict` rejects unknown names; otherwise they are ignored.
 */
export function readFieldValues(
  byName: FieldsByName,
  values: Readonly<Record<string, FieldValue>>,
  { strict }: { strict: boolean },
): { writes: FieldWrite[]; problems: readonly Problem[] } {
  const names = Object.keys(values)
  // Of its final size: an array that grows has room for seventeen, and a batch has thousands.
  const writes = new Array<FieldWrite>(names.length)
  let count = 0
  let problems: Problem[] | undefined
  for (const name of names) {
    const field = byName.get(name)
    if (!field) {
      if (strict) problems = withProblem(problems, name, { code: 'unknown_field' })
      continue
    }
    const read = readFieldValue(field, values[name] ?? null)
    if (!('parts' in read)) problems = withProblem(problems, name, read)
    else if (read.parts.length === 0 && field.required) {
      problems = withProblem(problems, name, { code: 'required' })
    } else {
      const { parts } = read
      const earlier = indexOfField(writes, count, field)
      writes[earlier] = { field, parts }
      if (earlier === count) count++
    }
  }
  writes.length = count
  return { writes, problems: problems ?? noProblems }
}

/** Shared: nearly all rows have none. */
const noProblems: readonly Problem[] = []

function withProblem(
  problems: Problem[] = [],
  name: string,
  problem: Omit<Problem, 'field'>,
): Problem[] {
  problems.push({ field: pathOf(name), ...problem })
  return problems
}

/** Returns the index of the write of a field, or the next one. */
function indexOfField(writes: readonly FieldWrite[], count: number, field: Field): number {
  let index = 0
  while (index < count && writes[index]?.field !== field) index++
  return index
}

const pathOf = (name: string): string => `customFields.${name}`

/**
 * Returns the first required field that a new contact would lack: neither submitted nor filled by a
 * default.
 */
export function findMissingField(
  fields: readonly Field[],
  writes: readonly FieldWrite[],
): Problem | undefined {
  const missing = fields.find(
    (field) => mustBeGiven(field) && !writes.some((write) => write.field === field),
  )
  return missing && { field: `customFields.${missing.key}`, code: 'required' }
}

/** Whether a new contact lacks the field unless it is submitted. */
export const mustBeGiven = (field: Field): boolean => field.required && field.default === null

/** Returns all problems of a person's form, including those of the required fields it leaves out. */
export function problemsOfForm(
  fields: readonly Field[],
  values: Readonly<Record<string, FieldValue>>,
): Problem[] {
  const { problems } = readFieldValues(fieldsByName(fields), values, { strict: false })
  const isNamed = ({ id, key }: Field) => key in values || String(id) in values
  const leftOut = fields.filter((field) => mustBeGiven(field) && !isNamed(field))
  return [
    ...problems,
    ...leftOut.map(({ key }) => ({ field: `customFields.${key}`, code: 'required' as const })),
  ]
}

/** Returns the defaults for a new contact. */
export const defaultWrites = (fields: readonly Field[]): FieldWrite[] =>
  fields.flatMap((field) => {
    if (field.default === null) return []
    const read = readFieldValue(field, field.default)
    return 'parts' in read && read.parts.length > 0 ? [{ field, parts: read.parts }] : []
  })

/** Converts a JSON value to its stored parts. Null and `''` empty the field. */
export function readFieldValue(
  { type, options }: Pick<Field, 'type' | 'options'>,
  value: FieldValue,
): ParsedValue {
  if (value === null || value === '') return { parts: [] }
  switch (type) {
    case 'number':
      return partOrProblem('bad_number', 'number', finiteNumber(value))
    case 'date':
      return partOrProblem('bad_date', 'time', unixSeconds(value))
    case 'boolean':
      return partOrProblem('not_a_choice', 'number', booleanNumber(value), 'true, false')
    case 'url':
      return partOrProblem('bad_url', 'text', webAddressIn(value))
    case 'dropdown':
    case 'radio':
      return partOrProblem('not_a_choice', 'text', optionIn(options, value), options.join(', '))
    case 'multi':
      return choicesIn(options, value)
    case 'text':
      return partOrProblem('wrong_type', 'text', plainText(value))
  }
}

const empty = { position: 0, text: null, number: null, time: null }

function partOrProblem(
  code: ProblemCode,
  column: 'text' | 'number' | 'time',
  value: string | number | undefined,
  choices?: string,
): ParsedValue {
  if (value !== undefined) {
    const part: StoredPart = { position: 0, text: null, number: null, time: null }
    if (typeof value === 'string') part.text = value
    else if (column === 'number') part.number = value
    else part.time = value
    return { parts: [part] }
  }
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

/** The years 1 to 9999. A number beyond them was probably in milliseconds. */
const firstSecond = -62_135_596_800
const lastSecond = 253_402_300_799

function unixSeconds(value: FieldValue): number | undefined {
  if (typeof value === 'string' && !/^\s*[+-]?\d{1,12}\s*$/.test(value)) return undefined
  const seconds = typeof value === 'string' ? Number(value) : value
  if (typeof seconds !== 'number' || !Number.isInteger(seconds)) return undefined
  return seconds >= firstSecond && seconds <= lastSecond ? seconds : undefined
}

function booleanNumber(value: FieldValue): number | undefined {
  if (value === true || value === 1 || value === 'true' || value === '1') return 1
  return value === false || value === 0 || value === 'false' || value === '0' ? 0 : undefined
}

function webAddressIn(value: FieldValue): string | undefined {
  if (typeof value !== 'string' || value.length > 2000) return undefined
  return /^https?:$/.test(parseUrl(value)?.protocol ?? '') ? value : undefined
}

function optionIn(options: readonly string[], value: FieldValue): string | undefined {
  const text = plainText(value)
  return text !== undefined && options.includes(text) ? text : undefined
}

/** Reads several choices from an array, or from one text as `showFieldValue` writes it. */
function choicesIn(options: readonly string[], value: FieldValue): ParsedValue {
  const choose = (text: string) => (options.includes(text) ? text : undefined)
  const selected = Array.isArray(value) ? value : matchListed(String(value), choose)
  if (!selected?.every(choose)) {
    return { code: 'not_a_choice', values: { choices: options.join(', ') } }
  }
  return { parts: [...new Set(selected)].map((text, position) => ({ ...empty, position, text })) }
}

/** Formats a value for the API: always text, `''` for none. The inverse of `readFieldValue`. */
export function showFieldValue(type: FieldType, parts: readonly StoredPart[]): string {
  const [first] = parts
  if (!first) return ''
  if (type === 'number') return String(first.number)
  if (type === 'date') return String(first.time)
  if (type === 'boolean') return first.number === 1 ? 'true' : 'false'
  return type === 'multi' ? joinList(parts.map(({ text }) => text ?? '')) : (first.text ?? '')
}
