import { dayMs } from '../time.ts'

/** How long records are kept, by kind. An operator can change these periods. */
export interface RetentionPeriods {
  /** Events with their deliveries. */
  events: number
  /** What contacts did elsewhere. Totals stay as long as the contact. */
  customEvents: number
  /** What webhooks answered. */
  webhookAttempts: number
  /** Opens and clicks, one by one. Undefined: as long as their campaign. Totals always stay. */
  visits: number | undefined
  /** The steps of a contact in an automation, from the end of its run. */
  automationRuns: number
  /** A job and the rows that it rejected, from its end. */
  jobs: number
  /** A message of the service itself, from its creation. Its text is deleted when it is sent. */
  serviceMail: number
  /** The audit log: as long as someone may have to account for an action. */
  audit: number
}

export const defaultRetention: RetentionPeriods = {
  // Longer than anyone asks for a replay.
  events: 90 * dayMs,
  // Twice through the seasons of a shop.
  customEvents: 730 * dayMs,
  webhookAttempts: 90 * dayMs,
  visits: undefined,
  automationRuns: 180 * dayMs,
  jobs: 30 * dayMs,
  serviceMail: 30 * dayMs,
  audit: 730 * dayMs,
}
