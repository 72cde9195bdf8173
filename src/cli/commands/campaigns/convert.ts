import { campaigns } from '../../../contract/modules/campaigns.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'

export const command = defineCommand({
  endpoint: campaigns.convert,
  positionals: ['id'],
  examples: [
    'campaigns convert 7 --contact 42 --name purchase --value 19.90 --currency EUR --event-id 1001',
    'campaigns convert 7 --token AQEHKg --name signup --event-id signup-42',
  ],
  view: { fields: [bool('ok'), bool('counted')] },
})
