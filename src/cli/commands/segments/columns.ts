import { number, text, time } from '../../view.ts'

export const segmentColumns = [
  text('id'),
  text('name'),
  { ...text('list_id'), header: 'list' },
  number('contacts'),
  time('computed_at'),
  time('created_at'),
]

/** The names that people type, for the fields of a segment on the wire. */
export const segmentFields = {
  conditions: { from: 'json' },
  list_id: { name: 'list', from: 'list' },
} as const
