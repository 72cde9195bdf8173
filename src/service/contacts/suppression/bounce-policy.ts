import { dayMs } from '../../../core/time.ts'
import { consequencesOf, type RefusalKind } from '../../mail/refusal-rules/refusal-kinds.ts'

/** The outcome of a message that a relay accepted. */
export interface MessageOutcome {
  /** Null: it did not bounce, so it counts as delivered. */
  kind: RefusalKind | null
  bouncedAt: number | null
}

/** A full mailbox or a holiday ends. A mailbox that soft-bounces this often over this long is dead. */
const softBounceLimit = 5
const softBounceSpanMs = 7 * dayMs

/** How many messages to look back: more than any contact receives within the span. */
export const maxOutcomes = 50

/**
 * Whether consecutive soft bounces, without a delivery between them, are enough to suppress an
 * address. `outcomes` are newest first. Bounces that were not the contact's fault do not count, and
 * do not end the series.
 */
export function isSoftBounceLimitReached(outcomes: readonly MessageOutcome[]): boolean {
  const relevant = outcomes.filter(
    ({ kind }) => kind === null || consequencesOf(kind).countsAgainstContact,
  )
  const delivered = relevant.findIndex(({ kind }) => kind === null)
  const series = delivered === -1 ? relevant : relevant.slice(0, delivered)
  if (series.length < softBounceLimit) return false
  const times = series.flatMap(({ bouncedAt }) => bouncedAt ?? [])
  return Math.max(...times) - Math.min(...times) >= softBounceSpanMs
}
