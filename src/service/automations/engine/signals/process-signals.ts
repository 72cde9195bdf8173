import type { Trigger } from '../../../../contract/shapes/flows/automation-node.ts'
import type { Executor } from '../../../database/dialect.ts'
import { inTransaction } from '../../../database/transaction.ts'
import type { Service } from '../../../service.ts'
import { type Enrollment, enrollContacts } from '../entry/enroll.ts'
import type { FindFlow, FindTriggers } from '../flow-cache.ts'
import { groupBy } from '../group-by.ts'
import { type OpenAutomation, selectOpenAutomations } from '../running-store.ts'
import { customEventOf, happenedOf } from './awaited-event.ts'
import { notifyRun } from './notify-runs.ts'
import {
  deleteSignals,
  hasSignals,
  lockRuns,
  type NotifiedRun,
  type Signal,
  selectRunsOf,
  selectSignals,
  updateNotified,
} from './signals-store.ts'
import { matchesTrigger } from './triggers.ts'

/** Signals in one transaction. Each of them may start runs in several automations. */
const batchSize = 500

/** Finds what signals may start. */
interface SignalFlows {
  findFlow: FindFlow
  findTriggers: FindTriggers
}

/**
 * Processes signals in one transaction with their effects: runs that waited for them continue, and
 * contacts enter. A signal that a slower transaction commits later is read in the next round,
 * whatever its id. Returns the number of signals.
 */
export async function processSignals(service: Service, flows: SignalFlows): Promise<number> {
  const { db, clock } = service
  if (!(await hasSignals(db))) return 0
  return inTransaction(db, async (tx) => {
    const signals = await selectSignals(tx, batchSize)
    const contacts = signals.map(({ contact_id }) => contact_id)
    // Before the counters, so that no two workers wait for each other.
    const locked = await lockRuns(tx, contacts)
    const accounts = new Set(signals.map(({ account_id }) => account_id))
    const automations = await selectOpenAutomations(tx, [...accounts])
    const triggers = await flows.findTriggers(tx, automations)
    for (const automation of automations) {
      const trigger = triggers.get(automation.id)
      const entering = trigger ? selectTriggering(signals, automation, trigger) : []
      if (entering.length > 0) await enrollTriggered(tx, flows, automation, entering, clock.now())
    }
    const entered = new Set(signals.map(keyOf))
    const runs = (await selectRunsOf(tx, contacts)).filter(
      ({ id, entry_key }) => locked.has(id) || entered.has(entry_key),
    )
    const signalsOf = groupBy(signals, ({ contact_id }) => contact_id)
    const happenedTo = ({ contact_id }: NotifiedRun) =>
      (signalsOf.get(contact_id) ?? []).map(happenedOf)
    await updateNotified(
      tx,
      runs.flatMap((run) => notifyRun(run, happenedTo(run)) ?? []),
    )
    await deleteSignals(
      tx,
      signals.map(({ id }) => id),
    )
    return signals.length
  })
}

const keyOf = ({ id }: Signal): string => `signal:${id}`

/** Returns the signals that let a contact enter. The automation or its own messages caused none of them. */
const selectTriggering = (
  signals: readonly Signal[],
  { id, accountId, activatedAt }: OpenAutomation,
  trigger: Trigger,
): Signal[] =>
  signals.filter(
    (signal) =>
      signal.account_id === accountId &&
      signal.automation_id !== id &&
      signal.campaign_automation !== id &&
      signal.at >= activatedAt &&
      matchesTrigger(trigger, signal),
  )

async function enrollTriggered(
  tx: Executor,
  { findFlow }: SignalFlows,
  { id, accountId, version }: OpenAutomation,
  signals: readonly Signal[],
  now: number,
): Promise<void> {
  const flow = await findFlow(tx, id, version)
  if (!flow) return
  const target = { automationId: id, accountId, version, flow }
  await enrollContacts(tx, target, signals.map(enrollmentOf), now)
}

function enrollmentOf(signal: Signal): Enrollment {
  const event = customEventOf(signal)
  return {
    contactId: signal.contact_id,
    key: keyOf(signal),
    ...(event && { event }),
    at: signal.at,
  }
}
