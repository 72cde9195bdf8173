import type { Clock } from '../../core/clock.ts'
import type { Lane, UnderWay, Waiting } from './lanes.ts'
import type { ClaimedDelivery, DueWebhook } from './queue-store.ts'

/** Whoever takes longer keeps others waiting. */
const quickMs = 1000

/** What is on its way, and how quickly each webhook has answered this process. */
export interface Traffic {
  size(): number
  begin(delivery: ClaimedDelivery, lane: Lane): void
  /** `ms`: how long it took; absent when that says nothing. */
  end(delivery: ClaimedDelivery, ms?: number): void
  underWay(): UnderWay[]
  waiting(due: readonly DueWebhook[]): Waiting[]
}

export function createTraffic(clock: Clock): Traffic {
  const begun = new Map<ClaimedDelivery, { lane: Lane; at: number }>()
  const isQuick = new Map<number, boolean>()

  /** One that lets us wait is slow from then on, and not only when it has answered. */
  function noteWaiting(): void {
    for (const [{ webhookId }, under] of begun) {
      if (clock.now() - under.at <= quickMs) continue
      isQuick.set(webhookId, false)
      if (under.lane !== 'failing') under.lane = 'slow'
    }
  }

  function laneOf({ id, isFailing }: DueWebhook): Lane {
    if (isFailing) return 'failing'
    const known = isQuick.get(id)
    if (known === undefined) return 'untried'
    return known ? 'quick' : 'slow'
  }

  return {
    size: () => begun.size,
    begin: (delivery, lane) => void begun.set(delivery, { lane, at: clock.now() }),
    end(delivery, ms) {
      begun.delete(delivery)
      if (ms !== undefined) isQuick.set(delivery.webhookId, ms <= quickMs)
    },
    underWay() {
      noteWaiting()
      return [...begun].map(([{ webhookId }, { lane }]) => ({ webhookId, lane }))
    },
    waiting: (due) => due.map((each) => ({ id: each.id, dueAt: each.dueAt, lane: laneOf(each) })),
  }
}
