import * as z from 'zod'
import { id, instant } from '../wire.ts'

export const inboxMessage = z.object({
  id,
  /** Of the header. */
  from: z.string(),
  /** The return path. */
  envelope_from: z.string(),
  to: z.string(),
  subject: z.string(),
  /** The first text, which mailboxes show beside the subject. */
  preheader: z.string(),
  received_at: instant,
})

export const inboxMessageWhole = inboxMessage.extend({
  text: z.string(),
  html: z.string(),
  links: z.array(z.string()),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The complete message. */
  source: z.string(),
})
