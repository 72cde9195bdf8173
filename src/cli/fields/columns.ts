import { bool, sentence, text } from '../command/view.ts'

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

/** The flags for the wire fields of a custom field. */
export const fieldFlags = {
  id: { name: 'list' },
  options: { name: 'option' },
} as const

export const warningSection = {
  field: 'warnings',
  title: 'warnings',
  columns: [sentence('message')],
} as const
