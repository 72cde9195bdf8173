import { number, text, time } from '../command/view.ts'

/** The columns that fit 80 characters. `get` shows the rest. */
export const campaignColumns = [
  text('id'),
  text('camp_name'),
  text('status'),
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
  list_id: { name: 'list', from: 'list' },
  exclude_list_id: { name: 'exclude-list', from: 'list' },
  segment_id: { name: 'segment' },
  template_id: { name: 'template' },
  expect_recipients: { from: 'range' },
  attachments: { name: 'attach', from: 'attachment' },
  ab_test: { from: 'json' },
} as const
