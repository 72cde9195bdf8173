import { segments } from '../../../contract/modules/segments.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: segments.toList,
  positionals: ['id'],
  examples: ['segments to-list 4 --name "Lugo, November"', 'segments to-list 4 --name VIP -o ids'],
  view: {
    fields: [
      { ...text('list_id'), header: 'list' },
      { ...text('job_ids'), header: 'jobs' },
    ],
    id: 'list_id',
  },
})
