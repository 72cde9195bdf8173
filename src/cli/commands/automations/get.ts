import { checkDefinition } from '../../../contract/automation-check.ts'
import type { Answer } from '../../../contract/endpoint.ts'
import { automations } from '../../../contract/modules/automations.ts'
import { fill } from '../../../messages/fill.ts'
import { automationStatus } from '../../automations/columns.ts'
import { type FiguresOf, stepsOf } from '../../automations/flow-steps.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text, time, unlessZero, worded } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'
import type { Chart, View } from '../../output/document.ts'
import { type Names, shownNames } from '../../references/shown-names.ts'
import { callOnce } from '../../sending/call-once.ts'

type Automation = Answer<typeof automations.get>

const view = {
  fields: [
    text('id'),
    text('name'),
    automationStatus,
    unlessZero(worded(text('held_for'), 'campaign_reason')),
    number('version'),
    number('entered'),
    number('active'),
    number('completed'),
    time('updated_at'),
  ],
} satisfies View

export const command = defineCommand({
  endpoint: automations.get,
  positionals: ['id'],
  // `--version` is a flag of the program.
  fields: { version: { name: 'at-version' } },
  examples: ['automations get 2', 'automations get 2 --at-version 1 -o json'],
  async run(context, { input }) {
    const one = await callOnce(context, automations.get, input)
    const isDrawn = context.output.isWatched
    const figuresOf = isDrawn && one.entered > 0 ? await findFigures(context, input) : noFigures
    const lists = namesList(one) ? await shownNames(context, 'list') : undefined
    return { one, view: { ...view, charts: () => chartsOf(context, one, { figuresOf, lists }) } }
  },
  view,
})

/** Whether the flow names a list, by its number. */
const namesList = ({ trigger, nodes = [] }: Partial<Automation>): boolean =>
  JSON.stringify([trigger, nodes]).includes('"list_id"')

interface Shown {
  figuresOf: FiguresOf
  lists: Names | undefined
}

/** Parses a flow; undefined if another server uses a different format. It is then not drawn. */
function chartsOf(context: Context, one: Automation, { figuresOf, lists }: Shown): Chart[] {
  const { messages, output } = context
  const { nodes = [], edges = [] } = one
  const { definition } = checkDefinition({ ...one, nodes, edges })
  if (!definition) return []
  const listOf = (id: number | string): string => {
    const name = lists?.get(String(id))
    return name === undefined ? String(id) : fill(messages.references.quoted, { name })
  }
  const steps = stepsOf(definition, {
    messages: messages.automationMessages,
    local: output.local,
    listOf,
    figuresOf,
  })
  return [{ kind: 'flow', title: 'nodes', steps }]
}

const noFigures: FiguresOf = () => undefined

async function findFigures(
  context: Context,
  { id, version }: { id: number; version?: number | undefined },
): Promise<FiguresOf> {
  const { local } = context.output
  const { figures } = context.messages.automationMessages
  const { nodes } = await callOnce(context, automations.stats, {
    id,
    ...(version !== undefined && { version }),
  })
  const notes = nodes.flatMap(({ id: node, entered, active }) =>
    entered > 0 ? [[node, figures(local.number(entered), local.number(active))] as const] : [],
  )
  const byNode = new Map(notes)
  return (node) => byNode.get(node)
}
