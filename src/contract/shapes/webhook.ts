import * as z from 'zod'
import { webhookEvents } from '../events.ts'
import { count, id, instant, instantIn, webAddress } from './wire.ts'

const fields = {
  url: webAddress,
  events: z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length),
  description: z.string().max(255),
}

export const webhookInput = z.strictObject(fields).partial().required({ url: true, events: true })

export const webhookEdit = z
  .strictObject({ ...fields, enabled: z.boolean(), rotate_secret: z.boolean() })
  .partial()

/** `secret` is masked. The complete secret is shown once, in the response that created it. */
export const webhook = z.object({
  id,
  url: z.string(),
  events: z.array(z.string()),
  description: z.string(),
  enabled: z.boolean(),
  secret: z.string(),
  failures: count,
  created_at: instant,
})

export const webhookCreated = z.object({ ok: z.boolean(), id, secret: z.string() })

export const webhookEdited = z.object({ ok: z.boolean(), secret: z.string().optional() })

/** The events to send again: by id, by time, or a sample event. */
export const replayInput = z
  .strictObject({
    event_ids: z.array(id).min(1).max(1000),
    from: instantIn,
    to: instantIn,
    test: z.boolean(),
  })
  .partial()
