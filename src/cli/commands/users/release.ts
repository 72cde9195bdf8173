import { defineCommand } from '../../command/command.ts'
import { number, text } from '../../command/view.ts'
import { databaseOf, databaseOptions } from '../../database/installed.ts'

export const command = defineCommand({
  effect: 'update',
  positionals: ['username'],
  options: databaseOptions,
  isPublic: true,
  examples: ['users release ana', 'users release ana --folder /srv/remite'],
  failures: [
    'not_found',
    'secret_in_flag',
    'wrong_state',
    'not_a_database',
    'schema_older',
    'schema_newer',
    'database_unreachable',
  ],
  async run(context, { positionals: { username = '' }, options }) {
    const { host } = context
    const { releaseAccount } = await import('../../../service/sandbox/release.ts')
    const one = await releaseAccount({
      database: databaseOf(context, options),
      username,
      now: host.clock.now(),
    })
    return { one }
  },
  view: {
    fields: [
      text('id'),
      text('username'),
      number('campaigns_cancelled'),
      number('automations_paused'),
      number('senders_to_verify'),
    ],
  },
})
