import type { FieldValue } from '../../contract/shapes/field.ts'
import { normaliseAddress } from '../../core/address.ts'
import type { Problem } from '../../core/failure.ts'
import {
  type Field,
  type FieldWrite,
  fieldsByName,
  missingField,
  readFieldValues,
} from '../lists/fields/field-values.ts'

/** A contact as it was sent: a row of a batch or of a file. */
export interface SentContact {
  email: string
  nombre?: string | undefined
  customFields?: Readonly<Record<string, FieldValue>> | undefined
  tags?: readonly string[] | undefined
}

/** One that may be written. */
export interface ContactRow {
  /** Its place among those that were sent. */
  index: number
  email: string
  key: string
  domain: string
  nombre: string
  values: readonly FieldWrite[]
  tags: readonly string[]
  /** Only a new contact needs every field, and whether it is one, the database knows. */
  missing: Problem | undefined
}

export interface RefusedRow {
  index: number
  email: string
  problem: Problem
}

export interface ReadRows {
  rows: ContactRow[]
  refused: RefusedRow[]
  /** Rows that a later one with the same address replaces. */
  repeated: number
}

interface Reading {
  fields: readonly Field[]
  /** For every row. */
  tags?: readonly string[] | undefined
  /** Refuses a field that the list does not have; otherwise it is left out. */
  strict?: boolean
}

/** Rows to what may be written, and what is wrong with the others. Of one address the last row wins. */
export function readRows(
  sent: Iterable<readonly [index: number, contact: SentContact]>,
  { fields, tags: common = [], strict = true }: Reading,
): ReadRows {
  const byName = fieldsByName(fields)
  const rows = new Map<string, ContactRow>()
  const refused: RefusedRow[] = []
  let repeated = 0
  for (const [index, { email, nombre = '', customFields = {}, tags = [] }] of sent) {
    const address = normaliseAddress(email)
    if (!address) {
      refused.push({ index, email, problem: { field: 'email', code: 'bad_email' } })
      continue
    }
    const { writes, problems } = readFieldValues(byName, customFields, { strict })
    const [problem] = problems
    if (problem) {
      refused.push({ index, email, problem })
      continue
    }
    if (rows.delete(address.key)) repeated++
    rows.set(address.key, {
      index,
      ...address,
      nombre,
      values: writes,
      tags: common.length === 0 ? tags : [...common, ...tags],
      missing: missingField(fields, writes),
    })
  }
  return { rows: [...rows.values()], refused, repeated }
}
