import type { FieldValue } from '../../../contract/shapes/field.ts'
import { normaliseAddress } from '../../../core/address.ts'
import type { Problem } from '../../../core/failure.ts'
import { mustYield, yieldTurn } from '../../../core/yield.ts'
import {
  type Field,
  type FieldWrite,
  fieldsByName,
  findMissingField,
  readFieldValues,
} from '../../lists/fields/field-values.ts'

/** A contact as submitted: a row of a batch or of a file. */
export interface SubmittedContact {
  email: string
  nombre?: string | undefined
  customFields?: Readonly<Record<string, FieldValue>> | undefined
  tags?: readonly string[] | undefined
}

/** A valid contact. */
export interface ContactRow {
  /** Its index among the submitted contacts. */
  index: number
  email: string
  key: string
  domain: string
  nombre: string
  values: readonly FieldWrite[]
  tags: readonly string[]
  /**
   * The first missing required field. It matters only for new contacts, which the database tells
   * apart.
   */
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
  /** How many rows were replaced by a later one with the same address. */
  repeated: number
}

interface ReadOptions {
  fields: readonly Field[]
  /** Tags added to every row. */
  tags?: readonly string[] | undefined
  /** Rejects fields that the list does not have; otherwise they are ignored. */
  strict?: boolean
}

/**
 * Validates rows. Returns the valid ones and the problems of the others. For duplicate addresses
 * the last row wins.
 */
export async function readRows(
  sent: Iterable<readonly [index: number, contact: SubmittedContact]>,
  { fields, tags: common = [], strict = true }: ReadOptions,
): Promise<ReadRows> {
  const byName = fieldsByName(fields)
  const rows = new Map<string, ContactRow>()
  const refused: RefusedRow[] = []
  let repeated = 0
  for (const [index, { email, nombre = '', customFields = {}, tags = [] }] of sent) {
    if (mustYield()) await yieldTurn()
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
      missing: findMissingField(fields, writes),
    })
  }
  return { rows: [...rows.values()], refused, repeated }
}
