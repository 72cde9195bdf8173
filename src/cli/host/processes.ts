import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { randomInteger } from '../../core/ids.ts'
import { browserCommand } from './platform-commands.ts'

interface Background {
  pid: number
  isAlive(): boolean
}

/** Starts this program in the background. It outlives this process and writes its output to a file. */
export function spawnInBackground(
  args: readonly string[],
  { env, log }: { env: NodeJS.ProcessEnv; log: string },
): Background {
  const file = openSync(log, 'a', 0o600)
  const child = spawn(process.execPath, [launcher(), ...args], {
    detached: true,
    env,
    stdio: ['ignore', file, file],
    windowsHide: true,
  })
  child.unref()
  closeSync(file)
  return {
    pid: child.pid ?? 0,
    isAlive: () => child.exitCode === null && child.signalCode === null,
  }
}

/** Sends SIGTERM, so that the process can finish its work. */
export function endProcess(pid: number): void {
  process.kill(pid, 'SIGTERM')
}

export const ownPid = (): number => process.pid

/** The SIGHUPs that this process receives. */
export interface HangUps {
  /** Calls the listener at each SIGHUP, and now if one has already come. */
  listen(listener: () => void): void
  /** From now on a SIGHUP ends the process again. */
  release(): void
}

/** From now on a SIGHUP does not end this process. Windows has no such signal. */
export function catchHangUps(platform: NodeJS.Platform): HangUps {
  if (platform === 'win32') return { listen() {}, release() {} }
  let isPending = false
  let notify = () => {
    isPending = true
  }
  const onSignal = () => notify()
  process.on('SIGHUP', onSignal)
  return {
    listen(listener) {
      notify = listener
      if (isPending) listener()
    },
    release() {
      process.off('SIGHUP', onSignal)
    },
  }
}

/**
 * Below the range from which systems take the ports of outgoing connections (Linux: from 32768), so
 * that no connection can take the port before the caller binds it.
 */
export const portRange = { from: 20_000, to: 32_768 }

const anyPort = (): number => randomInteger(portRange.from, portRange.to)

/** Returns the first port that `next` names and that is free on loopback. */
export async function freePort(next: () => number = anyPort): Promise<number> {
  while (true) {
    const port = next()
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** Runs this program as a child process. Shows its standard output or returns it. */
export function runRemite(
  args: readonly string[],
  { env, stdin, isShown }: { env: NodeJS.ProcessEnv; stdin?: string; isShown: boolean },
): Promise<{ code: number; stdout: string }> {
  const child = spawn(process.execPath, [launcher(), ...args], {
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

/**
 * Runs another program on the streams of this one. Returns its exit code. On Windows most programs
 * of npm, and many editors, are batch files, which `spawn` refuses.
 */
export async function runProgram(
  [name = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const { default: spawnAny } = await import('cross-spawn')
  const child = spawnAny(name, args, { env, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) =>
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']),
    )
  })
}

/**
 * Opens an address in the user's browser. Returns false where there is none, as on a server. The
 * browser outlives this process; its output is discarded.
 */
export function openInBrowser(
  url: string,
  { platform, env }: { platform: NodeJS.Platform; env: NodeJS.ProcessEnv },
): Promise<boolean> {
  const [name, ...args] = browserCommand(url, { platform, env }) ?? []
  if (name === undefined) return Promise.resolve(false)
  const child = spawn(name, args, { detached: true, env, stdio: 'ignore' })
  child.unref()
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('spawn', () => resolve(true))
  })
}

/** The launcher next to the bundle, wherever the package is installed. */
export const launcher = (): string => fileURLToPath(new URL('../bin/remite.js', import.meta.url))
