import { defineCommand } from '../../command.ts'
import { tree } from '../../tree.ts'
import { text } from '../../view.ts'

export const command = defineCommand({
  isPublic: true,
  examples: ['commands', 'commands -o json'],
  async run({ settings }) {
    const language = settings.language.value
    const items = tree.map(({ path, summary, flags, ...rest }) => ({
      command: path,
      summary: summary[language],
      ...rest,
      flags: flags.map(({ help, ...flag }) => ({ ...flag, help: help[language] })),
    }))
    return { page: { items, total: items.length } }
  },
  view: { columns: [text('command'), text('summary')], id: 'command' },
})
