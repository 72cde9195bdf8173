import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command/command.ts'
import { callOnce } from '../../sending/call-once.ts'
import { done } from '../../users/columns.ts'
import { readPassword } from '../../users/password.ts'

export const command = defineCommand({
  endpoint: users.update,
  positionals: ['id'],
  fields: { pass: { omit: true } },
  options: { 'change-password': { kind: 'switch' }, 'password-stdin': { kind: 'switch' } },
  examples: [
    'users update 7 --email luis@example.com',
    'users update 7 --password-stdin < password.txt',
  ],
  failures: ['missing_input'],
  async run(context, { input, options }) {
    const fromStdin = options['password-stdin']
    const isChanging = fromStdin || options['change-password']
    const secret = isChanging ? { pass: await readPassword(context, fromStdin) } : {}
    return { one: await callOnce(context, users.update, { ...input, ...secret }) }
  },
  view: done,
})
