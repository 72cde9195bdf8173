import { fieldValues } from '../../../contract/field.ts'
import { segments } from '../../../contract/modules/segments.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text } from '../../command/view.ts'
import { callOnce } from '../../sending/call-once.ts'

export const command = defineCommand({
  endpoint: segments.previewUnsaved,
  positionals: ['id?'],
  fields: {
    conditions: { from: 'json', required: false },
    list_id: { name: 'list', from: 'list' },
  },
  examples: ['segments preview 4 --limit 20', 'segments preview --conditions active.json'],
  async run(context, { input, positionals: { id } }) {
    const { limit } = context.flags
    const sample = limit === undefined ? {} : { limit }
    if ((id === undefined) === (input.conditions === undefined)) {
      throw new Failure('missing_input', { values: { flags: 'ID | --conditions' } })
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
        columns: [text('id'), text('email'), text('nombre'), text('status')],
      },
    ],
  },
})
