import type { NodeOf } from '../../definition.ts'
import type { Signal } from './signals-store.ts'

/** The event that ends a wait. `filter` is stored with the run, as JSON. */
interface AwaitedEvent {
  kind: string
  filter: string
}

/**
 * Returns the event of a wait. `campaign` is the campaign of the `send` node that it refers to: all
 * events of that message count, whenever they happened. Other events count `from` a time on.
 */
export const awaitedEventOf = (
  { config: { event, name } }: NodeOf<'wait_event'>,
  campaign: number | null | undefined,
  from: number,
): AwaitedEvent => ({
  kind: event,
  filter: JSON.stringify(campaign ? { campaign, name } : { name, from }),
})

/** An event that happened while the run was on its way to a wait. */
export type EarlierEvent = Pick<Signal, 'kind' | 'campaign_id' | 'name' | 'at'>

export const readEarlierEvents = (json: string | null): EarlierEvent[] => JSON.parse(json ?? '[]')

/** Whether an event is the awaited one. */
export function matchesAwaitedEvent(
  of: string | null,
  happened: Pick<EarlierEvent, 'campaign_id' | 'name' | 'at'>,
): boolean {
  const { campaign, name, from } = JSON.parse(of ?? '{}')
  return (
    (campaign === undefined || campaign === null || campaign === happened.campaign_id) &&
    (name === undefined || name === happened.name) &&
    (from === undefined || happened.at >= from)
  )
}

/**
 * Returns the time from which events count for a run that moves on: since it is due, but not the
 * event with which it entered.
 */
export const countsFrom = ({ due_at, entered_at }: { due_at: number | null; entered_at: number }) =>
  Math.max(due_at ?? 0, entered_at + 1)
