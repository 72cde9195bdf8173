import { reasonOf } from '../../core/reason-of.ts'
import { isUnavailable } from '../database/postgres/client.ts'
import type { Log } from '../log.ts'
import type { Service } from '../service.ts'
import type { RelayTrouble } from './store.ts'

/** A log that names an outage of the database once, instead of an error of each worker and request. */
export interface OutageLog {
  log: Log
  /** A worker has reached the database. */
  worked(): void
  /** Calls `listener` when an outage has ended. */
  onEnd(listener: () => void): void
  /** How long a worker waits after an error: longer, the longer the database is away. */
  pauseMs(): number
}

/** After an error, so that a full disk does not fill the log too. */
const minPauseMs = 1000
/** A dozen workers then try about once a second together, and the first success is soon noticed. */
const maxPauseMs = 10_000
const pauseShare = 0.2

export function createOutageLog({ log, clock }: Pick<Service, 'log' | 'clock'>): OutageLog {
  let since: number | undefined
  let onEnd = () => {}
  return {
    onEnd(listener) {
      onEnd = listener
    },
    log: {
      ...log,
      error(event, error, fields) {
        if (!(error instanceof Error && isUnavailable(error)))
          return log.error(event, error, fields)
        if (since !== undefined) return
        since = clock.now()
        log.error('the database cannot be reached', reasonOf(error), fields)
      },
    },
    worked() {
      if (since === undefined) return
      log.info('the database can be reached again', { after_ms: clock.now() - since })
      since = undefined
      onEnd()
    },
    pauseMs() {
      const awayMs = since === undefined ? 0 : clock.now() - since
      return Math.min(Math.max(minPauseMs, awayMs * pauseShare), maxPauseMs)
    },
  }
}

/** Logs that the relay does not take mail, and that it does again. */
export function logRelay({ log }: Pick<Service, 'log'>, trouble: RelayTrouble | undefined): void {
  if (trouble) log.error('the relay accepts no mail', trouble.response)
  else log.info('the relay accepts mail again')
}

/** Logs that long reads go to the primary, and that they go to the replica again. */
export const logReplica =
  (log: Log) =>
  (trouble: string | undefined): void => {
    if (trouble === undefined) log.info('long reads go to the replica again')
    else log.warn('long reads go to the primary', { reason: trouble })
  }
