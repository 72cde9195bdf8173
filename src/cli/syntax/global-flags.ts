import { colorChoices, outputFormats } from '../../config/choices.ts'
import type { GlobalFlags } from '../../config/settings.ts'
import { parseDuration } from '../../core/duration.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import { type Language, languages } from '../../core/language.ts'
import type { Flag } from './flag.ts'

/** The outcome of a request whose answer was lost, as the user reports it. */
const settleChoices = ['sent', 'unsent'] as const

/** Flags that are accepted before and after every verb. */
export const globalFlags: readonly Flag[] = [
  { name: 'profile', key: 'profile', kind: 'text', placeholder: 'NAME' },
  { name: 'api-url', key: 'apiUrl', kind: 'text', placeholder: 'URL' },
  {
    ...{ name: 'output', key: 'output', kind: 'text', short: 'o' },
    ...{ choices: outputFormats, placeholder: 'FORMAT' },
  },
  { name: 'json', key: 'json', kind: 'switch' },
  { name: 'fields', key: 'fields', kind: 'text', placeholder: 'A,B.C' },
  { name: 'jq', key: 'jq', kind: 'text', placeholder: 'EXPR' },
  { name: 'quiet', key: 'quiet', kind: 'switch', short: 'q' },
  { name: 'verbose', key: 'verbose', kind: 'switch', short: 'v' },
  { name: 'debug', key: 'debug', kind: 'switch' },
  { name: 'no-input', key: 'noInput', kind: 'switch' },
  { name: 'yes', key: 'yes', kind: 'switch', short: 'y' },
  { name: 'confirm', key: 'confirm', kind: 'text', placeholder: 'NAME' },
  { name: 'dry-run', key: 'dryRun', kind: 'switch', short: 'n' },
  { name: 'idempotency-key', key: 'idempotencyKey', kind: 'text', placeholder: 'KEY' },
  { name: 'again', key: 'again', kind: 'switch' },
  { name: 'settle', key: 'settle', kind: 'text', choices: settleChoices },
  { name: 'timeout', key: 'timeout', kind: 'text', placeholder: 'DURATION' },
  { name: 'retries', key: 'retries', kind: 'number' },
  { name: 'color', key: 'color', kind: 'text', choices: colorChoices },
  { name: 'lang', key: 'lang', kind: 'text', choices: languages },
  { name: 'wide', key: 'wide', kind: 'switch' },
  { name: 'no-pager', key: 'noPager', kind: 'switch' },
  { name: 'limit', key: 'limit', kind: 'number' },
  { name: 'all', key: 'all', kind: 'switch' },
  { name: 'cursor', key: 'cursor', kind: 'text', placeholder: 'CURSOR' },
  { name: 'insecure-http', key: 'insecureHttp', kind: 'switch' },
]

/** The global flags: those that override settings, and those of this run only. */
export interface RunFlags extends GlobalFlags {
  fields?: readonly string[]
  /** Implies JSON. */
  jq?: string
  quiet: boolean
  verbose: boolean
  /** Tables are not cut to the width of the terminal. */
  wide: boolean
  yes: boolean
  confirm?: string
  dryRun: boolean
  idempotencyKey?: string
  again: boolean
  settle?: (typeof settleChoices)[number]
  limit?: number
  all: boolean
  cursor?: string
}

/** The largest `--limit`. For more there is `--all`. */
const maxLimit = 100_000

/** Validates the global flags. Reports all problems in one failure. */
export function readGlobalFlags(raw: Record<string, unknown>): RunFlags {
  const problems: Problem[] = []
  const text = (key: string) => (typeof raw[key] === 'string' ? raw[key] : undefined)
  const isOn = (key: string) => raw[key] === true
  const timeout = text('timeout')
  const timeoutMs = timeout === undefined ? undefined : parseDuration(timeout)
  if (timeout !== undefined && timeoutMs === undefined) {
    problems.push({ field: '--timeout', code: 'bad_duration' })
  }
  const retries = whole('retries', 0, 100)
  const limit = whole('limit', 1, maxLimit)
  const jq = text('jq')
  // The parser has checked these choices.
  const output = isOn('json') ? 'json' : (text('output') as GlobalFlags['output'])
  if (jq !== undefined && output !== undefined && output !== 'json' && output !== 'ndjson') {
    problems.push({ field: '--jq', code: 'not_json' })
  }
  if (problems.length > 0) throw new Failure('usage', { problems })
  const fields = text('fields')
    ?.split(',')
    .map((name) => name.trim())
  return {
    ...optional('profile', text('profile')),
    ...optional('apiUrl', text('apiUrl')),
    ...optional('output', output ?? (jq === undefined ? undefined : 'json')),
    ...optional('color', text('color') as GlobalFlags['color']),
    ...optional('lang', text('lang') as Language | undefined),
    ...optional('noInput', isOn('noInput') || undefined),
    ...optional('noPager', isOn('noPager') || undefined),
    ...optional('debug', isOn('debug') || undefined),
    ...optional('insecureHttp', isOn('insecureHttp') || undefined),
    ...optional('timeoutMs', timeoutMs),
    ...optional('retries', retries),
    ...optional('fields', fields),
    ...optional('jq', jq),
    ...optional('confirm', text('confirm')),
    ...optional('idempotencyKey', text('idempotencyKey')),
    ...optional('settle', text('settle') as RunFlags['settle']),
    ...optional('limit', limit),
    ...optional('cursor', text('cursor')),
    quiet: isOn('quiet'),
    verbose: isOn('verbose'),
    wide: isOn('wide'),
    yes: isOn('yes'),
    dryRun: isOn('dryRun'),
    again: isOn('again'),
    all: isOn('all'),
  }

  function whole(key: string, min: number, max: number): number | undefined {
    const input = text(key)
    if (input === undefined) return undefined
    const value = Number(input)
    if (/^\d+$/.test(input) && value >= min && value <= max) return value
    const code = key === 'limit' ? 'bad_limit' : 'bad_number'
    problems.push({ field: `--${key}`, code, values: { min, max } })
    return undefined
  }
}

const optional = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { [P in K]: V }) // one key, of this type
