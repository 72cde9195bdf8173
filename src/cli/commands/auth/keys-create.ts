import { keys } from '../../../contract/modules/access/keys.ts'
import { allScopes } from '../../../contract/scopes.ts'
import { keyEnd, newKeyFields } from '../../auth/key-columns.ts'
import { defineCommand } from '../../command/command.ts'

export const command = defineCommand({
  endpoint: keys.create,
  fields: {
    scopes: { name: 'scope', placeholder: 'SCOPE', choices: allScopes },
    expires_at: keyEnd,
  },
  form: { extras: ['preset'] },
  examples: [
    'auth keys create --name assistant --preset draft --expires 90d',
    'auth keys create --name nightly --scope contacts:write --scope lists:read --jq .key',
  ],
  view: { fields: newKeyFields },
})
