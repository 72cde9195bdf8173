import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { callOnce } from '../../sending/call-once.ts'
import { readPassword } from '../../users/password.ts'

export const command = defineCommand({
  endpoint: users.signup,
  fields: { pass: { omit: true } },
  options: { 'password-stdin': { kind: 'switch' } },
  isPublic: true,
  examples: [
    'users signup --username eva --email eva@example.org',
    'users signup --username eva --email eva@example.org --language es --password-stdin < password.txt',
  ],
  async run(context, { input, options }) {
    const pass = await readPassword(context, options['password-stdin'])
    return { one: await callOnce(context, users.signup, { ...input, pass }) }
  },
  view: { fields: [text('id'), bool('ok')] },
})
