import { text, time } from '../../view.ts'

export const contactColumns = [
  text('id'),
  text('email'),
  text('nombre'),
  text('status'),
  text('tags'),
  time('created_at'),
]

/** The names that people type, for the fields of a contact on the wire. */
export const contactFields = {
  id: { name: 'list', from: 'list' },
  customFields: { name: 'field' },
  tags: { name: 'tag' },
} as const
