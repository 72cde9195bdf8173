import { Failure } from '../core/failure.ts'
import type { Language } from '../core/language.ts'
import { minuteMs } from '../core/time.ts'
import { checkApiUrl } from './api-url.ts'
import { type ColorChoice, type OutputFormat, outputFormats } from './choices.ts'
import type { Environment } from './env.ts'
import { resolveLanguage } from './language.ts'
import { defaultProfile, type Profiles } from './profiles.ts'
import { byDefault, fromFlag, fromProfile, fromVariable, type Setting } from './source.ts'
import type { Profile } from './stored.ts'

/** The parsed global flags. */
export interface GlobalFlags {
  profile?: string
  apiUrl?: string
  insecureHttp?: boolean
  output?: OutputFormat
  color?: ColorChoice
  lang?: Language
  noInput?: boolean
  noPager?: boolean
  debug?: boolean
  timeoutMs?: number
  retries?: number
}

/** The settings of this run, each with its source. `findToken` returns the token separately. */
export interface Settings {
  profile: Setting<string>
  /** The stored profile of that name. */
  stored?: Profile
  /** There is no default URL. */
  apiUrl?: Setting<string>
  language: Setting<Language>
  /** If undefined, the stream decides. */
  output?: Setting<OutputFormat>
  color: Setting<ColorChoice>
  noInput: Setting<boolean>
  debug: Setting<boolean>
  timeoutMs: Setting<number>
  retries: Setting<number>
  sendThreshold: Setting<number>
  /** If undefined, the zone of the machine. */
  timezone?: Setting<string>
  /** The program for long output; empty if none is wanted, undefined if the system decides. */
  pager?: Setting<string>
}

interface SettingSources {
  flags: GlobalFlags
  environment: Environment
  profiles: Pick<Profiles, 'current' | 'get'>
}

/** Precedence: flag, environment, profile, default. */
export function resolveSettings({ flags, environment, profiles }: SettingSources): Settings {
  const profile = chooseProfile({ flags, environment, profiles })
  const stored = profiles.get(profile.value)
  const apiUrl =
    fromFlag('--api-url', flags.apiUrl) ??
    fromVariable('apiUrl', environment) ??
    fromProfile(profile.value, stored?.apiUrl)
  const output = fromFlag('--output', flags.output) ?? outputOf(environment)
  const timezone = fromProfile(profile.value, stored?.timezone)
  const pager =
    fromFlag('--no-pager', flags.noPager ? '' : undefined) ??
    fromVariable('pager', environment) ??
    fromProfile(profile.value, stored?.pager) ??
    fromVariable('systemPager', environment)
  const insecureHttp = flags.insecureHttp ?? false
  return {
    profile,
    ...(stored && { stored }),
    ...(apiUrl && { apiUrl: { ...apiUrl, value: checkedApiUrl(apiUrl, insecureHttp) } }),
    language: languageFor({ flags, environment, profiles }),
    ...(output && { output }),
    color: fromFlag('--color', flags.color) ?? colorOf(environment),
    noInput:
      fromFlag('--no-input', flags.noInput) ??
      fromVariable('noInput', environment) ??
      byDefault(false),
    debug:
      fromFlag('--debug', flags.debug) ?? fromVariable('debug', environment) ?? byDefault(false),
    timeoutMs: fromFlag('--timeout', flags.timeoutMs) ?? byDefault(minuteMs),
    retries: fromFlag('--retries', flags.retries) ?? byDefault(3),
    sendThreshold: fromProfile(profile.value, stored?.sendThreshold) ?? byDefault(1000),
    ...(timezone && { timezone }),
    ...(pager && { pager }),
  }
}

function checkedApiUrl({ value, source }: Setting<string>, insecureHttp: boolean): string {
  const isTyped = source.from === 'flag' || source.from === 'environment'
  return checkApiUrl(value, { insecureHttp, name: isTyped ? source.name : 'api_url' })
}

function chooseProfile({ flags, environment, profiles }: SettingSources): Setting<string> {
  const chosen = fromFlag('--profile', flags.profile) ?? fromVariable('profile', environment)
  if (chosen) return chosen
  const current = profiles.current()
  if (current === undefined) return byDefault(defaultProfile)
  return { value: current, source: { from: 'profile', name: current } }
}

/** Locale variables take precedence over the language of the profile. */
export function languageFor(givens: SettingSources): Setting<Language> {
  const { flags, environment, profiles } = givens
  const language = resolveLanguage({ flag: flags.lang, environment })
  if (language.source.from !== 'default') return language
  const { value: profile } = chooseProfile(givens)
  return fromProfile(profile, profiles.get(profile)?.language) ?? language
}

function outputOf(environment: Environment): Setting<OutputFormat> | undefined {
  const requested = fromVariable('output', environment)
  if (requested === undefined) return undefined
  const value = outputFormats.find((format) => format === requested.value)
  if (value) return { ...requested, value }
  const choices = outputFormats.join(', ')
  throw new Failure('usage', {
    problems: [{ field: 'REMITE_OUTPUT', code: 'not_a_choice', values: { choices } }],
  })
}

/** Follows Node: FORCE_COLOR overrides NO_COLOR, and its values `0` and `false` disable color. */
function colorOf(environment: Environment): Setting<ColorChoice> {
  const forced = fromVariable('forceColor', environment)
  if (forced) return { ...forced, value: /^(0|false)$/.test(forced.value) ? 'never' : 'always' }
  const refused = fromVariable('noColor', environment)
  return refused ? { ...refused, value: 'never' } : byDefault('auto')
}
