/** Connection limits of webhooks that respond alike. Slow receivers only delay other slow ones. */
const lanes = {
  quick: { max: 128, maxPerWebhook: 8 },
  slow: { max: 128, maxPerWebhook: 8 },
  /** No response time is known yet: one event at a time. */
  untried: { max: 128, maxPerWebhook: 1 },
  /** The last attempt failed: one event at a time until it succeeds. */
  failing: { max: 32, maxPerWebhook: 1 },
}

export type Lane = keyof typeof lanes

/** A webhook with deliveries that are due. */
export interface WaitingWebhook {
  id: number
  lane: Lane
  /** When the oldest delivery became due. */
  dueAt: number
}

/** A delivery in flight. */
export interface InFlightDelivery {
  webhookId: number
  lane: Lane
}

/**
 * Decides how many deliveries each webhook may start now. Webhooks with the fewest in flight and
 * the longest wait come first.
 */
export function allocateConnections(
  waiting: readonly WaitingWebhook[],
  underWay: readonly InFlightDelivery[],
): { id: number; lane: Lane; room: number }[] {
  const free = (lane: Lane) =>
    lanes[lane].max - underWay.filter((delivery) => delivery.lane === lane).length
  const left = {
    quick: free('quick'),
    slow: free('slow'),
    untried: free('untried'),
    failing: free('failing'),
  }
  const busy = new Map<number, number>()
  for (const { webhookId } of underWay) busy.set(webhookId, (busy.get(webhookId) ?? 0) + 1)
  const busyWith = (id: number) => busy.get(id) ?? 0
  return [...waiting]
    .sort((a, b) => busyWith(a.id) - busyWith(b.id) || a.dueAt - b.dueAt)
    .flatMap(({ id, lane }) => {
      const room = Math.min(lanes[lane].maxPerWebhook - busyWith(id), left[lane])
      if (room <= 0) return []
      left[lane] -= room
      return [{ id, lane, room }]
    })
}
