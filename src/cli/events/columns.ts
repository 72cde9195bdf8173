import { named, text, time, worded } from '../command/view.ts'

export const eventColumns = [
  time('at'),
  worded(text('type'), 'event_type'),
  text('contact_id'),
  named(text('campaign_id'), 'campaign'),
  { ...text('data.name'), header: 'name' },
  { ...text('data.email'), header: 'email' },
]
