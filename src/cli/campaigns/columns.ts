import { number, state, text, time, worded } from '../command/view.ts'

export const campaignStatus = worded(state('status'), 'campaign_status')

/** The columns that fit 80 characters. `get` shows the rest. */
export const campaignColumns = [
  text('id'),
  text('camp_name'),
  campaignStatus,
  number('recipients'),
  number('sent'),
  time('sent_at'),
]

/** The flags for the wire fields of a campaign. */
export const campaignFields = {
  camp_name: { name: 'name' },
  asunto: { name: 'subject' },
  html: { from: 'file' },
  text: { from: 'file' },
  list_id: { name: 'list' },
  exclude_list_id: { name: 'exclude-list' },
  expect_recipients: { from: 'range' },
  attachments: { name: 'attach', from: 'attachment' },
  ab_test: { from: 'json' },
} as const
