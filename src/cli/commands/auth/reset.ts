import { recovery } from '../../../contract/modules/access/recovery.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'
import { readCodeAndPassword } from '../../users/password.ts'

export const command = defineCommand({
  endpoint: recovery.reset,
  fields: { code: { omit: true }, pass: { omit: true } },
  options: { 'password-stdin': { kind: 'switch' } },
  isPublic: true,
  examples: ['auth reset', 'auth reset --password-stdin < code-and-password.txt'],
  failures: ['missing_input'],
  async run(context, { options }) {
    const given = await readCodeAndPassword(context, options['password-stdin'])
    const client = await context.client({ isPublic: true })
    const { data } = await client.call(recovery.reset, given, { signal: context.host.stopped })
    return { one: data }
  },
  view: { fields: [bool('ok')] },
})
