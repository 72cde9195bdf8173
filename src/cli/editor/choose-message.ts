import { Failure } from '../../core/failure.ts'
import { foldName } from '../../core/fold-name.ts'
import type { EditorMessages } from '../../messages/editor.ts'
import type { Context } from '../context/context.ts'
import { listMessages, type MessageChoice } from './documents/automation-message.ts'

interface ChooseOptions {
  /** The id of the automation. */
  id: number
  /** The id of a node or the subject of its message. */
  given: string | undefined
  messages: EditorMessages
}

/** Returns the node of the message to edit. Without a name, a person chooses at a terminal. */
export async function chooseMessage(
  context: Context,
  { id, given, messages }: ChooseOptions,
): Promise<string> {
  const found = await listMessages(context, id)
  const [first, second] = found
  if (!first) throw new Failure('not_found', { values: { what: messages.run.noMessage } })
  if (given !== undefined) return nodeOf(found, given)
  if (!second) return first.node
  if (!context.mayAsk)
    throw new Failure('missing_input', { values: { flags: `--message ${nodesOf(found)}` } })
  const { select } = await import('../prompt/prompts.ts')
  const choices = found.map(({ node, subject }) => ({
    value: node,
    name: subject === '' ? node : `${subject} · ${node}`,
  }))
  return select(await context.prompter(), messages.run.whichMessage, choices)
}

function nodeOf(found: readonly MessageChoice[], given: string): string {
  const byId = found.find(({ node }) => node === given)
  if (byId) return byId.node
  const folded = foldName(given)
  const alike = found.filter(({ subject, node }) =>
    [subject, node].some((name) => foldName(name) === folded),
  )
  const [one, other] = alike
  if (one && !other) return one.node
  if (one) throw new Failure('ambiguous_name', { values: { name: given, ids: nodesOf(alike) } })
  throw new Failure('usage', {
    problems: [{ field: '--message', code: 'not_a_choice', values: { choices: nodesOf(found) } }],
  })
}

const nodesOf = (found: readonly MessageChoice[]): string =>
  found.map(({ node }) => node).join(', ')
