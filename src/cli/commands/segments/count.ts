import { segments } from '../../../contract/modules/segments.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text } from '../../command/view.ts'
import { linesOf } from '../../segments/condition-lines.ts'
import { callOnce } from '../../sending/call-once.ts'

const fields = [number('total'), number('sendable')]

export const command = defineCommand({
  endpoint: segments.count,
  positionals: ['id'],
  examples: ['segments count 4', 'segments count 4 -o json'],
  async run(context, { input }) {
    const one = await callOnce(context, segments.count, input)
    if (context.output.format !== 'table') return { one }
    const { conditions } = await callOnce(context, segments.get, input)
    const totals = new Map(one.per_rule.map(({ pointer, total }) => [pointer, total]))
    const rows = linesOf(context.messages.conditionMessages, conditions).map(
      ({ pointer, rule }) => ({
        rule,
        total: totals.get(pointer) ?? '',
      }),
    )
    const columns = [text('rule'), number('total')]
    return {
      one,
      view: { fields, sections: [{ field: 'per_rule', title: 'per_rule', rows, columns }] },
    }
  },
  view: { fields },
})
