import type { NodeOf } from '../definition.ts'

/** What an event must name for somebody to wait no longer; `of` is how their run keeps that. */
export interface Awaited {
  kind: string
  of: string
}

/** Of a wait: `campaign` is that of the `send` node that it names. */
export const awaitedAt = (
  { config: { event, name } }: NodeOf<'wait_event'>,
  campaign: number | null | undefined,
): Awaited => ({ kind: event, of: JSON.stringify({ campaign, name }) })

/** Whether what happened is what was waited for. */
export function isAwaited(
  of: string | null,
  happened: { campaign_id: number | null; name: string | null },
): boolean {
  const { campaign, name } = JSON.parse(of ?? '{}')
  return (
    (campaign === undefined || campaign === null || campaign === happened.campaign_id) &&
    (name === undefined || name === happened.name)
  )
}
