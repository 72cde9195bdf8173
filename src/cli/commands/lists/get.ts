import { lists } from '../../../contract/modules/lists.ts'
import { contactStatuses } from '../../../contract/shapes/contact.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, number, text } from '../../command/view.ts'
import { listColumns } from '../../lists/columns.ts'

/** The counts by status, without `active`, which has its own column. */
const otherStatuses = contactStatuses.filter((status) => status !== 'active')

export const command = defineCommand({
  endpoint: lists.get,
  positionals: ['id'],
  examples: ['lists get Customers', 'lists get 3 -o json'],
  view: {
    fields: [
      ...listColumns,
      text('description'),
      text('public_id'),
      bool('public'),
      text('form_url'),
      text('form_origins'),
      text('from_mail'),
      ...otherStatuses.map((status) => ({ ...number(`counts.${status}`), header: status })),
    ],
    charts: ({ growth = [] }) => [
      {
        kind: 'series',
        title: 'growth',
        points: growth.map(({ at, joined, left }) => ({ time: at, value: joined - left })),
      },
    ],
  },
})
