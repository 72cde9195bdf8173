import { bool, number, text, time } from '../command/view.ts'

export const webhookColumns = [
  text('id'),
  text('url'),
  text('events'),
  bool('enabled'),
  number('failures'),
  text('description'),
  time('created_at'),
]

/** Webhooks belong to the logged-in user. */
export const webhookFlags = {
  id: { from: 'session' },
  events: { name: 'event' },
} as const
