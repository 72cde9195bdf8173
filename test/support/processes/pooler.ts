import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { newFolder } from '../folder.ts'
import { freePort } from '../free-port.ts'
import { waitFor } from '../wait.ts'

/** Where Debian installs it. */
const program = '/usr/sbin/pgbouncer'

export const hasPooler = existsSync(program)

export interface Pooler {
  /** Returns the URL of a database of the server, through the pooler. */
  through(url: string): string
  stop(): Promise<void>
}

/**
 * Starts pgbouncer in front of a PostgreSQL server, in transaction mode: consecutive transactions of a
 * client run in different sessions of the server.
 */
export async function startPooler(server: string): Promise<Pooler> {
  const { hostname, port: serverPort, username, password } = new URL(server)
  const folder = newFolder()
  const port = await freePort()
  const login = [
    `user=${decodeURIComponent(username)}`,
    ...(password ? [`password=${decodeURIComponent(password)}`] : []),
  ].join(' ')
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort || 5432} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
server_round_robin = 1
max_client_conn = 500
default_pool_size = 10
`,
  )
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn(program, ['-q', ...asUser, file], {
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  process.once('exit', () => child.kill('SIGKILL'))
  await waitFor(() => isListening(port))
  return {
    through(url) {
      const pooled = new URL(url)
      pooled.hostname = '127.0.0.1'
      pooled.port = String(port)
      return pooled.href
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
