import { segments } from '../../../contract/modules/segments.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'
import { segmentFields } from '../../segments/columns.ts'

export const command = defineCommand({
  endpoint: segments.update,
  positionals: ['id'],
  aliases: ['edit'],
  fields: segmentFields,
  examples: [
    'segments update 4 --name "Active in Lugo"',
    'segments update 4 --conditions lugo.json',
  ],
  view: { fields: [bool('ok')] },
})
