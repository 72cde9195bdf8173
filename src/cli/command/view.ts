import type { Column, ValueFormat } from '../output/document.ts'
import type { ReferenceKind } from '../syntax/reference-kinds.ts'

const column =
  (format: ValueFormat) =>
  (field: string): Column => ({ field, header: field, format })

/** Columns of a view, by the type of their values. The field's name is the key of its header. */
export const text = column('text')
export const number = column('number')
export const percent = column('percent')
export const time = column('time')
export const bool = column('bool')
/** A status or level: with a sign and a color by its meaning. */
export const state = column('state')
export const check = column('check')
export const sentence = column('sentence')
export const copy = column('copy')

/** The column, with the words of another table of messages for its values. */
export const worded = (shown: Column, words: string): Column => ({ ...shown, words })

/** The column, with the names of things of this kind for their ids. */
export const named = (shown: Column, reference: ReferenceKind): Column => ({ ...shown, reference })

/** The column, without a line in a card when the value is 0 or missing. */
export const unlessZero = (shown: Column): Column => ({ ...shown, omitsZero: true })
