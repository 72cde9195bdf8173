/**
 * The states of a message, which are also figures of a campaign. A `pending` or `deferred` one is in the queue,
 * which knows whether it is being sent: see `QueuedRecipientRow`.
 */
export const shownStates = [
  'sent',
  'failed',
  'pending',
  'deferred',
  'cancelled',
  'uncertain',
] as const
export type RecipientState = (typeof shownStates)[number]

export type StateCounts = Record<RecipientState, number>

export function countStates(rows: readonly { state: string; count: number }[]): StateCounts {
  const of = (wanted: RecipientState) =>
    rows.filter(({ state }) => state === wanted).reduce((sum, { count }) => sum + count, 0)
  return {
    sent: of('sent'),
    failed: of('failed'),
    pending: of('pending'),
    deferred: of('deferred'),
    cancelled: of('cancelled'),
    uncertain: of('uncertain'),
  }
}

export const sumOf = (counts: StateCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
