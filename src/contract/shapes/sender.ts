import * as z from 'zod'
import { email, headerText, id, instant } from './wire.ts'

/** A DNS record that the owner of the domain should set, and the record that was found. */
const dnsRecord = z.object({
  type: z.enum(['TXT', 'CNAME']),
  name: z.string(),
  value: z.string(),
  found: z.string().nullable(),
})

export const senderInput = z.strictObject({
  from_name: headerText(255).min(1),
  from_mail: email,
  reply_to: email.optional(),
})

export const sender = z.object({
  id,
  from_name: z.string(),
  from_mail: z.string(),
  reply_to: z.string().nullable(),
  verified: z.boolean(),
  spf: z.boolean(),
  dkim: z.boolean(),
  dmarc: z.boolean(),
  checked_at: instant.nullable(),
})

export const senderCreated = z.object({
  status: z.string(),
  spf: z.boolean(),
  dkim: z.boolean(),
  id,
  dmarc: z.boolean(),
  verified: z.boolean(),
  /** False for a free mail provider, whose domain the sender does not control. No check was run. */
  checked: z.boolean(),
  records: z.array(dnsRecord),
})

export type DnsRecord = z.output<typeof dnsRecord>
export type Sender = z.output<typeof sender>
