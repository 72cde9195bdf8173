import { segments } from '../../../contract/modules/segments.ts'
import { callOnce } from '../../call.ts'
import { defineCommand } from '../../command.ts'
import { text, time } from '../../view.ts'
import { segmentColumns } from './columns.ts'
import { linesOf } from './condition-lines.ts'

const fields = [...segmentColumns, time('updated_at')]

export const command = defineCommand({
  endpoint: segments.get,
  positionals: ['id'],
  aliases: ['show', 'view'],
  examples: ['segments get 4', 'segments get 4 -o json'],
  async run(context, { input }) {
    const one = await callOnce(context, segments.get, input)
    const rows = linesOf(context.words.conditionWords, one.conditions)
    const section = { field: 'conditions', title: 'conditions', rows, columns: [text('rule')] }
    return { one, view: { fields, sections: [section] } }
  },
  view: { fields },
})
