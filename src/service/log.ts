import type { Writable } from 'node:stream'
import type { Clock } from '../core/clock.ts'
import { type LogFormat, type LogLevel, logLevels } from '../core/log-settings.ts'

type Fields = Record<string, string | number | boolean | null | undefined>

/**
 * A structured log for an operator: what happened to which row, never an address, a token or a URL
 * with a password.
 */
export interface Log {
  debug(event: string, fields?: Fields): void
  info(event: string, fields?: Fields): void
  /** Something that an operator should look at, and that the service handles. */
  warn(event: string, fields?: Fields): void
  error(event: string, error: unknown, fields?: Fields): void
}

/** A log whose level can be changed while the process runs. */
interface LeveledLog extends Log {
  setLevel(level: LogLevel): void
}

export interface LogSettings {
  /** Default: info. */
  level?: LogLevel
  /** Default: one JSON object per line. */
  format?: LogFormat
  /** Names the process in each line. */
  process?: string
}

export function createLog(
  stream: Writable,
  clock: Clock,
  { level: firstLevel = 'info', format = 'json', process }: LogSettings = {},
): LeveledLog {
  let level = firstLevel
  const toLine = format === 'json' ? toJsonLine : toTextLine
  const own = process === undefined ? {} : { process }

  function write(of: LogLevel, event: string, fields: Fields): void {
    if (logLevels.indexOf(of) > logLevels.indexOf(level)) return
    const at = new Date(clock.now()).toISOString()
    stream.write(`${toLine({ at, level: of, event }, { ...own, ...fields })}\n`)
  }

  return {
    setLevel(wanted) {
      level = wanted
    },
    debug: (event, fields = {}) => write('debug', event, fields),
    info: (event, fields = {}) => write('info', event, fields),
    warn: (event, fields = {}) => write('warn', event, fields),
    error: (event, error, fields = {}) =>
      write('error', event, {
        ...fields,
        error: error instanceof Error || error === undefined ? error?.message : String(error),
        stack: error instanceof Error ? error.stack : undefined,
      }),
  }
}

/**
 * Runs a transaction with a log whose lines are written after it. One that is rolled back leaves none,
 * and one that runs again does not repeat them.
 */
export async function logAfter<Result>(
  log: Log,
  transaction: (log: Log) => Promise<Result>,
): Promise<Result> {
  const lines = new Map<string, () => void>()
  const collect =
    <Args extends unknown[]>(write: (...args: Args) => void) =>
    (...args: Args) => {
      lines.set(JSON.stringify(args), () => write(...args))
    }
  const result = await transaction({
    debug: collect(log.debug),
    info: collect(log.info),
    warn: collect(log.warn),
    error: log.error,
  })
  for (const write of lines.values()) write()
  return result
}

interface Line {
  at: string
  level: LogLevel
  event: string
}

const toJsonLine = (line: Line, fields: Fields): string => JSON.stringify({ ...line, ...fields })

/** For people: `TIME LEVEL EVENT key=value …`, and the stack of an error on lines of its own. */
function toTextLine({ at, level, event }: Line, { stack, ...fields }: Fields): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${quotedIfNeeded(String(value))}`],
  )
  const line = [at, level.toUpperCase().padEnd(5), event, ...pairs].join(' ')
  return typeof stack === 'string' ? `${line}\n${stack}` : line
}

const quotedIfNeeded = (text: string): string =>
  /^[^\s"=\p{Cc}]+$/u.test(text) ? text : JSON.stringify(text)
