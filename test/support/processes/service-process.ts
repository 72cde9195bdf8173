import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

export interface ServeOptions {
  folder: string
  /** A `postgres://` URL instead of an SQLite file in the folder. */
  database?: string | undefined
  smtpUrl: string
  port: number
  /** Absent: the program that is built here. */
  program?: string | undefined
  /** Additional flags of `remite serve`. */
  flags?: readonly string[]
  /** Called with the first line on standard error, before the service accepts requests. */
  onFirstLine?: (pid: number) => void
}

export interface ServiceProcess {
  pid: number
  /** The base address of the API. */
  url: string
  /** Only at the first start on an empty database, which writes the password to a file. */
  firstAccount: { username: string; pass: string } | undefined
  /** The port of the bounce server, or 0. */
  inboxPort: number
  /** What the service has written to standard error. */
  lines: readonly string[]
  /** Sends SIGKILL. */
  kill(): Promise<void>
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>
}

const runningProcesses = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of runningProcesses) child.kill('SIGKILL')
})

/** Starts the built service as a separate process and waits until it accepts requests. */
export async function startServiceProcess(options: ServeOptions): Promise<ServiceProcess> {
  const {
    folder,
    database,
    smtpUrl,
    port,
    program = resolve('bin/remite.js'),
    flags = [],
    onFirstLine,
  } = options
  const args = ['serve', '--folder', folder, '--smtp', smtpUrl, '--port', String(port), ...flags]
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      HOME: folder,
      LANG: 'en_US.UTF-8',
      REMITE_CONFIG_DIR: folder,
      REMITE_STATE_DIR: folder,
      REMITE_MASTER_KEY: 'a master key for tests',
      ...(database !== undefined && { REMITE_DATABASE_URL: database }),
    },
  })
  runningProcesses.add(child)
  const ended: Promise<number | null> = once(child, 'exit').then(([code]) => {
    runningProcesses.delete(child)
    return code
  })
  const lines: string[] = []
  if (onFirstLine) child.stderr?.once('data', () => onFirstLine(child.pid ?? 0))
  const output = await readStartupOutput(child, ended, lines)
  const url = /^Listening: (\S+)$/m.exec(output)?.[1] ?? ''
  const [, inboxPort] = /^Accepting bounces: .*:(\d+)$/m.exec(output) ?? []

  return {
    pid: child.pid ?? 0,
    url,
    firstAccount: readFirstAccount(folder, output),
    inboxPort: Number(inboxPort ?? 0),
    lines,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Returns the account that the service has created, if any. Earlier versions, which benchmarks start, printed it. */
function readFirstAccount(folder: string, output: string): ServiceProcess['firstAccount'] {
  const [, username, pass] = /username (\S+), password (\S+)\. /.exec(output) ?? []
  if (username !== undefined && pass !== undefined) return { username, pass }
  if (!output.includes('First account: ')) return undefined
  return JSON.parse(readFileSync(join(folder, 'first-account.json'), 'utf8'))
}

/** Returns standard error up to the `Listening:` line. Later lines are printed only if they are errors. */
async function readStartupOutput(
  child: ChildProcess,
  ended: Promise<unknown>,
  lines: string[],
): Promise<string> {
  const { stderr } = child
  if (!stderr) throw new Error('its standard error is no pipe')
  const isListening = new Promise<true>((resolve) => {
    createInterface(stderr).on('line', (line) => {
      lines.push(line)
      if (spokenIn(line).startsWith('Listening: ')) resolve(true)
      if (line.includes('"level":"error"')) console.error(line)
    })
  })
  const ready = await Promise.race([isListening, ended])
  if (ready !== true) throw new Error(`the service ended: ${lines.join('\n')}`)
  return lines.map(spokenIn).join('\n')
}

/** The sentence of a line: the program of before writes it as it is, this one in JSON. */
export const spokenIn = (line: string): string =>
  line.startsWith('{') ? (JSON.parse(line).text ?? '') : line

/** Calls the API and returns the response body. Throws if the status is an error. */
export async function callApi(
  url: string,
  { method = 'GET', body, token = '' }: { method?: string; body?: unknown; token?: string } = {},
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape
): Promise<any> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`)
  return JSON.parse(text)
}
