import type { Answer } from '../../../contract/endpoint.ts'
import { automations } from '../../../contract/modules/automations.ts'
import { defineCommand } from '../../command/command.ts'
import { number, percent, state, text, time } from '../../command/view.ts'
import type { View } from '../../output/document.ts'
import { callOnce } from '../../sending/call-once.ts'

type Stats = Answer<typeof automations.stats>

const nodes = {
  field: 'nodes',
  title: 'nodes',
  columns: [
    text('id'),
    text('type'),
    number('entered'),
    number('active'),
    number('completed'),
    number('failed'),
    text('campaign_id'),
  ],
}
const goalValues = {
  field: 'goal_values',
  title: 'goal_values',
  columns: [text('currency'), number('count'), number('value')],
}
const runs = {
  field: 'runs',
  title: 'runs',
  columns: [
    text('contact_id'),
    text('email'),
    text('node'),
    { ...state('state'), header: 'run_state' },
    text('ended_by'),
    time('entered_at'),
    time('due_at'),
  ],
}
const steps = {
  field: 'runs',
  title: 'way',
  columns: [text('node'), text('outcome'), time('at')],
}
const view = {
  fields: [
    number('entered'),
    number('active'),
    number('completed'),
    number('failed'),
    number('goals'),
    percent('goal_rate'),
  ],
  sections: [nodes, goalValues, runs],
} satisfies View<Stats>

export const command = defineCommand({
  endpoint: automations.stats,
  positionals: ['id'],
  fields: { include: { omit: true }, version: { name: 'at-version' } },
  options: { runs: { kind: 'switch' } },
  examples: [
    'automations stats 2',
    'automations stats 2 --runs --limit 20',
    'automations stats 2 --contact eva@example.org',
  ],
  async run(context, { input, options }) {
    const { limit } = context.flags
    const one = await callOnce(context, automations.stats, {
      ...input,
      ...(options.runs && { include: 'runs' as const }),
      ...(limit !== undefined && { limit }),
    })
    const path = one.runs?.flatMap((run) => run.steps ?? []) ?? []
    const sections = path.length > 0 ? [...view.sections, { ...steps, rows: path }] : view.sections
    return { one, view: { ...view, sections } }
  },
  view,
})
