import type { Executor } from '../../database/dialect.ts'
import { appendEvents } from '../../events/outbox-store.ts'
import type { Flow } from '../definition.ts'
import { type Entry, insertRuns } from './enrol-store.ts'
import { addTallies } from './tallies-store.ts'

/** Where people enter: the flow of an automation's newest version. */
export interface Entrance {
  automationId: number
  accountId: number
  version: number
  flow: Flow
}

/**
 * Lets contacts in and tells which came in. Not those who may not be mailed, nor those who may not
 * enter again, nor anybody while the automation or its account is not active.
 */
export async function enrol(
  tx: Executor,
  entrance: Entrance,
  entries: readonly Entry[],
  now: number,
): Promise<number[]> {
  const { automationId, accountId, version, flow } = entrance
  const entered = await insertRuns(
    tx,
    { automationId, accountId, version, node: flow.entry, reentry: flow.settings.reentry, now },
    entries,
  )
  if (entered.length === 0) return []
  const came = { entered: entered.length, active: entered.length }
  await addTallies(tx, automationId, [
    { version, node: '', ...came },
    { version, node: flow.entry, ...came },
  ])
  await appendEvents(
    tx,
    entered.map((contact_id) => ({
      accountId,
      type: 'automation.triggered',
      payload: { automation_id: automationId, contact_id, node: flow.entry },
      now,
    })),
  )
  return entered
}
