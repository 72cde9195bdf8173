import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
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
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    machine: { platform: process.platform, home: homedir() },
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    clock: systemClock,
    stopped: stopping.signal,
  }
}

/** Set, never `process.exit`: a pipe may still be draining. */
export function leaveWith(code: number): void {
  process.exitCode = code
}

export interface Background {
  pid: number
  isAlive(): boolean
}

/** This program once more, as a process that goes on when this one ends; what it says goes to a file. */
export function spawnInBackground(
  words: readonly string[],
  { env, log }: { env: NodeJS.ProcessEnv; log: string },
): Background {
  const file = openSync(log, 'a', 0o600)
  const launcher = fileURLToPath(new URL('../bin/remite.js', import.meta.url))
  const child = spawn(process.execPath, [launcher, ...words], {
    detached: true,
    env,
    stdio: ['ignore', file, file],
  })
  child.unref()
  closeSync(file)
  return {
    pid: child.pid ?? 0,
    isAlive: () => child.exitCode === null && child.signalCode === null,
  }
}

/** Asks a process to end, and lets it finish what it has begun. */
export function endProcess(pid: number): void {
  process.kill(pid, 'SIGTERM')
}

export const ownPid = (): number => process.pid

/** A port of loopback that nobody listens on at this moment. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
