import { Failure } from '../../core/failure.ts'
import type { Option } from '../command/command.ts'
import type { Context } from '../context/context.ts'
import { problemOfValue } from '../input/check-values.ts'
import { readJsonObject } from '../input/json-file.ts'

/** Where a setting comes from: the first that has it counts. */
type Source = 'flag' | 'environment' | 'file'

export interface Setting {
  name: string
  value: string | number | boolean
  source: Source
  /** What an error calls it: the flag, the variable, or the line of the file. */
  label: string
}

type Declared = Readonly<Record<string, Option>>

/** The environment variable of a setting: `REMITE_SERVE_RELAY_RATE` for `relay-rate`. */
export const variableOf = (name: string): string =>
  `REMITE_SERVE_${name.replaceAll('-', '_').toUpperCase()}`

/** The variable of `--config`. */
export const configVariable = variableOf('config')

/** Variables that other commands read too. They come after the variable of the setting. */
export const sharedVariables: Readonly<Record<string, string>> = {
  smtp: 'REMITE_SMTP_URL',
  media: 'REMITE_MEDIA_URL',
  database: 'REMITE_DATABASE_URL',
  'read-database': 'REMITE_DATABASE_READ_URL',
}

/**
 * Collects the settings from flags, then environment variables, then the settings file, a JSON object
 * of flag names. Throws Failure `usage` that names the variable or line with a wrong value.
 */
export async function collectSettings(
  context: Context,
  declared: Declared,
  { flags, file }: { flags: Readonly<Record<string, unknown>>; file: string | undefined },
): Promise<Setting[]> {
  const inFile: Readonly<Record<string, unknown>> =
    file === undefined ? {} : { ...(await readJsonObject(file, context)) }
  const unknown = Object.keys(inFile).filter((name) => !Object.hasOwn(declared, name))
  if (unknown.length > 0) {
    const problems = unknown.map((name) => ({ field: name, code: 'unknown_field' as const }))
    throw new Failure('usage', { problems })
  }
  return Object.entries(declared).flatMap(([name, option]): Setting[] => {
    const flag = flags[name]
    if (isValue(flag)) return [{ name, value: flag, source: 'flag', label: `--${name}` }]
    for (const label of [variableOf(name), sharedVariables[name] ?? '']) {
      const value = context.host.env[label]
      if (!value) continue
      // The other commands take a path of a database, too.
      const isShared = label === sharedVariables[name]
      const source = 'environment'
      return [{ name, value: isShared ? value : convert(value, option, label), source, label }]
    }
    if (!Object.hasOwn(inFile, name)) return []
    const label = `${file}: ${name}`
    return [{ name, value: convert(inFile[name], option, label), source: 'file', label }]
  })
}

/** Runs `work`. A failure of it that names a flag names the source of the setting instead. */
export async function namingSources<Result>(
  settings: readonly Setting[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { problems = [] } = error instanceof Failure ? error.details : {}
    if (!(error instanceof Failure) || problems.length === 0) throw error
    const named = problems.map((problem) => {
      const of = settings.find(({ name }) => [name, `--${name}`].includes(problem.field))
      return of ? { ...problem, field: of.label } : problem
    })
    throw new Failure(error.code, { ...error.details, problems: named }, { cause: error })
  }
}

const isValue = (value: unknown): value is Setting['value'] =>
  ['string', 'number', 'boolean'].includes(typeof value)

function convert(given: unknown, option: Option, field: string): Setting['value'] {
  const { kind, choices } = option
  const text = String(given)
  const problem = isValue(given) && problemOfValue(option, text)
  if (problem) throw new Failure('usage', { problems: [{ field, ...problem }] })
  switch (kind) {
    case 'switch':
      if (/^(1|true|yes|on)$/i.test(text)) return true
      if (/^(0|false|no|off)$/i.test(text)) return false
      throw new Failure('usage', {
        problems: [{ field, code: 'not_a_choice', values: { choices: 'true, false' } }],
      })
    case 'number':
      if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
      throw new Failure('usage', { problems: [{ field, code: 'bad_number' }] })
    default:
      if (isValue(given) && (!choices || choices.includes(text))) return text
      throw new Failure('usage', {
        problems: choices
          ? [{ field, code: 'not_a_choice', values: { choices: choices.join(', ') } }]
          : [{ field, code: 'wrong_type' }],
      })
  }
}

const redacted = '…'

/** Returns all settings for people to see: those that are set, and the default values of the others. */
export const shownSettings = (
  settings: readonly Setting[],
  defaults: Readonly<Record<string, Setting['value'] | null>>,
) =>
  Object.entries(defaults).map(([name, value]) => {
    const set = settings.find((each) => each.name === name)
    return set
      ? { name, value: withoutSecret(set), source: set.source }
      : { name, value, source: 'default' as const }
  })

/** Returns the settings that are a secret, or contain one. */
export const secretSettings = (settings: readonly Setting[]): Setting[] =>
  settings.filter((each) => withoutSecret(each) !== each.value)

/**
 * Returns the value of a setting for people to see: without the password of an address. An address
 * that cannot be parsed, such as one with a `/` in its password, has a password too.
 */
const withoutSecret = ({ value }: Setting): Setting['value'] =>
  typeof value === 'string'
    ? value
        .replace(/^([a-z][a-z\d+.-]*:\/\/[^:@]*:).*@/i, `$1${redacted}@`)
        .replace(/^(s3:\/\/)[^/?#]*@/i, `$1${redacted}@`)
        .replace(/([?&]password=)[^&#]*/gi, `$1${redacted}`)
    : value
