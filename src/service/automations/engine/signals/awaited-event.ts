import type { NodeOf } from '../../definition.ts'

/** The event that ends a wait. `filter` is stored with the run, as JSON. */
interface AwaitedEvent {
  kind: string
  filter: string
}

/** Returns the event of a wait. `campaign` is the campaign of the `send` node that it refers to. */
export const awaitedEventOf = (
  { config: { event, name } }: NodeOf<'wait_event'>,
  campaign: number | null | undefined,
): AwaitedEvent => ({ kind: event, filter: JSON.stringify({ campaign, name }) })

/** Whether an event is the awaited one. */
export function matchesAwaitedEvent(
  of: string | null,
  happened: { campaign_id: number | null; name: string | null },
): boolean {
  const { campaign, name } = JSON.parse(of ?? '{}')
  return (
    (campaign === undefined || campaign === null || campaign === happened.campaign_id) &&
    (name === undefined || name === happened.name)
  )
}
