import { jobs } from '../../../contract/modules/jobs.ts'
import { defineCommand } from '../../command/command.ts'
import { jobColumns, listFlag } from '../../jobs/columns.ts'

export const command = defineCommand({
  endpoint: jobs.list,
  fields: listFlag,
  examples: ['lists jobs list --list Customers', 'lists jobs list --list 3 --status running'],
  view: { columns: jobColumns },
})
