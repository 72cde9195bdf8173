import type { Service } from '../service.ts'
import { newClaim, releaseClaims } from './claims-store.ts'

/**
 * Makes claims and gives back those whose work failed. Otherwise what they hold would wait until this
 * process ends: for the others, it is alive.
 */
export interface Claims {
  /** Runs `work` with a new claim. If it fails, the claim is given back as soon as possible. */
  withClaim<Result>(work: (claim: string) => Promise<Result>): Promise<Result>
  /** Returns whether there was anything to give back. */
  giveBack(): Promise<boolean>
}

/** How many messages were claimed by a process that does not send them any more. */
export interface RecoveredMessages {
  /** They go on. */
  released: number
  /** They may have arrived. */
  uncertain: number
}

export function createClaims({ db, processId }: Pick<Service, 'db' | 'processId'>): Claims {
  const failed = new Set<string>()

  async function giveBack(): Promise<boolean> {
    const claims = [...failed]
    if (claims.length === 0) return false
    await releaseClaims(db, claims)
    for (const claim of claims) failed.delete(claim)
    return true
  }

  return {
    giveBack,
    async withClaim(work) {
      await giveBack()
      const claim = newClaim(processId)
      try {
        return await work(claim)
      } catch (error) {
        failed.add(claim)
        throw error
      }
    },
  }
}
