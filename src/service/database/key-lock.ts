import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Failure } from '../../core/failure.ts'
import { refuseUnreachable } from './connect.ts'

/** Our key among the advisory locks of a database: “remi” in ASCII. */
const lock = 0x72656d69

/** A database that restarts is back within seconds. */
const retryMs = 1000

/** PostgreSQL probes a silent connection after this many seconds. */
const keepaliveSeconds = 60

/**
 * Marks the keys of a PostgreSQL database as in use, for as long as the connection lasts. Waits
 * while they are being changed. A broken connection is reopened, and then `onRegained` is called,
 * because the keys may have changed in between. Returns a function that releases the lock.
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
        break
      } catch {
        // The service's pool has the same problem and reports it.
      }
    }
    // The lock was released while we connected.
    if (isOver) await client.end()
    else await checkKeys()
  }

  async function checkKeys(): Promise<void> {
    while (!isOver) {
      try {
        return await onRegained()
      } catch {
        // The connection is lost again.
        await sleep(retryMs, undefined, { ref: false })
      }
    }
  }

  return async () => {
    isOver = true
    await client.end()
  }
}

/**
 * Locks the keys of a PostgreSQL database exclusively. Throws keys_in_use while a service uses
 * them.
 */
export async function lockKeys(url: string): Promise<() => Promise<void>> {
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
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 10_000,
  })
  // Without a listener, a broken connection would end the process. The next query fails instead.
  client.on('error', () => {})
  await client.connect()
  await client.query(`set tcp_keepalives_idle = ${keepaliveSeconds}`)
  return client
}
