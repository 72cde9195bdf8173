import { Writable } from 'node:stream'

export type LogLine = Record<string, string | number | boolean>

/** A stream for the log of a service, and the lines that it has received. */
export function logLines(): { log: Writable; lines: LogLine[] } {
  const lines: LogLine[] = []
  const log = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { log, lines }
}
