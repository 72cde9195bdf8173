import { homedir } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { type Clock, systemClock } from '../../core/clock.ts'
import { interruptPager } from './pager.ts'
import { stopSignals } from './stop-signals.ts'

/** The process around a run. It is a parameter so that a test can replace it. */
export interface Host {
  argv: readonly string[]
  env: NodeJS.ProcessEnv
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable & { isTTY?: boolean; columns?: number; rows?: number }
  stderr: Writable & { isTTY?: boolean; columns?: number }
  machine: { platform: NodeJS.Platform; home: string }
  /** The IANA time zone of the machine. */
  timezone: string
  clock: Clock
  /** Aborts on the first signal to stop. The reason is `SIGINT` or `SIGTERM`. */
  stopped: AbortSignal
}

export function processHost(): Host {
  const stopping = new AbortController()
  for (const [signal, reason] of Object.entries(stopSignals(process.platform))) {
    process.on(signal, () => {
      if (reason === 'SIGINT' && interruptPager()) return
      // A second signal means that the user does not want to wait.
      if (stopping.signal.aborted) process.exit(reason === 'SIGINT' ? 130 : 143)
      stopping.abort(reason)
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
