import type { Clock } from '../../core/clock.ts'
import type { InFlightDelivery, Lane, WaitingWebhook } from './connection-lanes.ts'
import type { ClaimedDelivery, DueWebhook } from './queue-store.ts'

/** A slower webhook delays others. */
const maxQuickMs = 1000

/** Tracks deliveries in flight, and how quickly each webhook responds to this process. */
interface InFlightDeliveries {
  size(): number
  begin(delivery: ClaimedDelivery, lane: Lane): void
  /** `ms` is the response time; absent when it is meaningless. */
  end(delivery: ClaimedDelivery, ms?: number): void
  current(): InFlightDelivery[]
  waiting(due: readonly DueWebhook[]): WaitingWebhook[]
}

export function createInFlightDeliveries(clock: Clock): InFlightDeliveries {
  const begun = new Map<ClaimedDelivery, { lane: Lane; at: number }>()
  const isQuick = new Map<number, boolean>()

  /** Marks webhooks as slow while they keep an attempt waiting, not only after the response. */
  function noteWaiting(): void {
    for (const [{ webhookId }, inFlight] of begun) {
      if (clock.now() - inFlight.at <= maxQuickMs) continue
      isQuick.set(webhookId, false)
      if (inFlight.lane !== 'failing') inFlight.lane = 'slow'
    }
  }

  function laneOf({ id, isFailing }: DueWebhook): Lane {
    if (isFailing) return 'failing'
    const wasQuick = isQuick.get(id)
    if (wasQuick === undefined) return 'untried'
    return wasQuick ? 'quick' : 'slow'
  }

  return {
    size: () => begun.size,
    begin: (delivery, lane) => void begun.set(delivery, { lane, at: clock.now() }),
    end(delivery, ms) {
      begun.delete(delivery)
      if (ms !== undefined) isQuick.set(delivery.webhookId, ms <= maxQuickMs)
    },
    current() {
      noteWaiting()
      return [...begun].map(([{ webhookId }, { lane }]) => ({ webhookId, lane }))
    },
    waiting: (due) =>
      due.map((webhook) => ({ id: webhook.id, dueAt: webhook.dueAt, lane: laneOf(webhook) })),
  }
}
