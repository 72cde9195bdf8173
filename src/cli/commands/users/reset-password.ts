import { defineCommand } from '../../command/command.ts'
import { number, text } from '../../command/view.ts'
import { databaseOf, databaseOptions } from '../../database/installed.ts'
import { readPassword } from '../../users/password.ts'

export const command = defineCommand({
  effect: 'update',
  positionals: ['username'],
  options: {
    ...databaseOptions,
    'password-stdin': { kind: 'switch' },
  },
  isPublic: true,
  examples: [
    'users reset-password ana',
    'users reset-password admin --folder /srv/remite --password-stdin < password.txt',
  ],
  failures: [
    'missing_input',
    'invalid',
    'not_found',
    'secret_in_flag',
    'not_a_database',
    'schema_older',
    'schema_newer',
    'database_unreachable',
  ],
  async run(context, { positionals: { username = '' }, options }) {
    const { host } = context
    const { resetPassword } = await import('../../../service/users/reset-password.ts')
    const one = await resetPassword({
      database: databaseOf(context, options),
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
