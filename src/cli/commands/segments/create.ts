import { segments } from '../../../contract/modules/segments.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { segmentFields } from '../../segments/columns.ts'

export const command = defineCommand({
  endpoint: segments.create,
  fields: segmentFields,
  examples: [
    'segments create --name Active --conditions active.json',
    'segments create --name Lugo --conditions lugo.json --list Customers -o ids',
  ],
  view: { fields: [text('id'), bool('ok')] },
})
