import { media } from '../../../contract/modules/media.ts'
import { defineCommand } from '../../command/command.ts'
import { imageColumns } from '../../media/columns.ts'

export const command = defineCommand({
  endpoint: media.list,
  isDefault: true,
  examples: ['media list', 'media list --all -o json --fields url,bytes'],
  view: { columns: imageColumns },
})
