import { bool, number, text, time } from '../command/view.ts'

export const templateColumns = [
  text('id'),
  text('name'),
  text('asunto'),
  number('version'),
  bool('archived'),
  time('updated_at'),
]
