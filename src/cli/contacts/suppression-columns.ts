import { number, text, time } from '../command/view.ts'

/** The flags for the wire fields of a suppression. */
export const suppressionFlags = { list_id: { name: 'list' } } as const

export const suppressionColumns = [
  text('email'),
  text('type'),
  text('reason'),
  text('scope'),
  { ...text('list_id'), header: 'list' },
  time('at'),
]

export const suppressionCounts = [
  number('added'),
  number('unchanged'),
  { ...number('contacts'), header: 'not_mailed' },
]
