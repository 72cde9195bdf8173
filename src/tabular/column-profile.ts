import type { FieldType } from '../contract/shapes/field.ts'
import { readStatus } from '../contract/stated-status.ts'
import { foldHeading } from '../core/fold-name.ts'
import { isUrl, parseBool, parseDate, parseNumber } from './field-values.ts'
import type { CellType, Row } from './table.ts'

/** The types that the cells of a column can show. Choices are the owner's decision. */
export type ShownType = Extract<FieldType, 'text' | 'number' | 'date' | 'boolean' | 'url'>

/** What the cells of a column are, as far as they were read. */
export interface ColumnProfile {
  /** The number of cells that are not empty. */
  filled: number
  /** The type that fits all of them; `text` if that is ambiguous. */
  type: ShownType
  /** For a text: the type that almost all of them are, and the first that is not. */
  almost?: Misfits & { type: Candidate }
  /** The number of cells that are a status of a contact. */
  statuses: number
  /** Whether a cell is a status of contacts that get no mail. */
  saysNoMail: boolean
  /** The first different values that are no statuses. */
  examples: readonly string[]
}

const maxExamples = 3

/** Reads the profiles of columns from rows. A column is named by its index and heading. */
export function createColumnProfiles(
  columns: readonly { readonly index: number; readonly name: string }[],
) {
  const readers = new Map(columns.map(({ index, name }) => [index, createReader(name)]))
  return {
    read({ cells, typed, flaw, line }: Row): void {
      if (flaw) return
      for (const [index, reader] of readers) {
        const text = cells[index]?.trim() ?? ''
        if (text !== '') reader.read(text, typed?.get(index), line)
      }
    },
    of: (index: number): ColumnProfile | undefined => readers.get(index)?.profile(),
  }
}

type Candidate = Exclude<ShownType, 'text'>

/** In order: a column of which two types are possible gets the first. */
const fits: readonly (readonly [
  Candidate,
  (text: string, type: CellType | undefined) => boolean,
])[] = [
  ['boolean', (text) => parseBool(text) !== undefined],
  ['number', isQuantity],
  ['date', (text) => !/^-?\d+$/.test(text) && parseDate(text) !== undefined],
  ['url', isUrl],
]

/** A column with more misfits than this share of its cells is a text. */
const maxMisfitShare = 0.05
/** More misfits than this are no typing errors, so that a large column of text is read fast. */
const maxMisfits = 1000

/** The cells that do not have a type, and the first of them. */
interface Misfits {
  count: number
  example: string
  line: number
}

function createReader(heading: string) {
  const open = new Map(fits)
  const misfits = new Map<Candidate, Misfits>()
  if (isCode(heading)) open.delete('number')
  let filled = 0
  let statuses = 0
  let saysNoMail = false
  let hasYesOrNo = false
  const examples = new Set<string>()

  function almostAll(possible: readonly Candidate[]): ColumnProfile['almost'] {
    for (const type of possible) {
      const found = misfits.get(type)
      if (found && found.count <= filled * maxMisfitShare) return { type, ...found }
    }
    return undefined
  }

  return {
    read(text: string, type: CellType | undefined, line: number): void {
      filled++
      for (const [candidate, isFit] of open) {
        if (isFit(text, type)) continue
        const { count, ...first } = misfits.get(candidate) ?? { count: 0, example: text, line }
        misfits.set(candidate, { ...first, count: count + 1 })
        if (count >= maxMisfits) open.delete(candidate)
      }
      hasYesOrNo ||= open.has('boolean') && yesOrNo.has(foldHeading(text))
      const status = readStatus(text)
      if (status !== undefined) statuses++
      else if (examples.size < maxExamples) examples.add(text)
      saysNoMail ||= status !== undefined && status !== 'active'
    },
    profile(): ColumnProfile {
      const possible = [...open.keys()].filter((each) => each !== 'boolean' || hasYesOrNo)
      const first = possible.find((each) => !misfits.has(each))
      const type = filled > 0 && first !== undefined ? first : 'text'
      const almost = type === 'text' ? almostAll(possible) : undefined
      return {
        filled,
        type,
        statuses,
        saysNoMail,
        examples: [...examples],
        ...(almost && { almost }),
      }
    },
  }
}

/** `1`, `s` and `x` mean yes in a column of yes and no, and something else in another. */
const yesOrNo = new Set(['si', 'no', 'yes', 'true', 'false', 'verdadero', 'falso'])

/** As long as a telephone number, of which nothing is computed. */
const longestQuantity = 8

/** Whether a text is a number and not a code of digits, which loses its zeros as a number. */
function isQuantity(text: string, type: CellType | undefined): boolean {
  if (/^0\d/.test(text) || text.startsWith('+')) return false
  if (/^\d+$/.test(text) && text.length > longestQuantity) return false
  return type === 'number' || parseNumber(text) !== undefined
}

/** Words of headings whose digits are a code. */
const codeWords = new Set([
  ...['codigo', 'code', 'cp', 'zip', 'postal', 'postcode', 'telefono', 'phone', 'tel', 'movil'],
  ...['mobile', 'fax', 'dni', 'nif', 'nie', 'cif', 'iban', 'cuenta', 'account', 'id', 'sku', 'ref'],
  ...['referencia', 'reference', 'expediente', 'socio', 'tarjeta', 'card'],
])

const isCode = (heading: string): boolean =>
  foldHeading(heading)
    .split(' ')
    .some((word) => codeWords.has(word))

/** A column with more statuses than this share of its cells is one of statuses with typing errors. */
const maxStatusShare = 0.1

/**
 * Whether a column with the heading of a status is something else, such as the state of an address.
 * It stays a status if a cell says that its contact gets no mail, because the contact would be mailed.
 */
export const isNoStatus = ({ filled, statuses, saysNoMail }: ColumnProfile): boolean =>
  filled > 0 && !saysNoMail && statuses <= filled * maxStatusShare
