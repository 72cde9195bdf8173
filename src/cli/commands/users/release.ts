import { defineCommand } from '../../command/command.ts'
import { number, text } from '../../command/view.ts'
import { ownFile } from '../../database/installed.ts'

export const command = defineCommand({
  effect: 'update',
  positionals: ['username'],
  options: { from: { kind: 'text', placeholder: 'FILE' } },
  isPublic: true,
  examples: ['users release ana', 'users release ana --from /srv/remite/remite.db'],
  failures: [
    'not_found',
    'wrong_state',
    'not_a_database',
    'schema_older',
    'schema_newer',
    'database_unreachable',
  ],
  async run(context, { positionals: { username = '' }, options }) {
    const { environment, host } = context
    const { releaseAccount } = await import('../../../service/sandbox/release.ts')
    const one = await releaseAccount({
      database: options.from ?? environment.databaseUrl ?? ownFile(context),
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
