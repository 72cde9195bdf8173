import { homedir } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { type Clock, systemClock } from '../../core/clock.ts'

/** The process around a run. It is a parameter so that a test can replace it. */
export interface Host {
  argv: readonly string[]
  env: NodeJS.ProcessEnv
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable & { isTTY?: boolean; columns?: number }
  stderr: Writable & { isTTY?: boolean; columns?: number }
  machine: { platform: NodeJS.Platform; home: string }
  /** The IANA time zone of the machine. */
  timezone: string
  clock: Clock
  /** Aborts on the first SIGINT or SIGTERM. The reason is the name of the signal. */
  stopped: AbortSignal
}

export function processHost(): Host {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second signal means that the user does not want to wait.
      if (stopping.signal.aborted) process.exit(signal === 'SIGINT' ? 130 : 143)
      stopping.abort(signal)
    })
  }
  return {
    argv: process.argv.slice(2),
    env: process.env,
    // Getters: opening a stream and reading the zone take milliseconds that `--version` does not need.
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

/** Sets the exit code. `process.exit` would cut off a pipe that is still draining. */
export function leaveWith(code: number): void {
  process.exitCode = code
}

/** Ends the process at once, whatever is still open. */
export function leaveNow(): never {
  process.exit()
}
