import { media } from '../../../contract/modules/media.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import { imageColumns } from '../../media/columns.ts'

export const command = defineCommand({
  endpoint: media.get,
  positionals: ['id'],
  examples: ['media get 3', 'media get 3 -o json --fields used_in'],
  view: { fields: [...imageColumns, text('used_in')] },
})
