/**
 * The life of one message. `submitting` is on disk before the relay is given its content: whoever
 * finds it after a crash cannot know, and it becomes `uncertain`.
 */
const recipientStates = [
  'pending',
  'claimed',
  'submitting',
  'sent',
  'deferred',
  'failed',
  'cancelled',
  'uncertain',
] as const
export type RecipientState = (typeof recipientStates)[number]

/** While a recipient is in one of these the campaign has not ended. */
export const openStates = [
  'pending',
  'claimed',
  'submitting',
  'deferred',
] as const satisfies readonly RecipientState[]

/** What people see: who is being sent to just now is still pending. */
export interface StateCounts {
  sent: number
  failed: number
  pending: number
  deferred: number
  cancelled: number
  uncertain: number
}

export function countStates(rows: readonly { state: string; count: number }[]): StateCounts {
  const of = (...states: RecipientState[]) =>
    rows
      .filter(({ state }) => states.some((wanted) => wanted === state))
      .reduce((sum, { count }) => sum + count, 0)
  return {
    sent: of('sent'),
    failed: of('failed'),
    pending: of('pending', 'claimed', 'submitting'),
    deferred: of('deferred'),
    cancelled: of('cancelled'),
    uncertain: of('uncertain'),
  }
}

export const sumOf = (counts: StateCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
