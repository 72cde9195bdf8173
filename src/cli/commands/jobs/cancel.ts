import { jobs } from '../../../contract/modules/jobs.ts'
import { defineCommand } from '../../command.ts'
import { bool } from '../../view.ts'
import { listFlag } from './columns.ts'

export const command = defineCommand({
  endpoint: jobs.cancel,
  positionals: ['job'],
  fields: listFlag,
  examples: ['lists jobs cancel 12 --list Customers', 'lists jobs cancel 12 --list 3 --quiet'],
  view: { fields: [bool('ok')] },
})
