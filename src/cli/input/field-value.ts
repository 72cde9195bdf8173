import type { Problem } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import type { FieldFlag, Flag } from '../syntax/flag.ts'
import { readAttachments } from './attachments.ts'
import { readTextFile } from './files.ts'

/** A value from the parser: a switch is true, a repeated flag a list. */
export type RawValue = string | readonly string[] | boolean

interface FieldContext {
  flag: Flag
  source: FieldFlag | undefined
  context: Context
  /** Problems are collected here, so that all are reported at once. */
  problems: Problem[]
}

/** Reads the value of a field from the typed text, or from the file that it names. */
export async function readField(typed: RawValue, reading: FieldContext): Promise<unknown> {
  const { flag, source, context, problems } = reading
  if (source?.from === 'attachment' && typeof typed === 'object')
    return readAttachments(typed, context)
  if (source?.from === 'typed-pairs' && typeof typed === 'object') {
    return typedPairs(parsePairs(typed, flag, problems))
  }
  if (typeof typed !== 'string') return readPlain(typed, flag, problems)
  switch (source?.from) {
    case 'file':
      return readText(typed, context)
    case 'json':
      return parseJson(await readText(typed, context), flag, problems)
    case 'range':
      return parseRange(typed, flag, problems)
    case 'time':
      return readInstant(typed, context, flag.key === 'to' ? 'end' : 'start')
    case 'deadline':
      return readDeadlineOf(typed, context)
    default:
      return readPlain(typed, flag, problems)
  }
}

/** Reads a literal value. */
export function readPlain(typed: RawValue, flag: Flag, problems: Problem[]): unknown {
  if (flag.kind === 'repeat' && typed === false) return []
  if (flag.kind === 'map' && Array.isArray(typed)) return parsePairs(typed, flag, problems)
  if (flag.kind !== 'number' || typeof typed !== 'string') return typed
  if (/^\d+(\.\d+)?$/.test(typed)) return Number(typed)
  problems.push({ field: `--${flag.name}`, code: 'bad_number' })
  return undefined
}

const readText = (path: string, { host, settings }: Context): Promise<string> =>
  readTextFile(path, { stdin: host.stdin, language: settings.language.value })

/** `1h` as a start is an hour ago. */
async function readInstant(
  text: string,
  { host, timezone }: Context,
  day: 'start' | 'end',
): Promise<string> {
  const { readSince, readTime } = await import('./times.ts')
  const reading = { zone: timezone, now: host.clock.now(), day }
  const instant = day === 'start' ? readSince(text, reading) : readTime(text, reading).instant
  return new Date(instant).toISOString()
}

async function readDeadlineOf(text: string, { host, timezone }: Context): Promise<string> {
  const { readDeadline } = await import('./times.ts')
  return new Date(readDeadline(text, { zone: timezone, now: host.clock.now() })).toISOString()
}

function parseJson(text: string, { name }: Flag, problems: Problem[]): unknown {
  try {
    return JSON.parse(text)
  } catch {
    problems.push({ field: `--${name}`, code: 'bad_json' }) // our message, not the parser's
    return undefined
  }
}

/** `195000..205000` */
function parseRange(text: string, { name }: Flag, problems: Problem[]): unknown {
  const [, min, max] = /^(\d+)\.\.(\d+)$/.exec(text) ?? []
  if (min !== undefined && Number(min) <= Number(max)) return { min: Number(min), max: Number(max) }
  problems.push({ field: `--${name}`, code: 'bad_range' })
  return undefined
}

const typedPairs = (pairs: Record<string, string>) =>
  Object.fromEntries(Object.entries(pairs).map(([key, text]) => [key, typedValue(text)]))

/** `30` is a number, `true` a truth value, `"007"` a text, and JSON of a list or an object is one. */
export function typedValue(text: string): unknown {
  if (/^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(text)) return Number(text)
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^[[{]/.test(text)) return jsonOrText(text)
  return unquoted(text)
}

/** `"007"` is the text 007. */
export const unquoted = (text: string): string => (/^".*"$/s.test(text) ? text.slice(1, -1) : text)

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text // such as `[sale]`
  }
}

function parsePairs(
  pairs: readonly string[],
  { name }: Flag,
  problems: Problem[],
): Record<string, string> {
  const entries = pairs.map((pair): [string, string] => {
    const separator = pair.indexOf('=')
    if (separator < 1) problems.push({ field: `--${name}`, code: 'bad_pair' })
    return [pair.slice(0, separator), pair.slice(separator + 1)]
  })
  return Object.fromEntries(entries)
}
