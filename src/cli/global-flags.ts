import { colorChoices, outputFormats } from '../config/choices.ts'
import type { GlobalFlags } from '../config/settings.ts'
import { parseDuration } from '../core/duration.ts'
import { Failure, type Problem } from '../core/failure.ts'
import { type Language, languages } from '../core/language.ts'
import type { Flag } from './flag.ts'

/** What became of a request whose answer was lost, as its sender found out. */
const settlements = ['sent', 'unsent'] as const

/** Taken before and after every verb. */
export const globalFlags: readonly Flag[] = [
  { name: 'profile', key: 'profile', kind: 'text', placeholder: 'NAME' },
  { name: 'api-url', key: 'apiUrl', kind: 'text', placeholder: 'URL' },
  { name: 'output', key: 'output', kind: 'text', short: 'o', choices: outputFormats },
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
  { name: 'settle', key: 'settle', kind: 'text', choices: settlements },
  { name: 'timeout', key: 'timeout', kind: 'text', placeholder: 'TIME' },
  { name: 'retries', key: 'retries', kind: 'number' },
  { name: 'color', key: 'color', kind: 'text', choices: colorChoices },
  { name: 'lang', key: 'lang', kind: 'text', choices: languages },
  { name: 'limit', key: 'limit', kind: 'number' },
  { name: 'all', key: 'all', kind: 'switch' },
  { name: 'cursor', key: 'cursor', kind: 'text', placeholder: 'CURSOR' },
  { name: 'insecure-http', key: 'insecureHttp', kind: 'switch' },
]

/** What the run itself is told, beside what settings are made of. */
export interface RunFlags extends GlobalFlags {
  fields?: readonly string[]
  /** Implies JSON. */
  jq?: string
  quiet: boolean
  verbose: boolean
  yes: boolean
  confirm?: string
  dryRun: boolean
  idempotencyKey?: string
  again: boolean
  settle?: (typeof settlements)[number]
  limit?: number
  all: boolean
  cursor?: string
}

/** Most items that `--limit` takes; beyond it `--all` is meant. */
const largestLimit = 100_000

/** The parsed words of the global flags as values; everything wrong with them at once. */
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
  const limit = whole('limit', 1, largestLimit)
  const jq = text('jq')
  // These choices were checked by the parser.
  const output = isOn('json') ? 'json' : (text('output') as GlobalFlags['output'])
  if (jq !== undefined && output !== undefined && output !== 'json' && output !== 'ndjson') {
    problems.push({ field: '--jq', code: 'not_json' })
  }
  if (problems.length > 0) throw new Failure('usage', { problems })
  const fields = text('fields')
    ?.split(',')
    .map((name) => name.trim())
  return {
    ...given('profile', text('profile')),
    ...given('apiUrl', text('apiUrl')),
    ...given('output', output ?? (jq === undefined ? undefined : 'json')),
    ...given('color', text('color') as GlobalFlags['color']),
    ...given('lang', text('lang') as Language | undefined),
    ...given('noInput', isOn('noInput') || undefined),
    ...given('debug', isOn('debug') || undefined),
    ...given('insecureHttp', isOn('insecureHttp') || undefined),
    ...given('timeoutMs', timeoutMs),
    ...given('retries', retries),
    ...given('fields', fields),
    ...given('jq', jq),
    ...given('confirm', text('confirm')),
    ...given('idempotencyKey', text('idempotencyKey')),
    ...given('settle', text('settle') as RunFlags['settle']),
    ...given('limit', limit),
    ...given('cursor', text('cursor')),
    quiet: isOn('quiet'),
    verbose: isOn('verbose'),
    yes: isOn('yes'),
    dryRun: isOn('dryRun'),
    again: isOn('again'),
    all: isOn('all'),
  }

  function whole(key: string, min: number, max: number): number | undefined {
    const said = text(key)
    if (said === undefined) return undefined
    const value = Number(said)
    if (/^\d+$/.test(said) && value >= min && value <= max) return value
    problems.push({ field: `--${key}`, code: 'bad_number' })
    return undefined
  }
}

const given = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { [P in K]: V }) // one key, of this type
