import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'

/** A PostgreSQL server of one test, which the test may restart. */
export interface PostgresCluster {
  /** Of its database `postgres`. */
  url: string
  /** The process id of the server's first process, which starts all others. */
  pid(): number
  /** Restarts as after a crash: no connection is closed, and the server recovers from its log. */
  crash(): Promise<void>
  stop(): Promise<void>
}

const installed = '/usr/lib/postgresql'

/** Where Debian installs the newest version. */
const programs = existsSync(installed)
  ? readdirSync(installed)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(installed, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'initdb')))
  : undefined

export const hasPostgresPrograms = programs !== undefined

const memory = '/dev/shm'
const neededBytes = 2 ** 30

/** PostgreSQL refuses to run as root. */
const owner =
  process.getuid?.() === 0
    ? { uid: idOf('-u'), gid: idOf('-g') }
    : { uid: undefined, gid: undefined }

function idOf(flag: string): number | undefined {
  return programs ? Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })) : undefined
}

/** Starts an empty server on loopback with these settings in addition to its defaults. */
export async function startPostgresCluster(
  settings: Readonly<Record<string, string | number>> = {},
): Promise<PostgresCluster> {
  const folder = mkdtempSync(join(hasMemory() ? memory : '/tmp', 'remite-postgres-'))
  const { uid, gid } = owner
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  const port = await freePort()
  const data = join(folder, 'data')
  const control = (...args: string[]) => run('pg_ctl', ['-D', data, '-w', ...args])
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const clean = () => {
    if (existsSync(join(data, 'postmaster.pid'))) process.kill(pid(), 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', clean)

  const all = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    ...settings,
  }
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`)
  await run('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '--no-sync',
    '-E',
    'UTF8',
    '--locale=C',
  ])
  await control('-l', join(folder, 'log'), '-o', options.join(' '), 'start')
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid,
    crash: () => control('-l', join(folder, 'log'), '-m', 'immediate', 'restart'),
    async stop() {
      await control('-m', 'immediate', 'stop')
      process.off('exit', clean)
      clean()
    },
  }
}

async function run(program: string, args: readonly string[]): Promise<void> {
  // The server inherits the output of the program that starts it, so a pipe would never end.
  const child = spawn(join(programs ?? '', program), args, { cwd: '/', stdio: 'ignore', ...owner })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${code}`)
}

function hasMemory(): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= neededBytes
}
