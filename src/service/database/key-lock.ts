import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Failure } from '../../core/failure.ts'
import { refuseUnreachable } from './connect.ts'

/** Ours among the advisory locks of a database: “remi” in ASCII. */
const lock = 0x72656d69

/** A database that starts anew is there again in seconds. */
const retryMs = 1000

/** Seconds after which PostgreSQL asks whether a machine that fell silent is still there. */
const keepaliveSeconds = 60

/**
 * Says to a PostgreSQL, for as long as the connection lasts, that the keys in it are in use; waits while
 * they are being changed. A connection that breaks is made anew, and then `onRegained` is called: in
 * between somebody may have changed them. Returns what releases it.
 */
export async function shareKeys(
  url: string,
  onRegained: () => Promise<void>,
): Promise<() => Promise<void>> {
  let isOver = false
  let client = await share()

  async function share(): Promise<pg.Client> {
    const next = await connect(url)
    await next.query('select pg_advisory_lock_shared($1)', [lock])
    next.once('end', () => void regain())
    return next
  }

  async function regain(): Promise<void> {
    while (!isOver) {
      await sleep(retryMs, undefined, { ref: false })
      try {
        client = await share()
        // It was released while we connected.
        if (isOver) await client.end()
        else await onRegained()
        return
      } catch {
        // Whatever keeps us out keeps the pool of the service out too, which says so.
      }
    }
  }

  return async () => {
    isOver = true
    await client.end()
  }
}

/** Keeps everybody else from the keys of a PostgreSQL; refused while somebody works with them. */
export async function takeKeys(url: string): Promise<() => Promise<void>> {
  const client = await connect(url).catch(refuseUnreachable)
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1) as taken',
    [lock],
  )
  if (rows[0]?.taken) return () => client.end()
  await client.end()
  throw new Failure('keys_in_use')
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  // Without a listener a connection that breaks ends the process; what follows is the caller's.
  client.on('error', () => {})
  await client.connect()
  await client.query(`set tcp_keepalives_idle = ${keepaliveSeconds}`)
  return client
}
