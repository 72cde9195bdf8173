import { setImmediate } from 'node:timers/promises'
import { createBell } from './bell.ts'
import { sweepOrphans } from './contacts/sweep-store.ts'
import { dialectOf } from './database/dialect.ts'
import { prepareNext } from './delivery/audience.ts'
import { campaignMail } from './delivery/campaign-mail.ts'
import { finishDrained } from './delivery/finish.ts'
import { createPump } from './delivery/pump.ts'
import { recoverLeases } from './delivery/recover-store.ts'
import { startDue } from './delivery/schedule.ts'
import { serviceMail } from './delivery/service-mail.ts'
import { publishEvents } from './events/publisher.ts'
import { createPool } from './mail/pool.ts'
import { deleteExpired } from './purge-store.ts'
import type { Service } from './service.ts'

export interface Workers {
  /** There may be work now. */
  wake(): void
  /** Nothing new is begun; what is under way is finished and written. */
  stop(): Promise<void>
}

interface Loop {
  ring(): void
  ended: Promise<void>
}

/** Another process may have made work; our own rings. */
const tickMs = 1000
const recoverTickMs = 60_000
const purgeTickMs = 3_600_000
/** After an error, so that a full disk does not fill the log too. */
const pauseMs = 1000

export function startWorkers(service: Service): Workers {
  const { db, clock, log, settings } = service
  const stopping = new AbortController()
  const { signal } = stopping
  const pool = createPool({
    url: settings.smtpUrl,
    connections: settings.smtpConnections,
    clientName: settings.hostName,
  })
  const pump = createPump({
    db,
    clock,
    log,
    pool,
    connections: settings.smtpConnections,
    onRoom: () => claims.ring(),
    onIdle: () => wake(),
  })
  const sources = [serviceMail(service), campaignMail(service)]
  const recovered = recoverFirst()

  const campaigns = startLoop('campaigns', tickMs, async () => {
    await startDue(service)
    const isPrepared = await prepareNext(service, signal)
    if (isPrepared) claims.ring()
    if (await finishDrained(service)) events.ring()
    return isPrepared
  })
  const claims = startLoop('claims', tickMs, async () => {
    let claimed = 0
    for (const claim of sources) {
      const letters = pump.room() > 0 ? await claim(pump.room()) : []
      pump.add(letters)
      claimed += letters.length
    }
    return claimed > 0
  })
  const events = startLoop('events', tickMs, async () => (await publishEvents(db)) > 0)
  const leases = startLoop('leases', recoverTickMs, async () => {
    await recoverLeases(db, clock.now())
    return false
  })
  const purges = startLoop('purge', purgeTickMs, async () => {
    await deleteExpired(db, clock.now())
    await sweepOrphans(service)
    return false
  })
  const pumping = pump.run()
  const loops = [campaigns, claims, events, leases, purges]
  const wake = () => {
    for (const loop of [campaigns, claims, events]) loop.ring()
  }

  return {
    wake,
    async stop() {
      stopping.abort()
      await Promise.all(loops.map(({ ended }) => ended))
      pump.stop()
      await pumping
      await pool.close()
    },
  }

  /** A database of one process has no other worker: every lease that is found is a dead one's. */
  async function recoverFirst(): Promise<void> {
    const deadline = dialectOf(db).isOneProcess ? Number.MAX_SAFE_INTEGER : clock.now()
    while (!signal.aborted) {
      try {
        return await recoverLeases(db, deadline)
      } catch (error) {
        log.error('leases could not be recovered', error)
        await clock.sleep(pauseMs, signal)
      }
    }
  }

  /** Runs `step` again and again: at once while it says that there was work, else at a ring or tick. */
  function startLoop(name: string, idleMs: number, step: () => Promise<boolean>): Loop {
    const bell = createBell(clock)
    signal.addEventListener('abort', bell.ring)
    return { ring: bell.ring, ended: run() }

    async function run(): Promise<void> {
      await recovered
      while (!signal.aborted) {
        try {
          if (await step()) await setImmediate()
          else if (!signal.aborted) await bell.wait(idleMs)
        } catch (error) {
          log.error(`${name} failed`, error)
          await clock.sleep(pauseMs, signal)
        }
      }
    }
  }
}
