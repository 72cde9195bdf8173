import type { Executor } from '../../database/dialect.ts'
import { eventAtStep, type MergeEvent, mergeEventOf, readRunEvents } from './run-event.ts'
import { selectRunEvents, visitsPerRun } from './run-events-store.ts'

/** Returns the event of each message that an automation sent, by the visit number of the recipient. */
export async function eventsOfVisits(
  db: Executor,
  visits: readonly number[],
): Promise<Map<number, MergeEvent>> {
  const found = new Map<number, MergeEvent>()
  const runs = new Set(visits.map(runOf).filter((run) => run > 0))
  if (runs.size === 0) return found
  const rows = await selectRunEvents(db, [...runs])
  const eventsOf = new Map(rows.map((row) => [row.id, readRunEvents(row)]))
  for (const visit of visits) {
    const event = eventAtStep(eventsOf.get(runOf(visit)) ?? [], visit % visitsPerRun)
    if (event) found.set(visit, mergeEventOf(event))
  }
  return found
}

const runOf = (visit: number): number => Math.floor(visit / visitsPerRun)
