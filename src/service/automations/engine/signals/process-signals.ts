import type { Executor } from '../../../database/dialect.ts'
import { inTransaction } from '../../../database/transaction.ts'
import type { Service } from '../../../service.ts'
import { enrollContacts } from '../entry/enroll.ts'
import type { Enrollment } from '../entry/enroll-store.ts'
import type { FindFlow } from '../flow-cache.ts'
import { groupBy } from '../group-by.ts'
import { type OpenAutomation, selectOpenAutomations } from '../running-store.ts'
import { notifyRun } from './notify-runs.ts'
import {
  deleteSignals,
  hasSignals,
  lockRuns,
  type Signal,
  selectRunsOf,
  selectSignals,
  updateNotified,
} from './signals-store.ts'
import { matchesTrigger } from './triggers.ts'

/** Signals in one transaction. Each of them may start runs in several automations. */
const batchSize = 500

/**
 * Processes signals in one transaction with their effects: runs that waited for them continue, and
 * contacts enter. A signal that a slower transaction commits later is read in the next round,
 * whatever its id. Returns the number of signals.
 */
export async function processSignals(service: Service, findFlow: FindFlow): Promise<number> {
  const { db, clock } = service
  if (!(await hasSignals(db))) return 0
  return inTransaction(db, async (tx) => {
    const signals = await selectSignals(tx, batchSize)
    const contacts = signals.map(({ contact_id }) => contact_id)
    // Before the counters, so that no two workers wait for each other.
    const locked = await lockRuns(tx, contacts)
    const accounts = new Set(signals.map(({ account_id }) => account_id))
    for (const automation of await selectOpenAutomations(tx, [...accounts]))
      await enrollTriggered(tx, findFlow, automation, signals, clock.now())
    const entered = new Set(signals.map(keyOf))
    const runs = (await selectRunsOf(tx, contacts)).filter(
      ({ id, entry_key }) => locked.has(id) || entered.has(entry_key),
    )
    const signalsOf = groupBy(signals, ({ contact_id }) => contact_id)
    await updateNotified(
      tx,
      runs.flatMap((run) => notifyRun(run, signalsOf.get(run.contact_id) ?? []) ?? []),
    )
    await deleteSignals(
      tx,
      signals.map(({ id }) => id),
    )
    return signals.length
  })
}

const keyOf = ({ id }: Signal): string => `signal:${id}`

/** Enrolls contacts, except by signals that the automation or its own messages caused. */
async function enrollTriggered(
  tx: Executor,
  findFlow: FindFlow,
  { id, accountId, version, activatedAt }: OpenAutomation,
  signals: readonly Signal[],
  now: number,
): Promise<void> {
  const flow = await findFlow(tx, id, version)
  if (!flow) return
  const enrollments = signals
    .filter(
      (signal) =>
        signal.account_id === accountId &&
        signal.automation_id !== id &&
        signal.campaign_automation !== id &&
        signal.at >= activatedAt &&
        matchesTrigger(flow.trigger, signal),
    )
    .map(enrollmentOf)
  await enrollContacts(tx, { automationId: id, accountId, version, flow }, enrollments, now)
}

const enrollmentOf = (signal: Signal): Enrollment => ({
  contactId: signal.contact_id,
  key: keyOf(signal),
  properties: JSON.parse(signal.properties),
  at: signal.at,
})
