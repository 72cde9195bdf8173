import { minuteMs } from '../../core/time.ts'
import { isMadeBy } from '../processes/claims-store.ts'
import type { Service } from '../service.ts'
import { type FoundClaim, selectClaimed } from './queue-store.ts'
import type { MessageTable } from './queued-message.ts'
import { messageTables, recoverFound } from './recover-store.ts'

interface ForgottenClaims {
  /** The database was away, so commits that it had confirmed may be lost. */
  suspect(): void
  /** Recovers what was found a minute ago and is still there. Returns whether there was anything. */
  look(): Promise<boolean>
}

interface MessageHolder {
  /** Whether this process knows of a message. */
  holds(table: MessageTable, id: number): boolean
}

/** Workers that could not write wait for up to ten seconds, and a relay may take minutes to answer. */
const suspectMs = 5 * minuteMs

/**
 * Finds messages that this process has claimed according to the database, and of which it knows nothing: the
 * database has lost the commit of their results, as after a failover to a replica that was behind, or with
 * `synchronous_commit = off`. For the others this process is alive, so they would wait until it ends.
 */
export function createForgottenClaims(
  {
    db,
    clock,
    log,
    metrics,
    processId,
  }: Pick<Service, 'db' | 'clock' | 'log' | 'metrics' | 'processId'>,
  { holds }: MessageHolder,
  onRecovered: () => void,
): ForgottenClaims {
  /** A claim on its way from the database to the dispatcher is unknown for a moment, but not for a minute. */
  let suspects = new Map<MessageTable, FoundClaim[]>()
  let lookAt = Number.POSITIVE_INFINITY
  let endAt = 0

  const select = async (table: MessageTable) => {
    const own = await selectClaimed(db, table, isMadeBy(db, processId))
    return own.filter(({ found_id }) => !holds(table, found_id))
  }

  return {
    suspect() {
      endAt = clock.now() + suspectMs
      if (lookAt === Number.POSITIVE_INFINITY) lookAt = clock.now()
    },
    async look() {
      const now = clock.now()
      if (now < lookAt) return false
      const isLast = now >= endAt
      lookAt = isLast ? Number.POSITIVE_INFINITY : now + minuteMs
      const recovered = { released: 0, uncertain: 0 }
      const found = new Map<MessageTable, FoundClaim[]>()
      for (const table of messageTables) found.set(table, await select(table))
      for (const [table, before] of suspects) {
        const claims = new Set(
          before.map(({ found_claim, found_id }) => `${found_claim} ${found_id}`),
        )
        const forgotten = (found.get(table) ?? []).filter(({ found_claim, found_id }) =>
          claims.has(`${found_claim} ${found_id}`),
        )
        const { released, uncertain } = await db
          .transaction()
          .execute((tx) => recoverFound(tx, table, forgotten))
        recovered.released += released
        recovered.uncertain += uncertain
      }
      suspects = isLast ? new Map() : found
      if (recovered.released + recovered.uncertain === 0) return false
      log.warn('the database had lost results of messages', recovered)
      metrics.countRecovered(recovered)
      onRecovered()
      return true
    },
  }
}
