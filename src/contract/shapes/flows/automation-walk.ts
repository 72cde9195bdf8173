import * as z from 'zod'
import { eventInput } from '../custom-event.ts'
import { email, instant } from '../wire.ts'

const sampleEvent = eventInput
  .pick({ name: true, at: true, value: true, currency: true, properties: true })
  .partial()

/** The event that starts the run, and those that happen later. By default they happen now. */
export const sampleEvents = z.union([sampleEvent, z.array(sampleEvent).min(1).max(20)])

export type SampleEvent = z.output<typeof sampleEvent>

/** What would happen to one contact. */
export const walkedAutomation = z.object({
  /** Whether the contact may be mailed and so enters. */
  enrolled: z.boolean(),
  /** Null if the walk ended at its limit of steps. */
  ended_by: z.string().nullable(),
  steps: z.array(
    z.object({ node: z.string(), type: z.string(), outcome: z.string(), at: instant }),
  ),
  messages: z.array(
    z.object({
      node: z.string(),
      at: instant,
      email,
      asunto: z.string(),
      html: z.string().optional(),
      text: z.string(),
    }),
  ),
})
