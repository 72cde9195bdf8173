import { fieldValues } from '../../../contract/field.ts'
import { segments } from '../../../contract/modules/segments.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import { number, state, text } from '../../command/view.ts'
import { whereOptions, withConditions } from '../../segments/where.ts'
import { callOnce } from '../../sending/call-once.ts'

export const command = defineCommand({
  endpoint: segments.previewUnsaved,
  positionals: ['id?'],
  fields: {
    conditions: { from: 'json', required: false },
    list_id: { name: 'list' },
  },
  options: whereOptions,
  examples: [
    'segments preview 4 --limit 20',
    `segments preview --where 'opened at least 3 times in 90d'`,
    'segments preview --conditions active.json',
  ],
  async run(context, { input: given, options: { where }, positionals: { id } }) {
    const input = await withConditions(context, given, where)
    const { limit } = context.flags
    const sample = limit === undefined ? {} : { limit }
    if ((id === undefined) === (input.conditions === undefined)) {
      throw new Failure('missing_input', { values: { flags: 'ID | --where | --conditions' } })
    }
    if (id === undefined) {
      return { one: await callOnce(context, segments.previewUnsaved, { ...input, ...sample }) }
    }
    const saved = fieldValues(segments.preview, { id }) as { id: number } // the only token of the path
    return { one: await callOnce(context, segments.preview, { ...saved, ...sample }) }
  },
  view: {
    fields: [number('total'), number('sendable')],
    sections: [
      {
        field: 'sample',
        title: 'sample',
        columns: [text('id'), text('email'), text('nombre'), state('status')],
      },
    ],
  },
})
