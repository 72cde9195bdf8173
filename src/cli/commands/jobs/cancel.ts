import { jobs } from '../../../contract/modules/jobs.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'
import { listFlag } from '../../jobs/columns.ts'

export const command = defineCommand({
  endpoint: jobs.cancel,
  positionals: ['job'],
  fields: listFlag,
  examples: ['lists jobs cancel 12 --list Customers', 'lists jobs cancel 12 --list 3 --quiet'],
  view: { fields: [bool('ok')] },
})
