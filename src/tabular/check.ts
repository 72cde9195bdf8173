import { normaliseAddress } from '../core/address.ts'
import type { Problem, ProblemCode, Values } from '../core/failure.ts'
import { type FieldValue, readFieldValue } from './field-values.ts'
import { fieldPath, type MappedColumn, type Mapping, type Target } from './mapping.ts'
import type { CellType, Row } from './table.ts'
import { splitList } from './value-list.ts'

/** A contact as the wire takes it. An empty cell is a field left out: it wipes nothing. */
export interface ContactInput {
  email: string
  nombre?: string
  customFields?: Record<string, FieldValue>
  tags?: string[]
}

/** The first thing wrong with a row; `values` have the `column` and its `value`, cut. */
export interface Reject extends Problem {
  line: number
}

/** `key` is the folded address: the same key twice is the same contact twice. */
export type CheckedRow =
  | { contact: ContactInput; key: string; reject?: undefined }
  | { reject: Reject; contact?: undefined }

const longestName = 255

/** As much of a refused value as its reason repeats. */
const shownLength = 60

/** Rows to contacts, by the mapping of their columns. */
export function createRowCheck({ columns }: Mapping): (row: Row) => CheckedRow {
  return ({ line, cells, typed, flaw }) => {
    if (flaw) return { reject: { line, ...flaw } }
    const draft: Draft = { contact: { email: '' }, key: '', surname: '' }
    for (const column of columns) {
      const text = cells[column.index]?.trim() ?? ''
      const type = typed?.get(column.index)
      const wrong =
        text === '' ? missing(column.target) : take(column.target, { text, type }, draft)
      if (wrong) return { reject: rejectOf(line, column, text, wrong) }
    }
    const { contact, key, surname } = draft
    if (surname !== '') contact.nombre = contact.nombre ? `${contact.nombre} ${surname}` : surname
    if (contact.nombre && contact.nombre.length > longestName) {
      const values = { limit: longestName, column: 'nombre', value: shown(contact.nombre) }
      return { reject: { line, field: 'nombre', code: 'too_long', values } }
    }
    return { contact, key }
  }
}

interface Draft {
  contact: ContactInput
  key: string
  surname: string
}

interface Cell {
  text: string
  type: CellType | undefined
}

interface Wrong {
  code: ProblemCode
  values?: Values
}

const missing = (target: Target): Wrong | undefined =>
  target === 'email' ? { code: 'required' } : undefined

/** Puts the text of one cell into the draft, or says why it can't stand there. */
function take(target: Target, { text, type }: Cell, draft: Draft): Wrong | undefined {
  if (type === 'error') return { code: 'cell_error' }
  const unfit = unfitText(text, typeof target === 'object')
  if (unfit) return { code: unfit }
  const { contact } = draft
  if (target === 'email') return takeEmail(text, draft)
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

function takeEmail(text: string, draft: Draft): Wrong | undefined {
  const address = normaliseAddress(text)
  if (!address) return { code: 'bad_email' }
  draft.contact.email = address.email
  draft.key = address.key
  return undefined
}

/** U+FFFD and half a surrogate pair: what is left of a character that a wrong encoding destroyed. */
const damaged = /[\ufffd\ud800-\udfff]/u
const suspect = /[\x00-\x1f\x7f-\x9f\ufffd\ud800-\udfff]/u

function unfitText(text: string, mayBreakLines: boolean): ProblemCode | undefined {
  if (!suspect.test(text)) return undefined
  if (text.includes('\0')) return 'nul_character'
  if (damaged.test(text)) return 'damaged_text'
  if (!mayBreakLines && text.includes('\n')) return 'header_break'
  return (mayBreakLines ? /[^\P{Cc}\t\n]/u : /\p{Cc}/u).test(text) ? 'control_character' : undefined
}

function rejectOf(
  line: number,
  { name, target }: MappedColumn,
  text: string,
  wrong: Wrong,
): Reject {
  const values = { column: name, value: shown(text), ...wrong.values }
  return { line, field: fieldPath(target), code: wrong.code, values }
}

const shown = (text: string): string =>
  text.length > shownLength ? `${text.slice(0, shownLength)}…` : text
