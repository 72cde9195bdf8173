import { auth } from '../../../contract/modules/auth.ts'
import { isApiKey } from '../../../core/credentials/api-key.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'

export const command = defineCommand({
  endpoint: auth.logout,
  fields: { all: { name: 'everywhere' } },
  // Without a session there is nothing to end.
  isPublic: true,
  toleratesBrokenSettings: true,
  examples: ['auth logout', 'auth logout --everywhere'],
  async run(context, { input: { all } }) {
    const { profiles, settings, output, messages } = context
    const revoked = await revoke(context, all === true)
    const { repaired } = await profiles.removeSession(settings.profile.value)
    for (const path of repaired) output.warn(messages.run.repaired(path))
    return { one: { profile: settings.profile.value, revoked } }
  },
  view: { fields: [text('profile'), bool('revoked')], id: 'profile' },
})

/** Whether the profile uses an API key, which other machines may share. */
const isKeyOf = ({ profiles, settings }: Context): boolean =>
  isApiKey(profiles.session(settings.profile.value)?.token ?? '')

/**
 * Logs out on the server, as far as possible: the local session ends even if the server is down. Returns
 * null if the effect is unknown, because the specification does not say which sessions a logout ends.
 */
async function revoke(context: Context, everywhere: boolean): Promise<boolean | null> {
  const { settings, profiles, output, messages } = context
  try {
    if (!everywhere && isKeyOf(context)) {
      output.note(messages.run.keyKept)
      return false
    }
    // With broken settings the session still has the URL of its server.
    const session = settings.apiUrl ? undefined : profiles.session(settings.profile.value)
    const client = await context.client(session && { apiUrl: session.apiUrl })
    await client.call(auth.logout, everywhere ? { all: true } : {})
    // Only a server like ours announces this feature, and it ends the session.
    if (await client.offers('idempotency')) return true
    output.note(everywhere ? messages.run.askedToRevokeAll : messages.run.askedToRevoke)
    return null
  } catch (error) {
    if (!(error instanceof Failure) || everywhere) throw error
    if (!/^(not_logged_in|unauthorized|token_expired|token_revoked)$/.test(error.code)) {
      output.warn(messages.run.notRevoked)
    }
    return false
  }
}
