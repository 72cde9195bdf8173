import { text, time } from '../command/view.ts'

/** The flags for the wire fields of the opt-in mail. The account is the one that is logged in. */
export const optInMailFlags = {
  id: { from: 'session' },
} as const

export const optInMailFields = [
  text('language'),
  text('template'),
  text('subject'),
  time('updated_at'),
]
