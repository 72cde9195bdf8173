import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'

/** Where Debian installs the versions. */
const versions = '/usr/lib/postgresql'
const newest = existsSync(versions)
  ? readdirSync(versions)
      .sort((a, b) => Number(a) - Number(b))
      .at(-1)
  : undefined

export const hasServers = newest !== undefined

export interface Cluster {
  /** The URL of a database. */
  url(database?: string): string
  start(): void
  /** Stops at once, as a crash does. */
  crash(): void
}

export interface ReplicatedClusters {
  primary: Cluster
  replica: Cluster
  remove(): void
}

/** Creates and starts a PostgreSQL server and a streaming replica of it. */
export async function startReplicated(): Promise<ReplicatedClusters> {
  // PostgreSQL's user has no access to the folder of the test run.
  const folder = mkdtempSync('/tmp/remite-replicated-')
  if (isRoot) execFileSync('chown', ['postgres', folder])
  const ports = { primary: await freePort(), replica: await freePort() }
  const primary = clusterOf(join(folder, 'primary'), ports.primary)
  const replica = clusterOf(join(folder, 'replica'), ports.replica)
  run('initdb', [
    ...['-D', join(folder, 'primary'), '-U', 'postgres', '--auth=trust', '--no-sync'],
    ...['-E', 'UTF8', '--locale=C'],
  ])
  primary.start()
  run('pg_basebackup', [
    ...['-D', join(folder, 'replica'), '-h', '127.0.0.1', '-p', String(ports.primary)],
    ...['-U', 'postgres', '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
  ])
  replica.start()
  return {
    primary,
    replica,
    remove() {
      for (const { crash } of [replica, primary]) crash()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function clusterOf(data: string, port: number): Cluster {
  const sockets = `${data}-sockets`
  const options = [
    ...[`-p ${port}`, '-c listen_addresses=127.0.0.1', `-c unix_socket_directories=${sockets}`],
    ...['-c fsync=off', '-c max_connections=60', '-c shared_buffers=32MB'],
  ].join(' ')
  return {
    url: (database = 'postgres') => `postgres://postgres@127.0.0.1:${port}/${database}`,
    start() {
      makeFolder(sockets)
      run('pg_ctl', ['-D', data, '-w', '-l', `${data}.log`, '-o', options, 'start'])
    },
    crash() {
      try {
        run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
      } catch {
        // It does not run.
      }
    },
  }
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  if (isRoot) execFileSync('chown', ['postgres', folder])
}

const isRoot = process.getuid?.() === 0

/** Runs a program of PostgreSQL, which refuses to run as root. */
function run(program: string, args: readonly string[]): void {
  const path = join(versions, newest ?? '', 'bin', program)
  const asUser = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  const [first = '', ...rest] = [...asUser, path, ...args]
  execFileSync(first, rest, { cwd: '/', stdio: ['ignore', 'ignore', 'ignore'] })
}
