import { Failure } from '../core/failure.ts'
import type { Language } from '../core/language.ts'
import { checkApiUrl } from './api-url.ts'
import { type ColorChoice, type OutputFormat, outputFormats } from './choices.ts'
import type { Environment } from './env.ts'
import { resolveLanguage } from './language.ts'
import { defaultProfile, type Profiles } from './profiles.ts'
import { byDefault, fromFlag, fromProfile, fromVariable, type Setting } from './source.ts'
import type { Profile } from './stored.ts'

/** The global flags that were given, parsed. */
export interface GlobalFlags {
  profile?: string
  apiUrl?: string
  insecureHttp?: boolean
  output?: OutputFormat
  color?: ColorChoice
  lang?: Language
  noInput?: boolean
  debug?: boolean
  timeoutMs?: number
  retries?: number
}

/** What holds for this run, each with where it came from. The token is apart: see `findToken`. */
export interface Settings {
  profile: Setting<string>
  /** What is stored of that profile. */
  stored?: Profile
  /** There is no default URL: undefined until somebody has named one. */
  apiUrl?: Setting<string>
  language: Setting<Language>
  /** Undefined: as the stream suggests. */
  output?: Setting<OutputFormat>
  color: Setting<ColorChoice>
  noInput: Setting<boolean>
  debug: Setting<boolean>
  timeoutMs: Setting<number>
  retries: Setting<number>
  sendThreshold: Setting<number>
  /** Undefined: the zone of the machine. */
  timezone?: Setting<string>
}

interface Givens {
  flags: GlobalFlags
  environment: Environment
  profiles: Pick<Profiles, 'current' | 'get'>
}

/** Flag > environment > profile > default. */
export function resolveSettings({ flags, environment, profiles }: Givens): Settings {
  const profile = chooseProfile({ flags, environment, profiles })
  const stored = profiles.get(profile.value)
  const apiUrl =
    fromFlag('--api-url', flags.apiUrl) ??
    fromVariable('apiUrl', environment) ??
    fromProfile(profile.value, stored?.apiUrl)
  const output = fromFlag('--output', flags.output) ?? outputOf(environment)
  const timezone = fromProfile(profile.value, stored?.timezone)
  const insecureHttp = flags.insecureHttp ?? false
  return {
    profile,
    ...(stored && { stored }),
    ...(apiUrl && { apiUrl: { ...apiUrl, value: checkApiUrl(apiUrl.value, { insecureHttp }) } }),
    language: languageFor({ flags, environment, profiles }),
    ...(output && { output }),
    color: fromFlag('--color', flags.color) ?? colorOf(environment),
    noInput:
      fromFlag('--no-input', flags.noInput) ??
      fromVariable('noInput', environment) ??
      byDefault(false),
    debug:
      fromFlag('--debug', flags.debug) ?? fromVariable('debug', environment) ?? byDefault(false),
    timeoutMs: fromFlag('--timeout', flags.timeoutMs) ?? byDefault(60_000),
    retries: fromFlag('--retries', flags.retries) ?? byDefault(3),
    sendThreshold: fromProfile(profile.value, stored?.sendThreshold) ?? byDefault(1000),
    ...(timezone && { timezone }),
  }
}

function chooseProfile({ flags, environment, profiles }: Givens): Setting<string> {
  const chosen = fromFlag('--profile', flags.profile) ?? fromVariable('profile', environment)
  if (chosen) return chosen
  const current = profiles.current()
  if (current === undefined) return byDefault(defaultProfile)
  return { value: current, source: { from: 'profile', name: current } }
}

/** Locale variables say what the machine speaks; a profile's language counts where they say nothing. */
export function languageFor(givens: Givens): Setting<Language> {
  const { flags, environment, profiles } = givens
  const language = resolveLanguage({ flag: flags.lang, environment })
  if (language.source.from !== 'default') return language
  const { value: profile } = chooseProfile(givens)
  return fromProfile(profile, profiles.get(profile)?.language) ?? language
}

function outputOf(environment: Environment): Setting<OutputFormat> | undefined {
  const wish = fromVariable('output', environment)
  if (wish === undefined) return undefined
  const value = outputFormats.find((format) => format === wish.value)
  if (value) return { ...wish, value }
  const choices = outputFormats.join(', ')
  throw new Failure('usage', {
    problems: [{ field: 'REMITE_OUTPUT', code: 'not_a_choice', values: { choices } }],
  })
}

/** As Node does it, FORCE_COLOR beats NO_COLOR, and its `0` or `false` means none. */
function colorOf(environment: Environment): Setting<ColorChoice> {
  const forced = fromVariable('forceColor', environment)
  if (forced) return { ...forced, value: /^(0|false)$/.test(forced.value) ? 'never' : 'always' }
  const refused = fromVariable('noColor', environment)
  return refused ? { ...refused, value: 'never' } : byDefault('auto')
}
