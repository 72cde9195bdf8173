import { expiryOf } from '../../config/token-claims.ts'
import { auth } from '../../contract/modules/auth.ts'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { readSecretLine } from '../input/files.ts'
import { explain } from '../output/explain-failure.ts'
import { chooseService } from './choose-service.ts'

interface LoginInput {
  username?: string | undefined
  /** Undefined: asked at a terminal. */
  rememberMe?: boolean | undefined
  /** Whether standard input is the password. */
  fromStdin?: boolean | undefined
  /** Whether standard input is a token. */
  withToken?: boolean | undefined
  /** Whether standard input, or the answer to a prompt, is an API key. */
  withKey?: boolean | undefined
}

interface LoggedIn {
  profile: string
  apiUrl: string
  username?: string | undefined
  expiresAt?: string | undefined
}

/** Logs in and stores the session. What is missing is asked at a terminal. */
export async function logIn(context: Context, input: LoginInput): Promise<LoggedIn> {
  const { settings, profiles, mayAsk } = context
  if (!mayAsk) refuseMissing(context, input)
  const known = settings.apiUrl?.value
  const service = known === undefined ? await chooseService(context) : { apiUrl: known }
  if (service === 'sandbox') return useSandbox(context)
  const { apiUrl } = service
  const granted = await tokenFor(context, apiUrl, input)
  const { token, username } = granted
  if (token === '') throw new Failure('missing_input', { values: { flags: '--with-token' } })
  const profile = settings.profile.value
  const expiresAt = expiryOf(token) ?? granted.expiresAt
  await profiles.save({ ...settings.stored, name: profile, apiUrl })
  await profiles.saveSession(profile, {
    token,
    apiUrl,
    remembered: granted.rememberMe === true,
    ...(username !== undefined && { username }),
    ...(expiresAt !== undefined && { expiresAt }),
  })
  return { profile, apiUrl, username, expiresAt }
}

async function tokenFor(context: Context, apiUrl: string, input: LoginInput): Promise<Granted> {
  if (input.withKey) {
    const { readKey } = await import('./read-key.ts')
    return readKey(context, apiUrl)
  }
  if (!input.withToken) return requestToken(context, apiUrl, input)
  return { token: (await readSecretLine(secretsFrom(context))).trim(), username: input.username }
}

function refuseMissing({ settings }: Context, input: LoginInput): void {
  const { username, fromStdin, withToken, withKey } = input
  const isToken = withToken || withKey
  const missing = [
    !settings.apiUrl && '--api-url',
    !isToken && username === undefined && '--username',
    !isToken && !fromStdin && '--password-stdin',
  ].filter(Boolean)
  if (missing.length > 0) {
    throw new Failure('missing_input', { values: { flags: missing.join(', ') } })
  }
}

async function useSandbox(context: Context): Promise<LoggedIn> {
  const { logIntoSandbox, profileName, startSandbox } = await import('../sandbox/launch.ts')
  const { findSandbox } = await import('../sandbox/state.ts')
  const sandbox = (await findSandbox(context)) ?? (await startSandbox(context, {}))
  const username = await logIntoSandbox(context, sandbox)
  const session = context.profiles.session(profileName)
  return { profile: profileName, apiUrl: sandbox.url, username, expiresAt: session?.expiresAt }
}

interface Granted {
  token: string
  username?: string | undefined
  rememberMe?: boolean | undefined
  expiresAt?: string | undefined
}

/** How often a wrong password is asked again. */
const maxAttempts = 3

async function requestToken(
  context: Context,
  apiUrl: string,
  { username: known, rememberMe: remembers, fromStdin }: LoginInput,
): Promise<Granted> {
  if (fromStdin) {
    const pass = await readSecretLine(secretsFrom(context))
    return getToken(context, apiUrl, { username: known ?? '', pass, rememberMe: remembers })
  }
  const { ask, askSecret, confirm } = await import('../prompt/prompts.ts')
  const prompter = await context.prompter()
  const { headers, login } = context.messages
  let username = known
  for (let attempt = 1; ; attempt++) {
    if (known === undefined)
      username = await ask(prompter, `${headers.username}:`, { fallback: username })
    const pass = await askSecret(prompter, `${headers.password}:`)
    const rememberMe =
      remembers ?? (attempt === 1 && (await confirm(prompter, login.stay, { isYes: true })))
    remembers = rememberMe
    try {
      return await getToken(context, apiUrl, { username: username ?? '', pass, rememberMe })
    } catch (error) {
      const isWrong = error instanceof Failure && error.code === 'bad_credentials'
      if (!isWrong || attempt === maxAttempts) throw error
      await context.output.warn(explain(error, context.messages).detail)
    }
  }
}

async function getToken(
  context: Context,
  apiUrl: string,
  {
    username,
    pass,
    rememberMe,
  }: { username: string; pass: string; rememberMe: boolean | undefined },
): Promise<Granted> {
  const client = await context.client({ isPublic: true, apiUrl })
  const request = { username, pass, ...(rememberMe === true && { rememberMe: true }) }
  const { data } = await client.call(auth.getToken, request)
  const { token, expires_at: end }: { token?: unknown; expires_at?: unknown } = data // unvalidated
  if (typeof token !== 'string' || token.trim() === '') throw new Failure('unreadable_answer')
  const expiresAt = typeof end === 'string' && !Number.isNaN(Date.parse(end)) ? end : undefined
  return { token, username, rememberMe, expiresAt }
}

const secretsFrom = ({ host, settings }: Context) => ({
  stdin: host.stdin,
  language: settings.language.value,
})
