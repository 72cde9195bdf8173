import { monotonicMs } from '../../core/clock.ts'
import { minuteMs } from '../../core/time.ts'

/** What a relay may announce and still fail at. */
export type Feature = 'pipelining' | 'overlap' | 'chunking'

/** After this time, a feature that failed is tried again. */
const retryMs = 10 * minuteMs

interface RelayFeatures {
  isUsable(feature: Feature): boolean
  failed(feature: Feature): void
  /** The failure had another reason. */
  restore(feature: Feature): void
}

/** Remembers for all connections to a relay what it failed at. */
export function createRelayFeatures(): RelayFeatures {
  const failedAt = new Map<Feature, number>()
  return {
    isUsable: (feature) =>
      monotonicMs() - (failedAt.get(feature) ?? Number.NEGATIVE_INFINITY) > retryMs,
    failed: (feature) => failedAt.set(feature, monotonicMs()),
    restore: (feature) => failedAt.delete(feature),
  }
}
