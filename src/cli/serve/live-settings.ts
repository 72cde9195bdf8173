import { Failure } from '../../core/failure.ts'
import { type LogLevel, logFormats, logLevels } from '../../core/log-settings.ts'
import {
  defaultReputationLimits,
  type ReputationLimits,
} from '../../core/service/reputation-limits.ts'
import type { OptionValues } from '../command/command.ts'
import type { serveOptions } from './options.ts'
import type { Setting } from './settings-sources.ts'

/** The settings that apply without a restart. */
interface LiveSettings {
  logLevel: LogLevel
  rates: { relay?: number | undefined; account?: number | undefined; domain?: number | undefined }
  reputation: ReputationLimits
}

export const defaultLogSettings = { level: 'info', format: 'json' } as const

const liveNames: readonly string[] = [
  ...['log-level', 'relay-rate', 'account-rate', 'domain-rate'],
  ...['max-bounce-rate', 'max-complaint-rate', 'max-refusal-rate'],
]

/** Reads the settings that apply without a restart. Throws `usage` for a value that cannot be. */
export function liveSettingsOf(options: OptionValues<typeof serveOptions>): LiveSettings {
  return {
    logLevel: logLevels.find((level) => level === options['log-level']) ?? defaultLogSettings.level,
    rates: {
      relay: rateOf('relay-rate', options['relay-rate']),
      account: rateOf('account-rate', options['account-rate']),
      domain: rateOf('domain-rate', options['domain-rate']),
    },
    reputation: reputationOf(options),
  }
}

/** Reads the level and the format of the log. */
export const logSettingsOf = (options: OptionValues<typeof serveOptions>) => ({
  level: liveSettingsOf(options).logLevel,
  format:
    logFormats.find((format) => format === options['log-format']) ?? defaultLogSettings.format,
})

/** Compares settings with those of before: which apply now, and which need a restart. */
export function changedNames(
  before: readonly Setting[],
  after: readonly Setting[],
): { applied: string[]; waiting: string[] } {
  const valueIn = (settings: readonly Setting[], name: string) =>
    settings.find((each) => each.name === name)?.value
  const names = [...new Set([...before, ...after].map(({ name }) => name))]
  const changed = names.filter((name) => valueIn(before, name) !== valueIn(after, name))
  return {
    applied: changed.filter((name) => liveNames.includes(name)),
    waiting: changed.filter((name) => !liveNames.includes(name)),
  }
}

/** Returns the settings of `start`, with those of `read` that apply without a restart. */
export const withLiveSettings = (
  start: readonly Setting[],
  read: readonly Setting[],
): readonly Setting[] => [
  ...start.filter(({ name }) => !liveNames.includes(name)),
  ...read.filter(({ name }) => liveNames.includes(name)),
]

/** Reads the limits from percentages. 0 is no limit. */
function reputationOf(options: OptionValues<typeof serveOptions>): ReputationLimits {
  const shareOf = (flag: ReputationFlag, fallback: number) => {
    const percent = options[flag]
    if (percent === undefined) return fallback
    if (percent > 100) throw outOfRange(flag, 'too_large', 100)
    return percent === 0 ? undefined : percent / 100
  }
  const { bounces, complaints, refusals } = defaultReputationLimits
  return {
    bounces: shareOf('max-bounce-rate', bounces),
    complaints: shareOf('max-complaint-rate', complaints),
    refusals: shareOf('max-refusal-rate', refusals),
  }
}

type ReputationFlag = 'max-bounce-rate' | 'max-complaint-rate' | 'max-refusal-rate'

/** Messages per second. */
function rateOf(name: string, rate: number | undefined): number | undefined {
  if (rate === undefined || rate > 0) return rate
  throw outOfRange(name, 'too_small', 1)
}

/** A number of a flag beyond what it may be. */
export const outOfRange = (flag: string, code: 'too_small' | 'too_large', limit: number) =>
  new Failure('usage', { problems: [{ field: `--${flag}`, code, values: { limit } }] })
