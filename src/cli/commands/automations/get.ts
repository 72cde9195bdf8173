import { checkDefinition } from '../../../contract/automation-check.ts'
import type { Answer } from '../../../contract/endpoint.ts'
import { automations } from '../../../contract/modules/automations.ts'
import { callOnce } from '../../call.ts'
import { defineCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import type { Chart, View } from '../../output/document.ts'
import { number, text, time } from '../../view.ts'
import { type FiguresOf, stepsOf } from './flow-steps.ts'

type Automation = Answer<typeof automations.get>

const view = {
  fields: [
    text('id'),
    text('name'),
    text('status'),
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
  aliases: ['show', 'view'],
  // `--version` is the program's own.
  fields: { version: { name: 'at-version' } },
  examples: ['automations get 2', 'automations get 2 --at-version 1 -o json'],
  async run(context, { input }) {
    const one = await callOnce(context, automations.get, input)
    const isDrawn = context.output.format === 'table'
    const figuresOf = isDrawn && one.entered > 0 ? await findFigures(context, input) : nobody
    return { one, view: { ...view, charts: () => chartsOf(context, one, figuresOf) } }
  },
  view,
})

/** Another server may mean something else by a flow: what cannot be read is not drawn. */
function chartsOf({ words }: Context, one: Automation, figuresOf: FiguresOf): Chart[] {
  const { nodes = [], edges = [] } = one
  const { definition } = checkDefinition({ ...one, nodes, edges })
  if (!definition) return []
  const steps = stepsOf(words.automationWords, definition, figuresOf)
  return [{ kind: 'flow', title: 'nodes', steps }]
}

const nobody: FiguresOf = () => undefined

async function findFigures(
  context: Context,
  { id, version }: { id: number; version?: number | undefined },
): Promise<FiguresOf> {
  const { local } = context.output
  const { figures } = context.words.automationWords
  const { nodes } = await callOnce(context, automations.stats, {
    id,
    ...(version !== undefined && { version }),
  })
  const said = nodes.flatMap(({ id: node, entered, active }) =>
    entered > 0 ? [[node, figures(local.number(entered), local.number(active))] as const] : [],
  )
  const byNode = new Map(said)
  return (node) => byNode.get(node)
}
