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
} as const
