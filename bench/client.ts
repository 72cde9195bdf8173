import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Installation } from '../test/support/processes/installation.ts'

export interface Client {
  pid: number
  isRunning(): boolean
  /** The exit code; null when it was killed. */
  ended: Promise<number | null>
  kill(): void
  stdout(): string
  stderr(): string
}

/** Starts the built `remite`, or that of another build, as a separate process in the account of a stage. */
export function runClient(
  stage: Installation,
  args: readonly string[],
  program = 'bin/remite.js',
): Client {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      HOME: stage.folder,
      LANG: 'en_US.UTF-8',
      REMITE_CONFIG_DIR: stage.folder,
      REMITE_STATE_DIR: stage.folder,
      REMITE_API_URL: stage.url,
      REMITE_TOKEN: stage.token,
    },
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk) => {
      output[name] += chunk
    })
  }
  return {
    pid: child.pid ?? 0,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    ended: once(child, 'close').then(([code]) => code),
    kill: () => child.kill('SIGKILL'),
    stdout: () => output.stdout,
    stderr: () => output.stderr,
  }
}
