import type { Clock } from '../../../core/clock.ts'
import { Failure } from '../../../core/failure.ts'
import { dialectOf, type Executor, isStorageFull } from '../../database/dialect.ts'
import {
  type FirstAnswer,
  type IdempotencyKey,
  inFlight,
  releaseKey,
  saveAnswer,
  saveKeyWithAnswer,
  selectAnswer,
  takeKey,
  takeOverKey,
} from './idempotency-store.ts'

/** The idempotency keys of running requests. */
export interface KeyClaims {
  /** Takes a key for a request, or returns the answer to the first one. Throws idempotency_in_flight. */
  take(claim: IdempotencyKey): Promise<FirstAnswer | undefined>
  /** Saves that the work is done, and its answer unless that is too large. */
  save(tx: Executor, claim: IdempotencyKey, status: number, body: string | null): Promise<void>
  /** Ends a request. Its key is free again unless its work is done. */
  end(claim: IdempotencyKey, isDone: boolean): Promise<void>
}

export const createKeyClaims = (db: Executor, clock: Clock): KeyClaims =>
  dialectOf(db).isOneProcess ? claimsInMemory(db) : claimsInTable(db, clock)

/**
 * One process knows its running requests. A claim in the table would be a commit of its own, which waits
 * for the disk and for the transactions of others.
 */
function claimsInMemory(db: Executor): KeyClaims {
  const running = new Map<string, IdempotencyKey>()
  const nameOf = ({ account, route, key }: IdempotencyKey) => `${account} ${route} ${key}`
  const end = (claim: IdempotencyKey) => {
    if (running.get(nameOf(claim)) === claim) running.delete(nameOf(claim))
  }

  return {
    async take(claim) {
      const first = running.get(nameOf(claim))
      if (first && first.leaseUntil >= claim.takenAt) {
        if (first.bodyHash !== claim.bodyHash) throw new Failure('idempotency_mismatch')
        throw inFlight()
      }
      running.set(nameOf(claim), claim)
      let isFirst = false
      try {
        const answer = await selectAnswer(db, claim)
        isFirst = answer === undefined
        return answer
      } finally {
        if (!isFirst) end(claim)
      }
    },
    async save(tx, claim, status, body) {
      // Another request has taken over the key.
      if (running.get(nameOf(claim)) !== claim) throw inFlight()
      await saveKeyWithAnswer(tx, claim, status, body)
    },
    end: async (claim) => end(claim),
  }
}

function claimsInTable(db: Executor, clock: Clock): KeyClaims {
  return {
    async take(claim) {
      if (await takeKey(db, claim)) return undefined
      const answer = await selectAnswer(db, claim)
      if (!answer) await takeOverKey(db, claim)
      return answer
    },
    save: saveAnswer,
    async end(claim, isDone) {
      if (!isDone) await releaseOrRetry(db, claim, clock)
    },
  }
}

const releasePauseMs = 500

/**
 * On a full disk this fails too. Retries in the background until there is space, so that a repeated
 * request need not wait for the lease.
 */
async function releaseOrRetry(db: Executor, claim: IdempotencyKey, clock: Clock): Promise<void> {
  try {
    await releaseKey(db, claim)
  } catch (error) {
    if (!isStorageFull(error)) throw error
    void clock.sleep(releasePauseMs).then(async () => {
      if (clock.now() < claim.leaseUntil) await releaseOrRetry(db, claim, clock).catch(() => {})
    })
  }
}
