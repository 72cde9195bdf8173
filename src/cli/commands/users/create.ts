import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { callOnce } from '../../sending/call-once.ts'
import { readPassword } from '../../users/password.ts'

export const command = defineCommand({
  endpoint: users.create,
  fields: { pass: { omit: true }, quota: { omit: true } },
  options: { 'password-stdin': { kind: 'switch' } },
  form: { extras: ['nombre', 'role'] },
  examples: [
    'users create --username luis --email luis@example.org --role User',
    'users create --username eva --email eva@example.org --role Reseller --password-stdin < password.txt',
  ],
  async run(context, { input, options }) {
    const pass = await readPassword(context, options['password-stdin'])
    return { one: await callOnce(context, users.create, { ...input, pass }) }
  },
  view: { fields: [text('id'), bool('ok')] },
})
