import { expiryOf } from '../../../config/token-claims.ts'
import { auth } from '../../../contract/modules/auth.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import { text, time } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'
import { readSecretLine } from '../../input/files.ts'

export const command = defineCommand({
  endpoint: auth.getToken,
  fields: { username: { required: false }, pass: { omit: true } },
  options: {
    'password-stdin': { kind: 'switch' },
    'with-token': { kind: 'switch' },
  },
  isPublic: true,
  examples: [
    'auth login --api-url https://mail.example.org/v3/api --username ana --remember-me',
    'auth login --api-url https://mail.example.org/v3/api --username ana --password-stdin < password.txt',
  ],
  failures: ['bad_credentials'],
  async run(context, { input: { username, rememberMe }, options }) {
    const apiUrl = context.apiUrl()
    const { token, who } = options['with-token']
      ? { token: (await readSecretLine(secretsFrom(context))).trim(), who: username }
      : await getToken(context, username, { rememberMe, fromStdin: options['password-stdin'] })
    if (token === '') throw new Failure('missing_input', { values: { flags: '--with-token' } })
    const name = context.settings.profile.value
    const expiresAt = expiryOf(token)
    await context.profiles.save({ ...context.settings.stored, name, apiUrl })
    await context.profiles.saveSession(name, {
      token,
      apiUrl,
      remembered: rememberMe === true,
      ...(who !== undefined && { username: who }),
      ...(expiresAt !== undefined && { expiresAt }),
    })
    return {
      one: { profile: name, api_url: apiUrl, username: who ?? null, expires_at: expiresAt ?? null },
    }
  },
  view: {
    fields: [text('profile'), text('api_url'), text('username'), time('expires_at')],
    id: 'profile',
  },
})

interface LoginFlags {
  rememberMe: unknown
  fromStdin: boolean | undefined
}

async function getToken(
  context: Context,
  known: string | undefined,
  { rememberMe, fromStdin }: LoginFlags,
) {
  const { mayAsk, messages } = context
  const missing = [known === undefined && '--username', !fromStdin && '--password-stdin'].filter(
    Boolean,
  )
  if (!mayAsk && missing.length > 0) {
    throw new Failure('missing_input', { values: { flags: missing.join(', ') } })
  }
  const prompter = await context.prompter()
  const { ask, askSecret } = await import('../../prompt/prompts.ts')
  const username = known ?? (await ask(prompter, messages.headers.username))
  const pass = fromStdin
    ? await readSecretLine(secretsFrom(context))
    : await askSecret(prompter, messages.headers.password)
  const client = await context.client({ isPublic: true })
  const request = { username, pass, ...(rememberMe === true && { rememberMe: true }) }
  const { data } = await client.call(auth.getToken, request)
  const { token }: { token?: unknown } = data // unvalidated
  if (typeof token !== 'string' || token.trim() === '') throw new Failure('unreadable_answer')
  return { token, who: username }
}

const secretsFrom = ({ host, settings }: Context) => ({
  stdin: host.stdin,
  language: settings.language.value,
})
