import { state, text, time } from '../command/view.ts'

export const contactColumns = [
  text('id'),
  text('email'),
  text('nombre'),
  state('status'),
  text('tags'),
  time('created_at'),
]

/** The flags for the wire fields of a contact. */
export const contactFields = {
  id: { name: 'list' },
  customFields: { name: 'field' },
  tags: { name: 'tag' },
  created_at: { from: 'time' },
  confirmed_at: { from: 'time' },
  unsubscribed_at: { from: 'time' },
} as const
