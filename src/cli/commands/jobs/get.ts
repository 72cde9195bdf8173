import { jobs } from '../../../contract/modules/jobs.ts'
import { defineCommand } from '../../command/command.ts'
import { jobFields, listFlag } from '../../jobs/columns.ts'

export const command = defineCommand({
  endpoint: jobs.get,
  positionals: ['job'],
  fields: listFlag,
  examples: ['lists jobs get 12 --list Customers', 'lists jobs get 12 --list 3 -o json'],
  view: { fields: jobFields },
})
