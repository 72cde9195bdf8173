import * as z from 'zod'
import { problemCodes } from '../../core/failure.ts'
import { fieldValues, shownField } from './field.ts'
import { suppression } from './suppression.ts'
import { count, email, id, instant } from './wire.ts'

export const contactStatuses = [
  'active',
  'unconfirmed',
  'unsubscribed',
  'bounced',
  'complained',
] as const
export type ContactStatus = (typeof contactStatuses)[number]

/** What to do if the contact is already on the list. */
export const writeModes = ['upsert', 'insert', 'skip'] as const
export type WriteMode = (typeof writeModes)[number]

export const maxContactsAtOnce = 5000

const tags = z.array(z.string().min(1).max(100)).max(100)

export const contactInput = z.strictObject({
  email,
  nombre: z.string().max(255).optional(),
  customFields: fieldValues.optional(),
  tags: tags.optional(),
})

/** The options of a batch. Every contact gets the `tags`. */
export const contactBatch = z
  .strictObject({ mode: z.enum(writeModes).default('upsert'), tags: tags.optional() })
  .meta({ feature: 'batch' })

export const contactEdit = z.strictObject({
  ...contactInput.partial().shape,
  status: z.enum(['active', 'unsubscribed']).optional(),
  resend_optin: z.boolean().optional(),
})

export const contact = z.object({
  id,
  list_id: id,
  email: z.string(),
  nombre: z.string(),
  status: z.enum(contactStatuses),
  customFields: z.array(shownField),
  tags: z.array(z.string()),
  source: z.string().nullable(),
  created_at: instant,
  updated_at: instant,
  confirmed_at: instant.nullable(),
  last_open_at: instant.nullable(),
  last_click_at: instant.nullable(),
})

/** How many opt-in mails wait, because of a limit or without a verified sender. Absent: none. */
export const optInWaiting = count.optional()

export const contactWritten = z.object({
  ok: z.boolean(),
  id,
  status: z.enum(contactStatuses).optional(),
  created: z.boolean().optional(),
  optin_waiting: optInWaiting,
})

const rowError = z.object({
  index: count,
  email: z.string(),
  code: z.enum(problemCodes),
  field: z.string().optional(),
  message: z.string(),
})

/** created + updated + skipped + errors = rows in the request. */
export const contactsWritten = z.object({
  created: count,
  updated: count,
  skipped: count,
  optin_waiting: optInWaiting,
  errors: z.array(rowError),
})

export const contactEventTypes = [
  'sent',
  'open',
  'click',
  'bounce',
  'complaint',
  'optin',
  'unsubscribe',
  'import',
  'added',
] as const

export const contactEvent = z.object({
  type: z.enum(contactEventTypes),
  at: instant,
  campaign_id: id.nullable(),
  detail: z.string().nullable(),
})

/** How the contact consented. */
const consent = z.object({
  at: instant,
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
})

/** A campaign message to the contact. */
const mailing = z.object({
  campaign_id: id,
  camp_name: z.string(),
  state: z.string(),
  sent_at: instant.nullable(),
  /** The response of the receiving server. */
  response: z.string().nullable(),
})

/** An open or click. Those of machines are stored but not counted. */
const engagement = z.object({
  campaign_id: id,
  kind: z.enum(['open', 'click']),
  machine: z.boolean(),
  url: z.string().nullable(),
  at: instant,
  /** Several, within a quarter of an hour from `at`, where only their number is stored. */
  count,
})

/** A conversion that a page or shop has reported. */
const conversion = z.object({
  campaign_id: id,
  name: z.string(),
  event_id: z.string(),
  value: z.number().nullable(),
  currency: z.string().nullable(),
  at: instant,
})

/** A message of the service, such as a confirmation request. */
const notice = z.object({
  kind: z.string(),
  subject: z.string(),
  at: instant,
  sent_at: instant.nullable(),
})

/** A run of an automation, with the data of the event that started it. */
const passage = z.object({
  automation_id: id,
  name: z.string(),
  entered_at: instant,
  ended_at: instant.nullable(),
  properties: z.string(),
})

/** Another place where the address is stored, such as a rejected row of an imported file. */
const trace = z.object({ place: z.string(), text: z.string() })

/** With `export=gdpr`, all personal data. */
export const contactDetail = contact.extend({
  unsubscribed_at: instant.nullable().optional(),
  history: z.array(contactEvent).optional(),
  /** The most recent one. */
  consent: consent.nullable().optional(),
  consents: z.array(consent).optional(),
  mailings: z.array(mailing).optional(),
  engagements: z.array(engagement).optional(),
  conversions: z.array(conversion).optional(),
  messages: z.array(notice).optional(),
  automations: z.array(passage).optional(),
  traces: z.array(trace).optional(),
  suppressed: z.boolean().optional(),
  suppressions: z.array(suppression).optional(),
})
