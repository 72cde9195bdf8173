import { auth } from '../../../contract/modules/auth.ts'
import { Failure } from '../../../core/failure.ts'
import { logIn } from '../../auth/log-in.ts'
import { defineCommand } from '../../command/command.ts'
import { text, time } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'

export const command = defineCommand({
  endpoint: auth.getToken,
  fields: { username: { required: false }, pass: { omit: true } },
  options: {
    'password-stdin': { kind: 'switch' },
    'with-token': { kind: 'switch' },
    'with-key': { kind: 'switch' },
  },
  isPublic: true,
  createsProfile: true,
  examples: [
    'auth login',
    'auth login --api-url https://mail.example.org/v3/api --username ana --remember-me',
    'auth login --api-url https://mail.example.org/v3/api --username ana --password-stdin < password.txt',
    'auth login --api-url https://mail.example.org/v3/api --with-key < key.txt',
  ],
  failures: [
    'bad_credentials',
    'unauthorized',
    'declined',
    'missing_input',
    'sandbox_did_not_start',
  ],
  async run(context, { input: { username, rememberMe }, options }) {
    await askReplace(context)
    const found = await logIn(context, {
      username,
      rememberMe: rememberMe === undefined ? undefined : rememberMe === true,
      fromStdin: options['password-stdin'],
      withToken: options['with-token'],
      withKey: options['with-key'],
    })
    return {
      one: {
        profile: found.profile,
        api_url: found.apiUrl,
        username: found.username ?? null,
        expires_at: found.expiresAt ?? null,
      },
    }
  },
  view: {
    fields: [text('profile'), text('api_url'), text('username'), time('expires_at')],
    id: 'profile',
  },
})

/** Asks at a terminal before a session that is still valid is replaced. */
async function askReplace(context: Context): Promise<void> {
  const { profiles, settings, host, mayAsk, messages } = context
  const profile = settings.profile.value
  const session = mayAsk ? profiles.session(profile) : undefined
  if (!session) return
  const { expiresAt, username, apiUrl } = session
  if (expiresAt !== undefined && Date.parse(expiresAt) <= host.clock.now()) return
  const { confirm } = await import('../../prompt/prompts.ts')
  context.output.note(messages.login.loggedInAs({ username, apiUrl, profile }))
  const isWanted = await confirm(await context.prompter(), messages.login.replace, { isYes: true })
  if (!isWanted) throw new Failure('declined')
}
