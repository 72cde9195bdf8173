import type { Executor } from '../../../database/dialect.ts'
import type { Service } from '../../../service.ts'
import { enrollContacts } from '../entry/enroll.ts'
import type { Enrollment } from '../entry/enroll-store.ts'
import type { FindFlow } from '../flow-cache.ts'
import { type OpenAutomation, selectOpenAutomations } from '../running-store.ts'
import { matchesAwaitedEvent } from './awaited-event.ts'
import {
  deleteSignals,
  hasSignals,
  resumeRuns,
  type Signal,
  selectAwaitingRuns,
  selectSignals,
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
  return db.transaction().execute(async (tx) => {
    const signals = await selectSignals(tx, batchSize)
    await resumeWaitingRuns(tx, signals, clock.now())
    const open = await selectOpenAutomations(tx, [
      ...new Set(signals.map((signal) => signal.account_id)),
    ])
    for (const automation of open)
      await enrollTriggered(tx, findFlow, automation, signals, clock.now())
    await deleteSignals(
      tx,
      signals.map(({ id }) => id),
    )
    return signals.length
  })
}

/**
 * Resumes runs of paused automations too: the event has happened, although the step comes later.
 */
async function resumeWaitingRuns(
  tx: Executor,
  signals: readonly Signal[],
  now: number,
): Promise<void> {
  const awaiting = await selectAwaitingRuns(
    tx,
    signals.map(({ contact_id }) => contact_id),
  )
  const resumable = awaiting.filter((run) =>
    signals.some(
      (signal) =>
        signal.contact_id === run.contact_id &&
        signal.kind === run.awaits &&
        matchesAwaitedEvent(run.awaits_of, signal),
    ),
  )
  await resumeRuns(
    tx,
    resumable.map(({ id }) => id),
    now,
  )
}

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

const enrollmentOf = ({ id, contact_id, properties }: Signal): Enrollment => ({
  contactId: contact_id,
  key: `signal:${id}`,
  properties: JSON.parse(properties),
})
