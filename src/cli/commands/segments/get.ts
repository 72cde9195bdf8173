import { segments } from '../../../contract/modules/segments.ts'
import { printExpression } from '../../../operations/segment-expression/print.ts'
import { defineCommand } from '../../command/command.ts'
import { text, time } from '../../command/view.ts'
import { segmentColumns } from '../../segments/columns.ts'
import { linesOf } from '../../segments/condition-lines.ts'
import { callOnce } from '../../sending/call-once.ts'

const fields = [...segmentColumns, time('updated_at')]

export const command = defineCommand({
  endpoint: segments.get,
  positionals: ['id'],
  examples: ['segments get 4', 'segments get 4 -o json'],
  async run(context, { input }) {
    const one = await callOnce(context, segments.get, input)
    const rows = linesOf(context.messages.conditionMessages, one.conditions)
    const section = { field: 'conditions', title: 'conditions', rows, columns: [text('rule')] }
    const where = printExpression(one.conditions)
    return {
      one: { ...one, where },
      view: { fields: [...fields, text('where')], sections: [section] },
    }
  },
  view: { fields },
})
