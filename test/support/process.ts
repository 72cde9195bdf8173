import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

export interface ServeOptions {
  folder: string
  /** A `postgres://` URL instead of an SQLite file in the folder. */
  database?: string | undefined
  smtpUrl: string
  port: number
  /** More of what an operator types. */
  flags?: readonly string[]
}

export interface ServiceProcess {
  pid: number
  /** The base address of the API. */
  url: string
  /** Of the first start on an empty database, which alone tells the password. */
  firstAccount: { username: string; pass: string } | undefined
  /** Where it takes bounces, if it does. */
  inboxPort: number
  /** SIGKILL: nothing is finished, nothing is flushed. */
  kill(): Promise<void>
  /** SIGTERM, as an operator stops it; answers the exit code. */
  stop(): Promise<number | null>
}

const living = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

/** The built service as a process of its own. It takes requests when this returns. */
export async function startServiceProcess(options: ServeOptions): Promise<ServiceProcess> {
  const { folder, database, smtpUrl, port, flags = [] } = options
  const words = ['serve', '--folder', folder, '--smtp', smtpUrl, '--port', String(port), ...flags]
  const child = spawn(process.execPath, [resolve('bin/remite.js'), ...words], {
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
  living.add(child)
  const ended: Promise<number | null> = once(child, 'exit').then(([code]) => {
    living.delete(child)
    return code
  })
  const said = await saidAtStart(child, ended)
  const url = /^Listening: (\S+)$/m.exec(said)?.[1] ?? ''
  const [, inboxPort] = /^Taking bounces: .*:(\d+)$/m.exec(said) ?? []
  const [, username, pass] = /username (\S+), password (\S+)\. /.exec(said) ?? []

  return {
    pid: child.pid ?? 0,
    url,
    firstAccount: username && pass ? { username, pass } : undefined,
    inboxPort: Number(inboxPort ?? 0),
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

/** Everything up to the line that says where it listens; of what follows only errors are shown. */
async function saidAtStart(child: ChildProcess, ended: Promise<unknown>): Promise<string> {
  const { stderr } = child
  if (!stderr) throw new Error('its standard error is no pipe')
  const said: string[] = []
  const isListening = new Promise<true>((resolve) => {
    createInterface(stderr).on('line', (line) => {
      said.push(line)
      if (line.startsWith('Listening: ')) resolve(true)
      if (line.includes('"level":"error"')) console.error(line)
    })
  })
  const ready = await Promise.race([isListening, ended])
  if (ready !== true) throw new Error(`the service ended: ${said.join('\n')}`)
  return said.join('\n')
}

/** A call of the API; answers its body, and throws when it is refused. */
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
