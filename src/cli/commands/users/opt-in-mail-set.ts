import { optin } from '../../../contract/modules/optin.ts'
import { defineCommand } from '../../command/command.ts'
import { optInMailFields, optInMailFlags } from '../../users/opt-in-mail-columns.ts'

export const command = defineCommand({
  endpoint: optin.set,
  examples: [
    'users opt-in-mail set --language es --template 12 --subject "Confirma tu suscripción"',
    'users opt-in-mail set --language en --template 13',
  ],
  fields: optInMailFlags,
  view: { fields: optInMailFields },
})
