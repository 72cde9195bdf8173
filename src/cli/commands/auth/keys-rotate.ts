import { keys } from '../../../contract/modules/access/keys.ts'
import { keyEnd, newKeyFields } from '../../auth/key-columns.ts'
import { defineCommand } from '../../command/command.ts'

export const command = defineCommand({
  endpoint: keys.rotate,
  positionals: ['key'],
  fields: { expires_at: keyEnd },
  examples: ['auth keys rotate nightly', 'auth keys rotate nightly --grace-hours 0 --jq .key'],
  view: { fields: newKeyFields },
})
