import { segments } from '../../../contract/modules/segments.ts'
import { defineCommand } from '../../command/command.ts'
import { segmentColumns, segmentFields } from '../../segments/columns.ts'

export const command = defineCommand({
  endpoint: segments.list,
  fields: { list_id: segmentFields.list_id },
  examples: ['segments list', 'segments list --list Customers -o ids'],
  view: { columns: segmentColumns },
})
