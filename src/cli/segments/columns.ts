import { number, text, time } from '../command/view.ts'

export const segmentColumns = [
  text('id'),
  text('name'),
  { ...text('list_id'), header: 'list' },
  number('contacts'),
  time('computed_at'),
  time('created_at'),
]

/** The flags for the wire fields of a segment. */
export const segmentFields = {
  conditions: { from: 'json' },
  list_id: { name: 'list', from: 'list' },
} as const
