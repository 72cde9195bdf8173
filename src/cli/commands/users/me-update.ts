import { users } from '../../../contract/modules/users.ts'
import { defineCommand } from '../../command/command.ts'
import { callOnce } from '../../sending/call-once.ts'
import { done } from '../../users/columns.ts'
import { readBothPasswords, readCurrentPassword } from '../../users/password.ts'

export const command = defineCommand({
  endpoint: users.updateMe,
  fields: {
    pass: { omit: true },
    old_pass: { omit: true },
    mcp_permissions: { name: 'mcp-permission' },
    any_form_origin: { canBeOff: true },
  },
  options: { 'change-password': { kind: 'switch' }, 'password-stdin': { kind: 'switch' } },
  examples: [
    'users me update --name "Ana Ruiz" --language es --tz Europe/Madrid',
    'users me update --change-password',
    'users me update --password-stdin < old-and-new.txt',
    'users me update --email ana@example.org --password-stdin < password.txt',
  ],
  failures: ['missing_input'],
  async run(context, { input, options }) {
    const fromStdin = options['password-stdin']
    const isChanging = options['change-password'] || (fromStdin && input.email === undefined)
    const passwords = isChanging
      ? await readBothPasswords(context, fromStdin)
      : input.email !== undefined && (fromStdin || context.mayAsk)
        ? { old_pass: await readCurrentPassword(context, fromStdin) }
        : {}
    return { one: await callOnce(context, users.updateMe, { ...input, ...passwords }) }
  },
  view: done,
})
