import { media } from '../../../contract/modules/media.ts'
import { defineCommand } from '../../command/command.ts'
import { imageColumns } from '../../media/columns.ts'

export const command = defineCommand({
  endpoint: media.add,
  positionals: ['file...'],
  examples: [
    'media add photo.jpg',
    'media add logo.png banner.gif -o json --fields url',
    'media add photo.jpg --max-width 600 --name Bread',
  ],
  failures: ['file_unreadable', 'file_empty'],
  async run(context, { input: { name, max_width: maxWidth }, positionals: { file: paths = [] } }) {
    const { uploadImage } = await import('../../media/upload.ts')
    const items = []
    for (const path of paths) items.push(await uploadImage(context, path, { name, maxWidth }))
    return { page: { items } }
  },
  view: { columns: imageColumns },
})
