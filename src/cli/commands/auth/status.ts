import { findToken, type Token } from '../../../config/token.ts'
import { expiryOf } from '../../../config/token-claims.ts'
import { users } from '../../../contract/modules/users.ts'
import { parseDuration } from '../../../core/duration.ts'
import { Failure } from '../../../core/failure.ts'
import { dayMs } from '../../../core/time.ts'
import { probeServer } from '../../auth/probe.ts'
import { defineCommand } from '../../command/command.ts'
import { check, number, text, time } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'

export const command = defineCommand({
  options: { check: { kind: 'switch' }, 'min-ttl': { kind: 'text', placeholder: 'DURATION' } },
  isPublic: true,
  examples: ['auth status', 'auth status --check', 'auth status --min-ttl 7d'],
  failures: [
    'not_logged_in',
    'other_origin',
    'token_expired',
    'token_revoked',
    'token_short',
    'token_end_unknown',
    'unauthorized',
    'network',
    'timed_out',
  ],
  async run(context, { options }) {
    const { environment, profiles, settings, host } = context
    const profile = settings.profile.value
    const apiUrl = context.apiUrl()
    const token = findToken({ environment, profiles, profile, apiUrl })
    if (!token) throw new Failure('not_logged_in')
    const expiresAt = expiryOf(token.value) ?? token.session?.expiresAt
    const leftMs = expiresAt === undefined ? undefined : Date.parse(expiresAt) - host.clock.now()
    refuseShort(options['min-ttl'], leftMs)
    const username = options.check ? await usernameOnServer(context) : undefined
    return {
      one: {
        profile,
        username: username ?? token.session?.username ?? null,
        api_url: apiUrl,
        token_source: sourceOf(token),
        expires_at: expiresAt ?? null,
        days_left: leftMs === undefined ? null : Math.floor(leftMs / dayMs),
        /** Null: the server was not asked. */
        valid: options.check ? true : null,
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
      check('valid'),
    ],
    id: 'profile',
  },
})

const sourceOf = ({ source }: Token): string =>
  source.from === 'environment' ? source.name : 'profile'

/** For cron: fails before the session expires, while there is time to log in again. */
function refuseShort(minTtl: string | undefined, leftMs: number | undefined): void {
  if (leftMs !== undefined && leftMs <= 0) throw new Failure('token_expired')
  if (minTtl === undefined) return
  const minMs = parseDuration(minTtl)
  if (minMs === undefined) {
    throw new Failure('usage', { problems: [{ field: '--min-ttl', code: 'bad_duration' }] })
  }
  if (leftMs === undefined) throw new Failure('token_end_unknown')
  if (leftMs < minMs) throw new Failure('token_short', { values: { least: minTtl } })
}

/** Asks the server whether it accepts the session. Throws its failure otherwise. */
async function usernameOnServer(context: Context): Promise<string | undefined> {
  const client = await context.client()
  try {
    const { data } = await client.call(users.me, {}, { signal: context.host.stopped })
    return data.username
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'not_offered') throw error
    // A server without this route still refuses a session that is no longer valid.
    await probeServer(client, context.host.stopped)
    return undefined
  }
}
