import { auth } from '../../../contract/modules/auth.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command.ts'
import type { Context } from '../../context.ts'
import { bool, text } from '../../view.ts'

export const command = defineCommand({
  endpoint: auth.logout,
  fields: { all: { name: 'everywhere' } },
  mends: true,
  examples: ['auth logout', 'auth logout --everywhere'],
  async run(context, { input: { all } }) {
    const { profiles, settings, output, words } = context
    const revoked = await revoke(context, all === true)
    const { mended } = await profiles.removeSession(settings.profile.value)
    for (const path of mended) output.warn(words.run.mended(path))
    return { one: { profile: settings.profile.value, revoked } }
  },
  view: { fields: [text('profile'), bool('revoked')], id: 'profile' },
})

/**
 * Best effort: whoever logs out must not stay logged in here because the server is away. Null where it
 * was asked and nobody knows what it did: the specification does not say what logging out ends.
 */
async function revoke(context: Context, everywhere: boolean): Promise<boolean | null> {
  const { settings, profiles, output, words } = context
  try {
    // Where the settings are broken the session still knows who issued it.
    const session = settings.apiUrl ? undefined : profiles.session(settings.profile.value)
    const client = await context.client(session && { apiUrl: session.apiUrl })
    await client.call(auth.logout, everywhere ? { all: true } : {})
    // Only a server like ours announces this, and ours ends what it says.
    if (await client.offers('idempotency')) return true
    output.note(everywhere ? words.run.askedToRevokeAll : words.run.askedToRevoke)
    return null
  } catch (error) {
    if (!(error instanceof Failure) || everywhere) throw error
    if (!/^(not_logged_in|unauthorized|token_expired|token_revoked)$/.test(error.code)) {
      output.warn(words.run.notRevoked)
    }
    return false
  }
}
