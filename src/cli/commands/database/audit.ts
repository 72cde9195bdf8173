import { defineCommand } from '../../command/command.ts'
import { text, time } from '../../command/view.ts'
import { ownFile } from '../../database/installed.ts'
import { readSince } from '../../input/times.ts'

export const command = defineCommand({
  options: {
    from: { kind: 'text', placeholder: 'FILE' },
    account: { kind: 'text', placeholder: 'USER' },
    since: { kind: 'text', placeholder: 'TIME' },
  },
  isPublic: true,
  examples: ['database audit --since 30d', 'database audit --account ana -o csv > audit.csv'],
  failures: [
    'not_found',
    'not_a_database',
    'schema_older',
    'schema_newer',
    'database_unreachable',
    'time_unreadable',
  ],
  async run(context, { options: { from, account, since } }) {
    const { environment, flags, host, timezone: zone } = context
    const now = host.clock.now()
    const { readAudit } = await import('../../../service/auth/read-audit.ts')
    const pages = readAudit({
      database: from ?? environment.databaseUrl ?? ownFile(context),
      account,
      since: since === undefined ? 0 : readSince(since, { zone, now, day: 'start' }),
      limit: flags.limit,
    })
    return { pages }
  },
  view: {
    columns: [time('at'), text('actor'), text('act'), text('account')],
  },
})
