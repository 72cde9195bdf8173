import type { Client } from '../../client/client.ts'
import type { OutputFormat } from '../../config/choices.ts'
import { type Environment, readEnvironment } from '../../config/env.ts'
import { configFolder } from '../../config/folders.ts'
import { openProfiles, type Profiles } from '../../config/profiles.ts'
import { resolveSettings, type Settings } from '../../config/settings.ts'
import { findToken, type Token } from '../../config/token.ts'
import { expiryOf } from '../../config/token-claims.ts'
import { Failure } from '../../core/failure.ts'
import { jitter } from '../../core/ids.ts'
import { loadMessages, type Messages } from '../../messages/index.ts'
import type { Host } from '../host/host.ts'
import type { Pager } from '../host/pager.ts'
import { columnsOf } from '../host/terminal-size.ts'
import { version } from '../host/version.ts'
import { chooseColor, loadPalette } from '../output/color.ts'
import { createOutput, type Output } from '../output/output.ts'
import { takesHyperlinks } from '../output/terminal/hyperlink.ts'
import { hasUnicode } from '../output/unicode.ts'
import { mayAsk } from '../prompt/may-ask.ts'
import type { Prompter } from '../prompt/prompter.ts'
import type { RunFlags } from '../syntax/global-flags.ts'
import { warnOfSessionEnd } from './session-end.ts'

/** Everything that a verb uses while it runs. The client and the prompter are created on first use. */
export interface Context {
  host: Host
  flags: RunFlags
  environment: Environment
  settings: Settings
  profiles: Profiles
  messages: Messages
  output: Output
  /** Streams and style of the prompts. */
  prompter(): Promise<Prompter>
  mayAsk: boolean
  /** The IANA time zone of local times. */
  timezone: string
  /** Whether there is an address and a token for it, and not of a session that is known to have ended. */
  hasSession(): boolean
  /** Returns the base address of the API. Throws Failure `not_logged_in` when none is configured. */
  apiUrl(): string
  /** A client with the session of the profile, or without a session for public routes. */
  client(options?: ClientOptions): Promise<Client>
}

interface ClientOptions {
  isPublic?: boolean
  apiUrl?: string
  /** Instead of the session of the profile. */
  token?: string
  /** The program that this run works for: a comment in `User-Agent`. */
  onBehalfOf?: () => string | undefined
}

interface NewClient extends Pick<ClientOptions, 'onBehalfOf'> {
  isPublic: boolean
  given?: { value: string }
}

export async function createContext(
  host: Host,
  flags: RunFlags,
  { toleratesBrokenSettings = false }: { toleratesBrokenSettings?: boolean } = {},
): Promise<Context> {
  const environment = readEnvironment(host.env)
  const { clock, stdin, stdout, stderr } = host
  const folder = configFolder(environment, host.machine)
  const profiles = openProfiles({ folder, clock, mayBeBroken: toleratesBrokenSettings })
  const settings = resolveSettings({ flags, environment, profiles })
  const language = settings.language.value
  const messages = await loadMessages(language)
  // Reading the machine's zone takes as long as a request, so only what shows a local time does it.
  const zone = () => settings.timezone?.value ?? host.timezone
  const unicode = hasUnicode(host.env, host.machine.platform)
  const colorOn = (stream: { isTTY?: boolean }) =>
    chooseColor(settings.color.value, { env: host.env, isTerminal: stream.isTTY === true })
  const output = createOutput({
    stdout,
    stderr,
    isTerminal: { stdout: stdout.isTTY === true, stderr: stderr.isTTY === true },
    color: { stdout: colorOn(stdout), stderr: colorOn(stderr) },
    columns: () => columnsOf(stdout, stderr),
    rows: () => stdout.rows,
    openPager: pagerOf(host, { environment, settings, isWide: flags.wide, unicode }),
    isWide: flags.wide,
    hasLimit: flags.limit !== undefined,
    unicode,
    hasLinks: takesHyperlinks(host.env),
    language,
    get timezone() {
      return zone()
    },
    format: settings.output?.value,
    fields: flags.fields,
    jq: flags.jq,
    quiet: flags.quiet,
    progressLines: flags.verbose || environment.ci === true,
    label: (key) => (messages.headers as Record<string, string>)[key] ?? key,
    values: messages.values,
    clock,
  })
  const noInput = settings.noInput.value

  function apiUrl(): string {
    if (!settings.apiUrl) throw new Failure('not_logged_in')
    return settings.apiUrl.value
  }

  function hasSession(): boolean {
    if (!settings.apiUrl) return false
    const profile = settings.profile.value
    const token = findToken({ environment, profiles, profile, apiUrl: settings.apiUrl.value })
    return token !== undefined && !isExpired(token, clock.now())
  }

  const clients = new Map<string, Promise<Client>>()

  /** One client per address and session, so that its connections and known features are reused. */
  async function client({
    isPublic = false,
    apiUrl: url = apiUrl(),
    token,
    onBehalfOf,
  }: ClientOptions = {}): Promise<Client> {
    if (token !== undefined) return makeClient(url, { isPublic: false, given: { value: token } })
    if (onBehalfOf) return makeClient(url, { isPublic, onBehalfOf })
    const name = `${isPublic} ${url}`
    const known = clients.get(name) ?? makeClient(url, { isPublic })
    clients.set(name, known)
    return known
  }

  async function makeClient(
    url: string,
    { isPublic, given, onBehalfOf }: NewClient,
  ): Promise<Client> {
    const profile = settings.profile.value
    const stored =
      isPublic || given ? undefined : findToken({ environment, profiles, profile, apiUrl: url })
    const token = given ?? stored
    if (!isPublic && !token) throw new Failure('not_logged_in')
    if (stored) await warnOfSessionEnd({ environment, host, output, settings, messages }, stored)
    const [{ createClient }, { rememberingClient }] = await Promise.all([
      import('../../client/client.ts'),
      import('../known-names/remembering-client.ts'),
    ])
    const made = createClient({
      apiUrl: url,
      ...(token && { token: token.value }),
      language: isForPrograms(output.format) ? 'en' : language,
      timeoutMs: settings.timeoutMs.value,
      retries: settings.retries.value,
      clock,
      random: jitter,
      get userAgent() {
        const other = onBehalfOf?.()
        return `remite/${version}${other === undefined ? '' : ` (${other})`}`
      },
      proxy: {
        http: environment.httpProxy,
        https: environment.httpsProxy,
        except: environment.noProxy,
      },
      ...(settings.debug.value && { trace: (line: string) => stderr.write(`${line}\n`) }),
      ...knownFeatures(settings, url),
      onFeatures: (names) => {
        storeFeatures(profile, url, names).catch(() => {}) // the next run reads the features again
      },
    })
    return isPublic || given ? made : rememberingClient(made, { environment, host, apiUrl: url })
  }

  /** Stores the features only in an existing profile: reading from a server must not create one. */
  async function storeFeatures(profile: string, url: string, names: ReadonlySet<string>) {
    const features = { origin: new URL(url).origin, names: [...names] }
    if (!settings.stored) return
    if (JSON.stringify(features) === JSON.stringify(settings.stored.features)) return
    await profiles.update(profile, (stored) => ({ ...stored, features }))
  }

  return {
    host,
    flags,
    environment,
    settings,
    profiles,
    messages,
    output,
    prompter: async () => ({
      stdin,
      stderr,
      noInput,
      language,
      unicode,
      palette: await loadPalette(colorOn(stderr)),
      stopped: host.stopped,
    }),
    mayAsk: mayAsk({ stdin, stderr }, { noInput }),
    get timezone() {
      return zone()
    },
    hasSession,
    apiUrl,
    client,
  }
}

/** A token of the environment is for a program, which gets the error of the server. */
function isExpired({ value, session }: Token, now: number): boolean {
  const end = session && (session.expiresAt ?? expiryOf(value))
  return end !== undefined && Date.parse(end) <= now
}

interface PagerChoice {
  environment: Environment
  settings: Settings
  isWide: boolean
  unicode: boolean
}

/** Returns what starts the pager, or undefined where none is wanted or none would work. */
function pagerOf(
  { env, machine }: Host,
  { environment, settings, ...options }: PagerChoice,
): (() => Promise<Pager | undefined>) | undefined {
  const program = settings.pager?.value ?? (machine.platform === 'win32' ? '' : 'less')
  const isWanted = program.trim() !== '' && program.trim() !== 'cat'
  if (!isWanted || environment.ci || env.TERM === 'dumb') return undefined
  return async () => (await import('../host/pager.ts')).openPager(program, { env, ...options })
}

/** Whether a program reads the output. It then gets the server's messages in English, in any locale. */
const isForPrograms = (format: OutputFormat): boolean => format === 'json' || format === 'ndjson'

/** The features that the server announced in an earlier run, if the profile still uses its address. */
function knownFeatures({ stored }: Settings, apiUrl: string): { features?: ReadonlySet<string> } {
  const known = stored?.features
  return known && known.origin === new URL(apiUrl).origin ? { features: new Set(known.names) } : {}
}
