import type { FieldValue } from '../../../contract/shapes/field.ts'
import { normaliseAddress, storedAddress } from '../../../core/address.ts'
import type { Problem } from '../../../core/failure.ts'
import { foldName } from '../../../core/fold-name.ts'
import { mustYield, yieldTurn } from '../../../core/yield.ts'
import {
  type Field,
  type FieldWrite,
  fieldsByName,
  findMissingField,
  mustBeGiven,
  readFieldValues,
} from '../../lists/fields/field-values.ts'
import {
  mergeStated,
  readConsent,
  type StatedConsent,
  type SubmittedConsent,
} from './stated-consent.ts'

/** A contact as submitted: a row of a batch or of a file. */
export interface SubmittedContact extends SubmittedConsent {
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
  /** The name as it is searched for. Folding takes time, which a transaction must not. */
  nombre_key: string
  values: readonly FieldWrite[]
  tags: readonly string[]
  /**
   * The first missing required field. It matters only for new contacts, which the database tells
   * apart.
   */
  missing: Problem | undefined
  /** What the row says about the consent of the contact. Undefined: nothing. */
  consent?: StatedConsent | undefined
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
  /** The addresses are those of stored contacts, which earlier versions allowed to be quoted. */
  isStored?: boolean
}

/** Shared by all rows that have none. */
const noTags: readonly string[] = []
const noValues: Readonly<Record<string, FieldValue>> = {}

/**
 * Validates rows. Returns the valid ones and the problems of the others. For duplicate addresses
 * the last row wins, but an opt-out in any of them remains. Skips rows that are undefined: their problems
 * are known.
 */
export async function readRows(
  sent: readonly (SubmittedContact | undefined)[],
  { fields, tags: common = [], strict = true, isStored = false }: ReadOptions,
): Promise<ReadRows> {
  const byName = fieldsByName(fields)
  const rows = new Map<string, ContactRow>()
  const refused: RefusedRow[] = []
  let repeated = 0
  const mustHaveFields = fields.some(mustBeGiven)
  for (let index = 0; index < sent.length; index++) {
    const contact = sent[index]
    if (contact === undefined) continue
    const { email, nombre = '', customFields = noValues, tags = noTags } = contact
    if (mustYield()) await yieldTurn()
    const address = isStored ? storedAddress(email) : normaliseAddress(email)
    if (!address) {
      refused.push({ index, email, problem: { field: 'email', code: 'bad_email' } })
      continue
    }
    const { writes, problems } = readFieldValues(byName, customFields, { strict })
    const problem = problems[0]
    if (problem) {
      refused.push({ index, email, problem })
      continue
    }
    const earlier = rows.get(address.key)
    if (rows.delete(address.key)) repeated++
    rows.set(address.key, {
      index,
      ...address,
      nombre,
      nombre_key: foldName(nombre),
      values: writes,
      tags: common.length === 0 ? tags : [...common, ...tags],
      missing: mustHaveFields ? findMissingField(fields, writes) : undefined,
      consent: mergeStated(earlier?.consent, readConsent(contact)),
    })
  }
  return { rows: [...rows.values()], refused, repeated }
}
