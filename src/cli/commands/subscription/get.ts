import { subscription } from '../../../contract/modules/subscription.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: subscription.get,
  positionals: ['xsid'],
  isPublic: true,
  examples: ['subscription get qwesrtysuio', 'subscription get qwesrtysuio -o json'],
  view: {
    fields: [text('email'), text('nombre'), text('listData.name'), text('listData.description')],
    sections: [
      {
        field: 'customFields',
        title: 'customFields',
        columns: [text('id'), text('name'), { ...text('value'), typeField: 'type' }, text('type')],
      },
    ],
    id: 'email',
  },
})
