import { type RefusalKind, refusalKinds } from '../mail/refusal-kinds.ts'

/** A message that reached its relay, the newest first, and how it came back if it did. */
export interface Mailed {
  kind: RefusalKind | null
  /** When it came back. */
  at: number | null
}

/** A mailbox that is full or away for a holiday comes back; one that was for all of this does not. */
export const softLimit = 5
export const softSpanMs = 7 * 86_400_000

/** More than anybody is mailed within the span. */
export const mostLookedAt = 50

/**
 * Whether soft bounces in a row, without a delivery between them, are enough to give an address up.
 * What was not the contact's fault neither counts nor ends the row.
 */
export function isGivenUp(mailed: readonly Mailed[]): boolean {
  const telling = mailed.filter(({ kind }) => kind === null || refusalKinds[kind].isContacts)
  const delivered = telling.findIndex(({ kind }) => kind === null)
  const row = delivered === -1 ? telling : telling.slice(0, delivered)
  if (row.length < softLimit) return false
  const times = row.flatMap(({ at }) => at ?? [])
  return Math.max(...times) - Math.min(...times) >= softSpanMs
}
