import * as z from 'zod'
import { amount, count, id, idOrText, instant } from './wire.ts'

export const campaignPreview = z.object({
  asunto: z.string(),
  preheader: z.string(),
  html: z.string(),
  text: z.string(),
  /** The complete message, for `format=mime`. */
  mime: z.string().optional(),
  /** The size of the complete message in bytes. */
  size: count,
})

/** States and actions of a recipient. */
export const recipientFilters = [
  'sent',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'unsubscribed',
  'failed',
  'pending',
  'deferred',
  'cancelled',
  'uncertain',
] as const
export type RecipientFilter = (typeof recipientFilters)[number]

export const campaignRecipient = z.object({
  contact_id: id,
  email: z.string(),
  nombre: z.string(),
  /** The latest known event. */
  status: z.enum(recipientFilters),
  variant: z.string().nullable(),
  attempts: count,
  diagnostic: z.string().nullable(),
  sent_at: instant.nullable(),
  opens: count,
  clicks: count,
  last_open_at: instant.nullable(),
  last_click_at: instant.nullable(),
  /** The delivery of the message, without what the recipient did. */
  state: z
    .enum(recipientFilters)
    .exclude(['opened', 'clicked', 'bounced', 'complained', 'unsubscribed']),
  first_open_at: instant.nullable(),
  first_click_at: instant.nullable(),
  bounced_at: instant.nullable(),
  bounce_type: z.enum(['hard', 'soft']).nullable(),
  /** Such as `mailbox_full`. */
  bounce_reason: z.string().nullable(),
  unsubscribed_at: instant.nullable(),
  complained_at: instant.nullable(),
  conversions: count,
  /** The first conversion. */
  converted_at: instant.nullable(),
  /** By currency; null for conversions without one. */
  conversion_value: z.array(z.object({ currency: z.string().nullable(), value: z.number() })),
})

export const campaignLink = z.object({
  link_id: id,
  url: z.string(),
  clicks: count,
  unique_clicks: count,
  machine_clicks: count,
  position: count,
})

/** The contact that converted, by id or by the token in the clicked link. */
export const conversionInput = z.strictObject({
  contact_id: idOrText.optional(),
  token: z.string().max(512).optional(),
  name: z.string().min(1).max(100),
  value: amount.optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  event_id: z.string().min(1).max(255),
})
