import { optin } from '../../../contract/modules/optin.ts'
import { defineCommand } from '../../command/command.ts'
import { optInMailFields, optInMailFlags } from '../../users/opt-in-mail-columns.ts'

export const command = defineCommand({
  endpoint: optin.get,
  examples: ['users opt-in-mail get --language es', 'users opt-in-mail get --language en -o json'],
  fields: optInMailFlags,
  view: { fields: optInMailFields },
})
