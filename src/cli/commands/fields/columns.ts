import { bool, text } from '../../view.ts'

export const fieldColumns = [
  text('id'),
  text('key'),
  text('name'),
  text('type'),
  text('options'),
  bool('internal'),
  bool('required'),
  text('default'),
]

/** The names that people type, for a custom field on the wire. */
export const fieldFlags = {
  id: { name: 'list', from: 'list' },
  options: { name: 'option' },
} as const
