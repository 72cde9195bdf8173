import {
  countsFrom,
  type EarlierEvent,
  matchesAwaitedEvent,
  readEarlierEvents,
  withEvent,
} from './awaited-event.ts'
import type { NotifiedRun } from './signals-store.ts'

/** The number of events that a run remembers, the newest. One that stands still may get many. */
const maxEarlierEvents = 100

/** The characters that they may have together. */
const maxEarlierSize = 65_536

/**
 * Gives the signals of a contact to a run, in order, and returns the run if they change it. A signal
 * ends the wait for it, once. A run that is on its way remembers the signal until it reaches a wait.
 * Runs of paused automations and suspended accounts are changed too: the event has happened,
 * although the step comes later.
 */
export function notifyRun(
  run: NotifiedRun,
  signals: readonly EarlierEvent[],
): NotifiedRun | undefined {
  const earlier: EarlierEvent[] = readEarlierEvents(run.earlier_events)
  let { awaits, awaits_of, due_at, events } = run
  let isChanged = false
  for (const signal of signals) {
    const { kind, at } = signal
    if (awaits !== null) {
      if (kind !== awaits || !matchesAwaitedEvent(awaits_of, signal)) continue
      awaits = null
      awaits_of = null
      due_at = at
      events = withEvent({ ...run, events }, signal, run.steps + 1)
    } else if (at >= countsFrom({ due_at, entered_at: run.entered_at })) {
      earlier.push(signal)
    } else continue
    isChanged = true
  }
  if (!isChanged) return undefined
  return { ...run, awaits, awaits_of, due_at, events, earlier_events: writeEarlier(earlier) }
}

function writeEarlier(events: readonly EarlierEvent[]): string | null {
  const texts = events.slice(-maxEarlierEvents).map((event) => JSON.stringify(event))
  let size = 0
  const first = texts.findLastIndex((text) => {
    size += text.length
    return size > maxEarlierSize
  })
  const kept = texts.slice(first + 1)
  return kept.length > 0 ? `[${kept.join(',')}]` : null
}
