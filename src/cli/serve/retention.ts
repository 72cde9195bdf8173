import { parsePeriod } from '../../core/duration.ts'
import { Failure } from '../../core/failure.ts'
import { defaultRetention, type RetentionPeriods } from '../../core/retention/retention-periods.ts'
import { dayMs } from '../../core/time.ts'
import type { OptionValues } from '../command/command.ts'
import type { serveOptions } from './options.ts'

/** The setting of each kind of record. */
const settingOf = {
  events: 'keep-events',
  webhookAttempts: 'keep-webhook-attempts',
  customEvents: 'keep-custom-events',
  visits: 'keep-visits',
  automationRuns: 'keep-automation-runs',
  jobs: 'keep-jobs',
  serviceMail: 'keep-service-mail',
  audit: 'keep-audit',
} as const satisfies Record<keyof RetentionPeriods, keyof typeof serveOptions>

type RetentionSetting = (typeof settingOf)[keyof typeof settingOf]

/** Webhooks are tried for days, and scanners are recognised by the visits of a day. */
const leastDays = 7

/** Reads how long records are kept. Throws `usage` for a period that cannot be. */
export function retentionOf(options: OptionValues<typeof serveOptions>): RetentionPeriods {
  const kept = { ...defaultRetention }
  for (const [kind, setting] of Object.entries(settingOf)) {
    const text = options[setting]
    if (text !== undefined) kept[kind as keyof RetentionPeriods] = readPeriod(setting, text)
  }
  return kept
}

/** The period of each setting that is not set. Null: as long as the campaign. */
export function defaultPeriods() {
  const periods = Object.entries(settingOf).map(([kind, setting]) => {
    const ms = defaultRetention[kind as keyof RetentionPeriods]
    return [setting, ms === undefined ? null : `${ms / dayMs}d`]
  })
  return Object.fromEntries(periods) as Record<RetentionSetting, string | null> // of `settingOf`
}

function readPeriod(setting: string, text: string): number {
  const field = `--${setting}`
  const ms = parsePeriod(text)
  if (ms === undefined) throw new Failure('usage', { problems: [{ field, code: 'bad_period' }] })
  if (ms >= leastDays * dayMs) return ms
  const values = { limit: `${leastDays}d` }
  throw new Failure('usage', { problems: [{ field, code: 'too_small', values }] })
}
