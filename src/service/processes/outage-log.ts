import { isUnavailable } from '../database/postgres/client.ts'
import type { Log } from '../log.ts'
import type { Service } from '../service.ts'
import type { RelayTrouble } from './store.ts'

/** A log that names an outage of the database once, instead of an error of each worker each second. */
interface OutageLog {
  log: Log
  /** A worker has reached the database. */
  worked(): void
}

export function createOutageLog({ log, clock }: Pick<Service, 'log' | 'clock'>): OutageLog {
  let since: number | undefined
  return {
    log: {
      info: log.info,
      error(event, error, fields) {
        if (!isUnavailable(error)) return log.error(event, error, fields)
        if (since !== undefined) return
        since = clock.now()
        log.error('the database cannot be reached', error)
      },
    },
    worked() {
      if (since === undefined) return
      log.info('the database can be reached again', { after_ms: clock.now() - since })
      since = undefined
    },
  }
}

/** Logs that the relay does not take mail, and that it does again. */
export function logRelay({ log }: Pick<Service, 'log'>, trouble: RelayTrouble | undefined): void {
  if (trouble) log.error('the relay accepts no mail', trouble.response)
  else log.info('the relay accepts mail again')
}
