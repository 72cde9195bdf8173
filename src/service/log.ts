import type { Writable } from 'node:stream'
import type { Clock } from '../core/clock.ts'

type Fields = Record<string, string | number | boolean | null | undefined>

/**
 * A structured log for an operator: what happened to which row, never an address, a token or a URL.
 */
export interface Log {
  info(event: string, fields?: Fields): void
  error(event: string, error: unknown, fields?: Fields): void
}

export function createLog(stream: Writable, clock: Clock): Log {
  const write = (level: string, event: string, fields: Fields) => {
    const at = new Date(clock.now()).toISOString()
    stream.write(`${JSON.stringify({ at, level, event, ...fields })}\n`)
  }
  return {
    info: (event, fields = {}) => write('info', event, fields),
    error: (event, error, fields = {}) =>
      write('error', event, {
        ...fields,
        error: error instanceof Error ? error.message : String(error),
        stack: error instanceof Error ? error.stack : undefined,
      }),
  }
}
