import { readStatus, usualStatuses } from '../contract/stated-status.ts'
import { normaliseAddress } from '../core/address.ts'
import type { Problem, Values } from '../core/failure.ts'
import type { ProblemCode } from '../core/problem-codes.ts'
import { addConsent, type ConsentCell, type ContactConsent, isConsentField } from './consent.ts'
import { type FieldValue, readFieldValue } from './field-values.ts'
import type { ConsentField } from './heading.ts'
import { fieldPath, type MappedColumn, type Mapping, type Target } from './mapping.ts'
import type { CellType, Row } from './table.ts'
import { splitList } from './value-list.ts'

/** A contact in the format of the API. An empty cell omits the field and deletes nothing. */
export interface ContactInput extends ContactConsent {
  email: string
  nombre?: string
  customFields?: Record<string, FieldValue>
  tags?: string[]
}

/** The first problem of a row. `values` contain the `column` and its shortened `value`. */
export interface Reject extends Problem {
  line: number
}

/** `key` is the normalized address: rows with the same key are the same contact. */
export type CheckedRow =
  | { contact: ContactInput; key: string; reject?: undefined }
  | { reject: Reject; contact?: undefined }

const maxNameLength = 255

/** The maximum length of a refused value in its message. */
const shownLength = 60

/** Returns a function that converts rows to contacts according to the mapping. */
export function createRowCheck({ columns }: Mapping): (row: Row) => CheckedRow {
  return ({ line, cells, typed, flaw }) => {
    if (flaw) return { reject: { line, ...flaw } }
    const draft: Draft = { contact: { email: '' }, key: '', surname: '', consent: [] }
    for (const column of columns) {
      const text = cells[column.index]?.trim() ?? ''
      const type = typed?.get(column.index)
      const wrong =
        text === '' ? missingProblem(column.target) : setField(draft, column.target, text, type)
      if (wrong) return { reject: rejectOf(line, column, text, wrong) }
    }
    const { contact, key, surname, consent } = draft
    if (consent.length > 0) addConsent(contact, consent)
    if (surname !== '') contact.nombre = contact.nombre ? `${contact.nombre} ${surname}` : surname
    if (contact.nombre && contact.nombre.length > maxNameLength) {
      const values = { limit: maxNameLength, column: 'nombre', value: shown(contact.nombre) }
      return { reject: { line, field: 'nombre', code: 'too_long', values } }
    }
    return { contact, key }
  }
}

interface Draft {
  contact: ContactInput
  key: string
  surname: string
  consent: ConsentCell[]
}

interface CellProblem {
  code: ProblemCode
  values?: Values
}

const missingProblem = (target: Target): CellProblem | undefined =>
  target === 'email' ? { code: 'required' } : undefined

/** Sets the field of a cell in the draft, or returns the problem. */
function setField(
  draft: Draft,
  target: Target,
  text: string,
  type: CellType | undefined,
): CellProblem | undefined {
  if (type === 'error') return { code: 'cell_error' }
  if (typeof target === 'string' && isConsentField(target)) {
    return readConsent(target, text, draft)
  }
  const unfit = textProblem(text, typeof target === 'object')
  if (unfit) return { code: unfit }
  const { contact } = draft
  if (target === 'email') return setEmail(text, draft)
  if (target === 'nombre') contact.nombre = text
  else if (target === 'apellidos') draft.surname = text
  else if (target === 'tags') contact.tags = [...new Set(splitList(text))]
  else {
    const read = readFieldValue(target, text, type === 'number')
    if ('code' in read) return read
    contact.customFields ??= {}
    contact.customFields[target.id] = read.value
  }
  return undefined
}

function setEmail(text: string, draft: Draft): CellProblem | undefined {
  const address = normaliseAddress(text)
  if (!address) return { code: 'bad_email' }
  draft.contact.email = address.email
  draft.key = address.key
  return undefined
}

function readConsent(target: ConsentField, text: string, draft: Draft): CellProblem | undefined {
  if (target === 'status' && readStatus(text) === undefined) {
    return { code: 'unknown_status', values: { choices: usualStatuses } }
  }
  draft.consent.push({ target, text })
  return undefined
}

/** U+FFFD and lone surrogates, which remain of a character after decoding with a wrong encoding. */
const damaged = /[\ufffd\ud800-\udfff]/u
const suspect = /[\x00-\x1f\x7f-\x9f\ufffd\ud800-\udfff]/u

function textProblem(text: string, mayBreakLines: boolean): ProblemCode | undefined {
  if (!suspect.test(text)) return undefined
  if (text.includes('\0')) return 'nul_character'
  if (damaged.test(text)) return 'damaged_text'
  if (!mayBreakLines && /[\r\n]/.test(text)) return 'header_break'
  return (mayBreakLines ? /[^\P{Cc}\t\r\n]/u : /\p{Cc}/u).test(text)
    ? 'control_character'
    : undefined
}

function rejectOf(
  line: number,
  { name, target }: MappedColumn,
  text: string,
  wrong: CellProblem,
): Reject {
  const values = { column: name, value: shown(text), ...wrong.values }
  return { line, field: fieldPath(target), code: wrong.code, values }
}

const shown = (text: string): string =>
  text.length > shownLength ? `${text.slice(0, shownLength)}…` : text
