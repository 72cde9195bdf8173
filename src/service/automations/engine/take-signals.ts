import type { Executor } from '../../database/dialect.ts'
import type { Service } from '../../service.ts'
import { isAwaited } from './awaited.ts'
import { enrol } from './enrol.ts'
import type { Entry } from './enrol-store.ts'
import type { FindFlow } from './flows.ts'
import { type Open, selectOpen } from './running-store.ts'
import {
  deleteSignals,
  isAnySignal,
  type Signal,
  selectAwaiting,
  selectSignals,
  wakeRuns,
} from './signals-read-store.ts'
import { isTriggered } from './triggers.ts'

/** Signals in one transaction: each may let somebody into several automations. */
const batchSize = 500

/**
 * Reads what happened, in one transaction with all that it causes: who waited for it goes on, and who
 * may enter by it enters. What a slower transaction adds later, under whatever number, is there the
 * next time. Returns how many it read.
 */
export async function takeSignals(service: Service, findFlow: FindFlow): Promise<number> {
  const { db, clock } = service
  if (!(await isAnySignal(db))) return 0
  return db.transaction().execute(async (tx) => {
    const signals = await selectSignals(tx, batchSize)
    await wakeWaiting(tx, signals, clock.now())
    const open = await selectOpen(tx, [...new Set(signals.map((signal) => signal.account_id))])
    for (const automation of open) await letIn(tx, findFlow, automation, signals, clock.now())
    await deleteSignals(
      tx,
      signals.map(({ id }) => id),
    )
    return signals.length
  })
}

/** Paused ones too: it has happened, though they move later. */
async function wakeWaiting(tx: Executor, signals: readonly Signal[], now: number): Promise<void> {
  const awaiting = await selectAwaiting(
    tx,
    signals.map(({ contact_id }) => contact_id),
  )
  const come = awaiting.filter((run) =>
    signals.some(
      (signal) =>
        signal.contact_id === run.contact_id &&
        signal.kind === run.awaits &&
        isAwaited(run.awaits_of, signal),
    ),
  )
  await wakeRuns(
    tx,
    come.map(({ id }) => id),
    now,
  )
}

/** What an automation did itself, or what became of its own mail, lets nobody into it again. */
async function letIn(
  tx: Executor,
  findFlow: FindFlow,
  { id, accountId, version, activatedAt }: Open,
  signals: readonly Signal[],
  now: number,
): Promise<void> {
  const flow = await findFlow(tx, id, version)
  if (!flow) return
  const entries = signals
    .filter(
      (signal) =>
        signal.account_id === accountId &&
        signal.automation_id !== id &&
        signal.campaign_automation !== id &&
        signal.at >= activatedAt &&
        isTriggered(flow.trigger, signal),
    )
    .map(entryOf)
  await enrol(tx, { automationId: id, accountId, version, flow }, entries, now)
}

const entryOf = ({ id, contact_id, properties }: Signal): Entry => ({
  contactId: contact_id,
  key: `signal:${id}`,
  properties: JSON.parse(properties),
})
