import { defineCommand } from '../../command/command.ts'
import { sentence, text } from '../../command/view.ts'
import { tree } from '../../generated/tree.ts'

export const command = defineCommand({
  isPublic: true,
  examples: ['commands', 'commands -o json'],
  async run({ settings }) {
    const language = settings.language.value
    const items = tree.map(({ path, summary, positionals, flags, prints, ...rest }) => ({
      command: path,
      summary: summary[language],
      ...rest,
      positionals: positionals.map(({ help, ...word }) => ({ ...word, help: help[language] })),
      flags: flags.map(({ help, ...flag }) => ({ ...flag, help: help[language] })),
      ...(prints && { prints: prints[language] }),
    }))
    return { page: { items, total: items.length } }
  },
  view: { columns: [text('command'), sentence('summary')], id: 'command' },
})
