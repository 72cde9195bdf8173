import { bool, number, text, time } from '../../view.ts'

export const webhookColumns = [
  text('id'),
  text('url'),
  text('events'),
  bool('enabled'),
  number('failures'),
  text('description'),
  time('created_at'),
]

/** Webhooks are those of whoever is logged in. */
export const webhookFlags = {
  id: { from: 'session' },
  events: { name: 'event' },
} as const
