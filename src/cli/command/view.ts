import type { Column, ValueFormat } from '../output/document.ts'

const column =
  (format: ValueFormat) =>
  (field: string): Column => ({ field, header: field, format })

/** Columns of a view, by the type of their values. The field's name is the key of its header. */
export const text = column('text')
export const number = column('number')
export const percent = column('percent')
export const time = column('time')
export const bool = column('bool')

/** The column, without a line in a card when the value is 0 or missing. */
export const unlessZero = (shown: Column): Column => ({ ...shown, omitsZero: true })
