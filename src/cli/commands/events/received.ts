import { customEvents } from '../../../contract/modules/custom-events.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text, time } from '../../command/view.ts'
import { periodFlags } from '../../syntax/flag.ts'

export const command = defineCommand({
  endpoint: customEvents.list,
  fields: periodFlags,
  examples: [
    'events received --name purchase --since 7d',
    'events received --email ana@example.org --all -o ndjson',
  ],
  view: {
    columns: [
      time('at'),
      text('name'),
      text('email'),
      number('value'),
      text('currency'),
      text('properties'),
    ],
  },
})
