import * as z from 'zod'
import { eventProperties } from './shapes/custom-event.ts'
import { count, id, instant } from './shapes/wire.ts'

/** The payloads in the specification: top-level fields of the webhook body. */
const webhookPayloads = {
  'campaign.sent': z.object({ campaign_id: id, sent_at: instant, recipients: count }),
  'contact.open': z.object({ campaign_id: id, contact_id: id, opened_at: instant }),
  'contact.bounce': z.object({
    contact_id: id,
    type: z.enum(['hard', 'soft']),
    reason: z.string(),
  }),
  // 0 if the campaign is unknown
  'contact.complaint': z.object({ contact_id: id, campaign_id: count }),
  'contact.unsubscribe': z.object({ contact_id: id, list_id: id }),
  'automation.triggered': z.object({ automation_id: id, contact_id: id, node: z.string() }),
}

/** Payloads that are not in the specification. A webhook gets them only if it asks for them by name. */
const addedPayloads = {
  // A custom event. Only contact_id is left once the contact has been deleted.
  'contact.event': z.object({
    contact_id: id,
    campaign_id: id.nullable(),
    name: z.string(),
    at: instant,
    value: z.number().nullable(),
    currency: z.string().nullable(),
    properties: eventProperties,
  }),
}

type AddedPayloads = typeof addedPayloads
export type AddedPayload<E extends keyof AddedPayloads> = z.output<AddedPayloads[E]>

const payloads = { ...webhookPayloads, ...addedPayloads }

type WebhookEvent = keyof typeof payloads

/** The events of an account. Those of a test have a type of their own. */
export const accountEventTypes: readonly string[] = [...Object.keys(payloads), 'webhook.test']

export const webhookEvents = Object.keys(payloads) as [WebhookEvent, ...WebhookEvent[]]
