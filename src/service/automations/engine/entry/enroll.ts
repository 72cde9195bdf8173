import { createHash } from 'node:crypto'
import { type CausingEvent, writeRunEvents } from '../../../campaigns/run-events/run-event.ts'
import type { Executor } from '../../../database/dialect.ts'
import { appendEvents } from '../../../events/outbox-store.ts'
import type { Flow } from '../../definition.ts'
import { addCounters } from '../counters-store.ts'
import { insertRuns } from './enroll-store.ts'

export interface Enrollment {
  contactId: number
  /**
   * Identifies the occasion, which starts one run only: `signal:<id>`, `date:<contact>:<day>`,
   * `list:<contact>`, `api:<idempotency>`.
   */
  key: string
  /** The custom event that lets the contact enter. */
  event?: CausingEvent
  /** The time of the event, if it is not now. */
  at?: number
}

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
    { automationId, accountId, version, node: flow.entry, reentry: flow.settings.reentry },
    enrollments.map(({ contactId, key, event, at = now }) => ({
      ...{ contactId, occasion: key, at },
      events: event ? writeRunEvents([{ ...event, step: 0 }]) : null,
      place: placeOf(flow.settings.reentry_key, event),
    })),
  )
  if (entered.length === 0) return []
  const counts = { entered: entered.length, active: entered.length }
  await addCounters(tx, { accountId, id: automationId }, [
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

/** A contact has a place for each value of the property that identifies an occasion, such as an order. */
function placeOf(property: string | undefined, event: CausingEvent | undefined): string {
  const value = property === undefined ? undefined : event?.properties[property]
  if (value === undefined || value === null) return ''
  const text = JSON.stringify(value)
  return `:${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
}
