import type { Service } from '../service.ts'
import { createHeartbeat, heartbeatMs } from './heartbeat.ts'
import { createOutageLog } from './outage-log.ts'
import { createAnnouncer } from './work-channel.ts'

/**
 * Takes the place of the workers in a process without work, which only answers requests or is on hold:
 * it shows that it is alive, and announces work to the others.
 */
export function startHeartbeatOnly(given: Service, outages = createOutageLog(given)) {
  const service = { ...given, log: outages.log }
  const { clock, log } = service
  const heartbeat = createHeartbeat(service)
  const announcer = createAnnouncer(service)
  const stopping = new AbortController()
  const { signal } = stopping
  const beating = run()

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await heartbeat.beat({ trouble: undefined, lastResultAt: 0, queued: 0, inFlight: 0 })
        outages.worked()
        await clock.sleep(heartbeatMs, signal)
      } catch (error) {
        log.error('heartbeat failed', error)
        await clock.sleep(outages.pauseMs(), signal)
      }
    }
  }

  return {
    wake: announcer.wake,
    keepAwake: announcer.keepAwake,
    setRates() {},
    async stop() {
      stopping.abort()
      announcer.stop()
      await beating
      await heartbeat.end(false)
    },
  }
}
