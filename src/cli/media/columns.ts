import { number, text, time } from '../command/view.ts'

export const imageColumns = [
  text('id'),
  text('name'),
  number('width'),
  number('height'),
  number('bytes'),
  text('url'),
  time('created_at'),
]
