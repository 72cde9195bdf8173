/**
 * What webhooks share their connections with: only with others that answer as they do. However many
 * keep us waiting, they delay nobody who answers at once.
 */
const lanes = {
  quick: { most: 128, mostToOne: 8 },
  slow: { most: 128, mostToOne: 8 },
  /** Nobody knows how it answers: one event at a time tells. */
  untried: { most: 128, mostToOne: 1 },
  /** It failed last, and is asked by one event at a time until it answers well again. */
  failing: { most: 32, mostToOne: 1 },
}

export type Lane = keyof typeof lanes

/** A webhook that something waits for. */
export interface Waiting {
  id: number
  lane: Lane
  /** Since when something waits for it. */
  dueAt: number
}

/** One delivery that is on its way. */
export interface UnderWay {
  webhookId: number
  lane: Lane
}

/** How many deliveries each of the webhooks may be sent now: first who has none under way, and longest waits. */
export function allot(
  waiting: readonly Waiting[],
  underWay: readonly UnderWay[],
): { id: number; lane: Lane; room: number }[] {
  const free = (lane: Lane) =>
    lanes[lane].most - underWay.filter((delivery) => delivery.lane === lane).length
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
      const room = Math.min(lanes[lane].mostToOne - busyWith(id), left[lane])
      if (room <= 0) return []
      left[lane] -= room
      return [{ id, lane, room }]
    })
}
