import { Failure } from '../../../core/failure.ts'
import { loadTopics } from '../../../messages/topics.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'
import { tree } from '../../generated/tree.ts'
import { type GuideTopic, isGuideTopic } from '../../help/guide-topics.ts'
import { helpPage } from '../../help/page.ts'
import { environmentEntries, exitCodeEntries, flagEntries } from '../../help-topics/entries.ts'
import { readGuide } from '../../help-topics/guides.ts'
import { type Entry, glossary } from '../../output/glossary.ts'

export const command = defineCommand({
  positionals: ['topic?'],
  isPublic: true,
  examples: ['help environment', 'help segments', 'help exit-codes -o json'],
  failures: ['not_a_choice'],
  async run(context, { positionals: { topic } }) {
    const { summaries, pages, exits } = await loadTopics(context.settings.language.value)
    switch (topic) {
      case undefined:
        return showEntries(
          context,
          Object.entries(summaries).map(([name, sentence]) => ({ name, sentence })),
        )
      case 'flags':
        return showEntries(context, flagEntries(context.settings.language.value))
      case 'environment':
        return showEntries(context, environmentEntries(context.messages.environment))
      case 'exit-codes':
        return showEntries(context, exitCodeEntries(exits))
      case 'output':
      case 'scheduling':
      case 'importing':
        return showPage(context, topic, pages[topic])
      default:
        if (isGuideTopic(topic)) return showGuide(context, topic)
        throw new Failure('not_a_choice', {
          values: { word: topic, choices: Object.keys(summaries).join(', ') },
        })
    }
  },
})

const view = { columns: [text('name'), text('sentence')], id: 'name' }

async function showEntries({ output }: Context, items: readonly Entry[]) {
  return output.format === 'table'
    ? glossary(items)
    : { page: { items, total: items.length }, view }
}

async function showPage({ output }: Context, topic: string, page: string) {
  if (output.format !== 'table' && output.format !== 'tsv') return { one: { topic, text: page } }
  await output.write(page)
  return undefined
}

/** Shows a guide. The help of a noun with the same name comes first. */
async function showGuide(context: Context, topic: GuideTopic) {
  const { output, settings, host } = context
  const language = settings.language.value
  const guide = await readGuide(topic, language)
  if (output.format !== 'table' && output.format !== 'tsv') return { one: { topic, text: guide } }
  if (tree.some(({ path }) => path.startsWith(`${topic} `))) {
    await output.write(`${helpPage(topic, { language, columns: host.stdout.columns })}\n`)
  }
  await output.writeMarkdown(guide)
  return undefined
}
