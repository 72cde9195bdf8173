import type { Executor } from '../../../database/dialect.ts'
import { appendEvents } from '../../../events/outbox-store.ts'
import type { Flow } from '../../definition.ts'
import { addCounters } from '../counters-store.ts'
import { type Enrollment, insertRuns } from './enroll-store.ts'

/** The newest version of an automation, which contacts enter. */
export interface EnrollmentTarget {
  automationId: number
  accountId: number
  version: number
  flow: Flow
}

/**
 * Enrolls contacts, and returns those that entered. Skips contacts that may not be mailed or may
 * not enter again, and all of them while the automation is not active.
 */
export async function enrollContacts(
  tx: Executor,
  target: EnrollmentTarget,
  enrollments: readonly Enrollment[],
  now: number,
): Promise<number[]> {
  const { automationId, accountId, version, flow } = target
  const entered = await insertRuns(
    tx,
    { automationId, accountId, version, node: flow.entry, reentry: flow.settings.reentry, now },
    enrollments,
  )
  if (entered.length === 0) return []
  const counts = { entered: entered.length, active: entered.length }
  await addCounters(tx, automationId, [
    { version, node: '', ...counts },
    { version, node: flow.entry, ...counts },
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
