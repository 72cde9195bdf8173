import { text, time, unlessZero } from '../command/view.ts'

export const keyColumns = [
  text('id'),
  text('name'),
  text('prefix'),
  text('scopes'),
  time('last_used_at'),
  time('expires_at'),
  text('replaced_by'),
]

/** A new key. Its secret is shown this once. */
export const newKeyFields = [
  text('id'),
  text('name'),
  text('key'),
  text('scopes'),
  unlessZero(time('expires_at')),
]

export const keyEnd = { name: 'expires', from: 'deadline' } as const
