/**
 * The states of a message. `submitting` is on disk before the relay gets the content: after a crash
 * nobody can know whether it was sent, and it becomes `uncertain`.
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

/** A campaign has not ended while a recipient is in one of these states. */
export const openStates = [
  'pending',
  'claimed',
  'submitting',
  'deferred',
] as const satisfies readonly RecipientState[]

/** The states that people see, which are also figures of a campaign. */
export const shownStates = [
  'sent',
  'failed',
  'pending',
  'deferred',
  'cancelled',
  'uncertain',
] as const

/** Counts as shown to people: a message being submitted still counts as pending. */
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
