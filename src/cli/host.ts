import { homedir } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { type Clock, systemClock } from '../core/clock.ts'

/** The world a run stands in, handed in so that a test can be one. */
export interface Host {
  argv: readonly string[]
  env: NodeJS.ProcessEnv
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable & { isTTY?: boolean; columns?: number }
  stderr: Writable & { isTTY?: boolean; columns?: number }
  machine: { platform: NodeJS.Platform; home: string }
  /** The machine's own IANA zone. */
  timezone: string
  clock: Clock
  /** Aborts on the first SIGINT or SIGTERM, with that signal's name as its reason. */
  stopped: AbortSignal
}

export function processHost(): Host {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // The second one is from a person who does not want to wait.
      if (stopping.signal.aborted) process.exit(signal === 'SIGINT' ? 130 : 143)
      stopping.abort(signal)
    })
  }
  return {
    argv: process.argv.slice(2),
    env: process.env,
    // Opening a stream and asking for the zone cost milliseconds that `--version` need not pay.
    get stdin() {
      return process.stdin
    },
    get stdout() {
      return process.stdout
    },
    get stderr() {
      return process.stderr
    },
    get timezone() {
      return Intl.DateTimeFormat().resolvedOptions().timeZone
    },
    machine: { platform: process.platform, home: homedir() },
    clock: systemClock,
    stopped: stopping.signal,
  }
}

/** Set, never `process.exit`: a pipe may still be draining. */
export function leaveWith(code: number): void {
  process.exitCode = code
}
