import type pg from 'pg'
import { connectListener } from './client.ts'

/** Sends and receives messages between the processes of one database. */
export interface Notifier {
  send(message: string): Promise<void>
  /** Resolves when messages of any process arrive, this one included. */
  listen(onMessage: (message: string) => void): Promise<Listener>
}

interface Listener {
  /** Resolves when no more messages arrive. */
  lost: Promise<void>
  /** Ends the connection if the server does not answer on it. */
  check(): Promise<void>
  close(): void
}

const channel = 'remite_work'

/**
 * Uses NOTIFY, outside of transactions that write: commits that notify wait for each other. It has a
 * transaction of its own, which need not wait for the disk, because a crash of the server ends all
 * listeners too.
 */
export const createNotifier = (connectionString: string, pool: pg.Pool): Notifier => ({
  async send(message) {
    await pool.query(`select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`, [
      channel,
      message,
    ])
  },
  async listen(onMessage) {
    const client = await connectListener(connectionString)
    const lost = new Promise<void>((resolve) => {
      client.once('end', () => resolve())
    })
    client.on('notification', ({ payload = '' }) => onMessage(payload))
    const close = () => client.leave()
    try {
      await client.query(`listen ${channel}`)
    } catch (error) {
      close()
      throw error
    }
    return {
      lost,
      async check() {
        await client.query('').catch(close)
      },
      close,
    }
  },
})
