import type { Client } from '../client/client.ts'
import type { OutputFormat } from '../config/choices.ts'
import { type Environment, readEnvironment } from '../config/env.ts'
import { configFolder } from '../config/folders.ts'
import { openProfiles, type Profiles } from '../config/profiles.ts'
import { resolveSettings, type Settings } from '../config/settings.ts'
import { findToken } from '../config/token.ts'
import { Failure } from '../core/failure.ts'
import { jitter } from '../core/ids.ts'
import { loadMessages, type Messages } from '../messages/index.ts'
import type { RunFlags } from './global-flags.ts'
import type { Host } from './host.ts'
import { mayAsk } from './input/may-ask.ts'
import type { Prompter } from './input/prompts.ts'
import { chooseColor, loadPalette } from './output/color.ts'
import { createOutput, type Output } from './output/output.ts'
import { hasUnicode } from './output/unicode.ts'
import { warnOfEnd } from './session-end.ts'
import { version } from './version.ts'

/** What a verb runs with: each part is there when somebody asks for it. */
export interface Context {
  host: Host
  flags: RunFlags
  environment: Environment
  settings: Settings
  profiles: Profiles
  words: Messages
  output: Output
  /** Where people's prompts are drawn, and whether they may be. */
  prompter(): Promise<Prompter>
  mayAsk: boolean
  /** The zone that local times are meant in. */
  timezone: string
  /** The base address; Failure `not_logged_in` when nobody has named one. */
  apiUrl(): string
  /** With the session of the profile, to its address; a public one goes without a session. */
  client(options?: { isPublic?: boolean; apiUrl?: string }): Promise<Client>
}

export async function createContext(
  host: Host,
  flags: RunFlags,
  { mends = false }: { mends?: boolean } = {},
): Promise<Context> {
  const environment = readEnvironment(host.env)
  const { clock, stdin, stdout, stderr } = host
  const folder = configFolder(environment, host.machine)
  const profiles = openProfiles({ folder, clock, mayBeBroken: mends })
  const settings = resolveSettings({ flags, environment, profiles })
  const language = settings.language.value
  const words = await loadMessages(language)
  // Asking the machine costs as much as a request: only who shows or reads a local time does.
  const zone = () => settings.timezone?.value ?? host.timezone
  const unicode = hasUnicode(host.env, host.machine.platform)
  const colorOn = (stream: { isTTY?: boolean }) =>
    chooseColor(settings.color.value, { env: host.env, isTerminal: stream.isTTY === true })
  const output = createOutput({
    stdout,
    stderr,
    isTerminal: { stdout: stdout.isTTY === true, stderr: stderr.isTTY === true },
    color: { stdout: colorOn(stdout), stderr: colorOn(stderr) },
    columns: () => stdout.columns ?? stderr.columns ?? 80,
    unicode,
    language,
    get timezone() {
      return zone()
    },
    format: settings.output?.value,
    fields: flags.fields,
    jq: flags.jq,
    quiet: flags.quiet,
    progressLines: flags.verbose || environment.ci === true,
    label: (key) => (words.headers as Record<string, string>)[key] ?? key,
    clock,
  })
  const noInput = settings.noInput.value

  function apiUrl(): string {
    if (!settings.apiUrl) throw new Failure('not_logged_in')
    return settings.apiUrl.value
  }

  const clients = new Map<string, Promise<Client>>()

  /** One for each address and session: what it has learnt of the server, and its connections, are kept. */
  async function client({ isPublic = false, apiUrl: url = apiUrl() } = {}): Promise<Client> {
    const name = `${isPublic} ${url}`
    const made = clients.get(name) ?? makeClient(url, isPublic)
    clients.set(name, made)
    return made
  }

  async function makeClient(url: string, isPublic: boolean): Promise<Client> {
    const profile = settings.profile.value
    const token = isPublic ? undefined : findToken({ environment, profiles, profile, apiUrl: url })
    if (!isPublic && !token) throw new Failure('not_logged_in')
    if (token) await warnOfEnd({ environment, host, output, settings, words }, token)
    const { createClient } = await import('../client/client.ts')
    return createClient({
      apiUrl: url,
      ...(token && { token: token.value }),
      language: isForPrograms(output.format) ? 'en' : language,
      timeoutMs: settings.timeoutMs.value,
      retries: settings.retries.value,
      clock,
      random: jitter,
      userAgent: `remite/${version}`,
      proxy: {
        http: environment.httpProxy,
        https: environment.httpsProxy,
        except: environment.noProxy,
      },
      ...(settings.debug.value && { trace: (line: string) => stderr.write(`${line}\n`) }),
      ...knownFeatures(settings, url),
      onFeatures: (names) => {
        keepFeatures(profile, url, names).catch(() => {}) // the next run asks again
      },
    })
  }

  /** Only for a profile that exists: looking at a server must not make one. */
  async function keepFeatures(profile: string, url: string, names: ReadonlySet<string>) {
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
    words,
    output,
    prompter: async () => ({
      stdin,
      stderr,
      noInput,
      language,
      unicode,
      palette: await loadPalette(colorOn(stderr)),
    }),
    mayAsk: mayAsk({ stdin, stderr }, { noInput }),
    get timezone() {
      return zone()
    },
    apiUrl,
    client,
  }
}

/** What a program reads is the same in every language, a server's sentences in it too. */
const isForPrograms = (format: OutputFormat): boolean => format === 'json' || format === 'ndjson'

/** What the server at this address said it can do, when it was the last one asked. */
function knownFeatures({ stored }: Settings, apiUrl: string): { features?: ReadonlySet<string> } {
  const known = stored?.features
  return known && known.origin === new URL(apiUrl).origin ? { features: new Set(known.names) } : {}
}
