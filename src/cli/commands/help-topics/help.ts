import { Failure } from '../../../core/failure.ts'
import { loadTopics } from '../../../messages/topics.ts'
import { defineCommand } from '../../command/command.ts'
import { sentence, text } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'
import { tree } from '../../generated/tree.ts'
import { type GuideTopic, helpTopics, isGuideTopic } from '../../help/guide-topics.ts'
import { helpPage } from '../../help/page.ts'
import { environmentEntries, exitCodeEntries, flagEntries } from '../../help-topics/entries.ts'
import { readGuide } from '../../help-topics/guides.ts'
import { narrowPage } from '../../help-topics/narrow-page.ts'
import { columnsOf } from '../../host/terminal-size.ts'
import { type Entry, glossary } from '../../output/glossary.ts'

export const command = defineCommand({
  positionals: ['topic?'],
  positionalChoices: { topic: helpTopics },
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
        throw new Failure('internal') // the parser has checked it
    }
  },
})

const view = { columns: [text('name'), sentence('sentence')], id: 'name' }

async function showEntries({ output }: Context, items: readonly Entry[]) {
  return output.format === 'table'
    ? glossary(items)
    : { page: { items, total: items.length }, view }
}

async function showPage({ output, host }: Context, topic: string, page: string) {
  if (output.format !== 'table' && output.format !== 'tsv') return { one: { topic, text: page } }
  const isTerminal = host.stdout.isTTY === true
  await output.writeText(isTerminal ? narrowPage(page, columnsOf(host.stdout)) : page)
  return undefined
}

/** Shows a guide. The help of a noun with the same name comes first. */
async function showGuide(context: Context, topic: GuideTopic) {
  const { output, settings, host } = context
  const language = settings.language.value
  const guide = await readGuide(topic, language)
  if (output.format !== 'table' && output.format !== 'tsv') return { one: { topic, text: guide } }
  const isNoun = tree.some(({ path }) => path.startsWith(`${topic} `))
  const help = isNoun ? `${helpPage(topic, { language, columns: columnsOf(host.stdout) })}\n` : ''
  await output.writeMarkdown(guide, { before: help })
  return undefined
}
