import { segments } from '../../../contract/modules/segments.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import { segmentFields } from '../../segments/columns.ts'

export const command = defineCommand({
  endpoint: segments.fields,
  fields: { list_id: segmentFields.list_id },
  examples: ['segments fields', 'segments fields --list Customers -o json'],
  view: {
    columns: [text('field'), text('name'), text('type'), text('operators'), text('values')],
    apart: {
      includes: (item) => 'kind' in item && item.kind === 'event',
      title: 'behaviour',
      columns: [{ ...text('field'), header: 'event' }, text('name'), text('operators')],
    },
    id: 'field',
  },
})
