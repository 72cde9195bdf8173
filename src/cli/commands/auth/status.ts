import { findToken } from '../../../config/token.ts'
import { expiryOf } from '../../../config/token-claims.ts'
import { parseDuration } from '../../../core/duration.ts'
import { Failure } from '../../../core/failure.ts'
import { dayMs } from '../../../core/time.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text, time } from '../../command/view.ts'

export const command = defineCommand({
  options: { 'min-ttl': { kind: 'text', placeholder: 'TIME' } },
  isPublic: true,
  examples: ['auth status', 'auth status --min-ttl 7d'],
  failures: ['not_logged_in', 'other_origin', 'token_expired', 'token_short'],
  async run(context, { options }) {
    const { environment, profiles, settings, host } = context
    const profile = settings.profile.value
    const apiUrl = context.apiUrl()
    const token = findToken({ environment, profiles, profile, apiUrl })
    if (!token) throw new Failure('not_logged_in')
    const expiresAt = expiryOf(token.value)
    const leftMs = expiresAt === undefined ? undefined : Date.parse(expiresAt) - host.clock.now()
    refuseShort(options['min-ttl'], leftMs)
    return {
      one: {
        profile,
        username: token.session?.username ?? null,
        api_url: apiUrl,
        token_source: token.source.from === 'environment' ? token.source.name : 'profile',
        expires_at: expiresAt ?? null,
        days_left: leftMs === undefined ? null : Math.floor(leftMs / dayMs),
      },
    }
  },
  view: {
    fields: [
      text('profile'),
      text('username'),
      text('api_url'),
      text('token_source'),
      time('expires_at'),
      number('days_left'),
    ],
    id: 'profile',
  },
})

/** For cron: fails before the session expires, while there is time to log in again. */
function refuseShort(minTtl: string | undefined, leftMs: number | undefined): void {
  if (leftMs !== undefined && leftMs <= 0) throw new Failure('token_expired')
  if (minTtl === undefined) return
  const minMs = parseDuration(minTtl)
  if (minMs === undefined) {
    throw new Failure('usage', { problems: [{ field: '--min-ttl', code: 'bad_duration' }] })
  }
  if (leftMs !== undefined && leftMs < minMs)
    throw new Failure('token_short', { values: { least: minTtl } })
}
