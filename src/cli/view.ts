import type { Column, ValueFormat } from './output/document.ts'

const column =
  (format: ValueFormat) =>
  (field: string): Column => ({ field, header: field, format })

/** The columns of views, by what their values are. The header's words are found by the field's name. */
export const text = column('text')
export const number = column('number')
export const percent = column('percent')
export const time = column('time')
export const bool = column('bool')
