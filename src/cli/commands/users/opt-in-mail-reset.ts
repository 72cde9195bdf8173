import { optin } from '../../../contract/modules/optin.ts'
import { defineCommand } from '../../command/command.ts'
import { optInMailFields, optInMailFlags } from '../../users/opt-in-mail-columns.ts'

export const command = defineCommand({
  endpoint: optin.reset,
  examples: [
    'users opt-in-mail reset --language es',
    'users opt-in-mail reset --language en -o json',
  ],
  fields: optInMailFlags,
  view: { fields: optInMailFields },
})
