import { text } from '../../view.ts'

export const userColumns = [
  text('id'),
  text('username'),
  text('email'),
  text('nombre'),
  text('role'),
  text('status'),
]
