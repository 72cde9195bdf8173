/** At once to one webhook: what is fast is not held up by our waiting for answers. */
const mostToOne = 8

/** One that failed last is asked by one event at a time, until it answers well again. */
const mostToFailing = 1

/**
 * Those that fail have connections of their own, and so have those that don't: however many hang for
 * the whole time-out, they delay nobody who answers.
 */
const mostInLane = { well: 128, failing: 32 }

export interface DueWebhook {
  id: number
  isFailing: boolean
  /** Since when something waits for it. */
  dueAt: number
}

/** What is under way to a webhook. */
export interface Busy {
  count: number
  isFailing: boolean
}

/** How many deliveries each of the webhooks may be sent now: first who has none under way, and longest waits. */
export function allot(
  due: readonly DueWebhook[],
  busy: ReadonlyMap<number, Busy>,
): { id: number; isFailing: boolean; room: number }[] {
  const free = { ...mostInLane }
  for (const { count, isFailing } of busy.values()) free[laneOf(isFailing)] -= count
  const underWay = (id: number) => busy.get(id)?.count ?? 0
  return [...due]
    .sort((a, b) => underWay(a.id) - underWay(b.id) || a.dueAt - b.dueAt)
    .flatMap(({ id, isFailing }) => {
      const lane = laneOf(isFailing)
      const most = isFailing ? mostToFailing : mostToOne
      const room = Math.min(most - underWay(id), free[lane])
      if (room <= 0) return []
      free[lane] -= room
      return [{ id, isFailing, room }]
    })
}

const laneOf = (isFailing: boolean) => (isFailing ? 'failing' : 'well')
