import {
  countsFrom,
  type EarlierEvent,
  matchesAwaitedEvent,
  readEarlierEvents,
} from './awaited-event.ts'
import type { NotifiedRun } from './signals-store.ts'

/** The number of events that a run remembers, the newest. One that stands still may get many. */
const maxEarlierEvents = 100

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
  let { awaits, awaits_of, due_at } = run
  let isChanged = false
  for (const signal of signals) {
    const { kind, campaign_id, name, at } = signal
    if (awaits !== null) {
      if (kind !== awaits || !matchesAwaitedEvent(awaits_of, signal)) continue
      awaits = null
      awaits_of = null
      due_at = at
    } else if (at >= countsFrom({ due_at, entered_at: run.entered_at })) {
      earlier.push({ kind, campaign_id, name, at })
    } else continue
    isChanged = true
  }
  if (!isChanged) return undefined
  const kept = earlier.slice(-maxEarlierEvents)
  const earlier_events = kept.length > 0 ? JSON.stringify(kept) : null
  return { ...run, awaits, awaits_of, due_at, earlier_events }
}
