import { parseDuration } from '../../../core/duration.ts'
import { defineCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { readTime } from '../../input/times.ts'
import { text, time } from '../../view.ts'
import { ownFile } from './installed.ts'

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
    const { environment, flags } = context
    const { readAudit } = await import('../../../service/auth/read-audit.ts')
    const pages = readAudit({
      database: from ?? environment.databaseUrl ?? ownFile(context),
      account,
      since: since === undefined ? 0 : momentOf(context, since),
      limit: flags.limit,
    })
    return { pages }
  },
  view: {
    columns: [time('at'), text('actor'), text('act'), text('account')],
  },
})

/** So long ago, or the time itself. */
function momentOf({ host, timezone }: Context, since: string): number {
  const now = host.clock.now()
  const back = parseDuration(since)
  if (back !== undefined) return now - back
  return readTime(since, { zone: timezone, now, day: 'start' }).instant
}
