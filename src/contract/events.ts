import * as z from 'zod'
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

type WebhookEvent = keyof typeof webhookPayloads

export const webhookEvents = Object.keys(webhookPayloads) as [WebhookEvent, ...WebhookEvent[]]
