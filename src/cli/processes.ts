import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

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
  const child = spawn(process.execPath, [launcher(), ...words], {
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

/** This program once more, in a process of its own: shown as it is, or its standard output for us. */
export function runRemite(
  words: readonly string[],
  { env, stdin, isShown }: { env: NodeJS.ProcessEnv; stdin?: string; isShown: boolean },
): Promise<{ code: number; stdout: string }> {
  const child = spawn(process.execPath, [launcher(), ...words], {
    env,
    stdio: ['pipe', isShown ? 'inherit' : 'pipe', 'inherit'],
  })
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stdin?.end(stdin ?? '')
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      resolve({ code: code ?? 1, stdout: Buffer.concat(chunks).toString() }),
    )
  })
}

/** Another program in the place of this one: it has our streams, and its exit code is told. */
export function runProgram(
  [name = '', ...words]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const child = spawn(name, words, { env, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) =>
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']),
    )
  })
}

/**
 * Opens an address in the person's browser; false where there is none, as on a server. It goes on
 * without us, and what it says is nobody's to read.
 */
export function openInBrowser(
  url: string,
  { platform, env }: { platform: NodeJS.Platform; env: NodeJS.ProcessEnv },
): Promise<boolean> {
  const hasScreen = env.DISPLAY !== undefined || env.WAYLAND_DISPLAY !== undefined
  const [name = '', ...words] =
    platform === 'darwin'
      ? ['open']
      : platform === 'win32'
        ? ['cmd', '/c', 'start', '""']
        : hasScreen
          ? ['xdg-open']
          : []
  if (name === '') return Promise.resolve(false)
  const child = spawn(name, [...words, url], { detached: true, env, stdio: 'ignore' })
  child.unref()
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('spawn', () => resolve(true))
  })
}

/** Beside the bundle, wherever the package lies. */
const launcher = (): string => fileURLToPath(new URL('../bin/remite.js', import.meta.url))
