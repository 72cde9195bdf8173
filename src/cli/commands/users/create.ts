import { users } from '../../../contract/modules/users.ts'
import { Failure } from '../../../core/failure.ts'
import { callOnce } from '../../call.ts'
import { defineCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { readSecretLine } from '../../input/files.ts'
import { bool, text } from '../../view.ts'

export const command = defineCommand({
  endpoint: users.create,
  fields: { pass: { omit: true }, quota: { omit: true } },
  options: { 'password-stdin': { kind: 'switch' } },
  ask: ['username', 'email'],
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

async function readPassword(context: Context, fromStdin = false): Promise<string> {
  const { host, settings, mayAsk, words } = context
  if (fromStdin) {
    return readSecretLine({ stdin: host.stdin, language: settings.language.value })
  }
  if (!mayAsk) throw new Failure('missing_input', { values: { flags: '--password-stdin' } })
  const { askSecret } = await import('../../input/prompts.ts')
  return askSecret(await context.prompter(), words.headers.password)
}
