import { named, number, text, time } from '../command/view.ts'

export const segmentColumns = [
  text('id'),
  text('name'),
  { ...named(text('list_id'), 'list'), header: 'list' },
  number('contacts'),
  time('computed_at'),
  time('created_at'),
]

/** The flags for the wire fields of a segment. */
export const segmentFields = {
  conditions: { from: 'json' },
  list_id: { name: 'list' },
} as const
