import type { Answer } from '../../../contract/endpoint.ts'
import { automationTests } from '../../../contract/modules/automation-tests.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text, time } from '../../command/view.ts'
import type { View } from '../../output/document.ts'

type Walked = Answer<typeof automationTests.walk>

export const command = defineCommand({
  endpoint: automationTests.walk,
  positionals: ['id'],
  fields: { event: { from: 'json', required: false } },
  examples: [
    'automations test 2 --contact ana@example.org --event cart.json',
    'automations test 2 --contact ana@example.org --event cart.json -o json',
  ],
  view: {
    fields: [bool('enrolled'), text('ended_by')],
    sections: [
      {
        field: 'steps',
        title: 'way',
        columns: [time('at'), text('node'), text('type'), text('outcome')],
      },
      {
        field: 'messages',
        title: 'messages',
        columns: [time('at'), text('node'), text('email'), text('asunto'), text('text')],
      },
    ],
  } satisfies View<Walked>,
})
