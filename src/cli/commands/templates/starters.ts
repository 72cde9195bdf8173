import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'

export const command = defineCommand({
  isPublic: true,
  effect: 'read',
  examples: ['templates starters', 'templates starters -o ids'],
  async run(context) {
    const { listStarters } = await import('../../campaigns/starters.ts')
    const items = await listStarters(context)
    return { page: { items, total: items.length } }
  },
  view: { columns: [text('id'), text('name'), text('description')] },
})
