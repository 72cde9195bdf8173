import { defineCommand } from '../../command/command.ts'
import { number, text } from '../../command/view.ts'
import { ownFile } from '../../database/installed.ts'
import { readPassword } from '../../users/password.ts'

export const command = defineCommand({
  effect: 'update',
  positionals: ['username'],
  options: {
    from: { kind: 'text', placeholder: 'FILE' },
    'password-stdin': { kind: 'switch' },
  },
  isPublic: true,
  examples: [
    'users reset-password ana',
    'users reset-password admin --from /srv/remite/remite.db --password-stdin < password.txt',
  ],
  failures: [
    'missing_input',
    'invalid',
    'not_found',
    'not_a_database',
    'schema_older',
    'schema_newer',
    'database_unreachable',
  ],
  async run(context, { positionals: { username = '' }, options }) {
    const { environment, host } = context
    const { resetPassword } = await import('../../../service/users/reset-password.ts')
    const one = await resetPassword({
      database: options.from ?? environment.databaseUrl ?? ownFile(context),
      username,
      readPassword: () => readPassword(context, options['password-stdin']),
      now: host.clock.now(),
    })
    return { one }
  },
  view: {
    fields: [text('id'), text('username'), number('sessions_ended'), number('keys_revoked')],
  },
})
