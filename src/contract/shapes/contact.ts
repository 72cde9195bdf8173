import * as z from 'zod'
import { problemCodes } from '../../core/problem-codes.ts'
import { as } from '../check.ts'
import { readStatus, usualStatuses } from '../stated-status.ts'
import { recordedEvent } from './custom-event.ts'
import { fieldValues, shownField } from './field.ts'
import {
  liftedSuppression,
  suppression,
  suppressionScopes,
  suppressionTypes,
} from './suppression.ts'
import { count, email, id, instant, instantIn, ok } from './wire.ts'

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

export const tagList = z.array(z.string().min(1).max(100)).max(100)

const contactData = z.strictObject({
  email,
  nombre: z.string().max(255).optional(),
  customFields: fieldValues.optional(),
  tags: tagList.optional(),
})

const statedStatus = z
  .string()
  .max(60)
  .refine(
    (text) => readStatus(text) !== undefined,
    as('unknown_status', { choices: usualStatuses }),
  )

/** `instantIn` as a plain check, because batches have thousands of rows. */
const statedTime = z
  .string()
  .max(40)
  .refine((text) => instantIn.safeParse(text).success, as('bad_time'))

const ofConsent = { feature: 'contact-status' } as const

/**
 * A contact of a batch. What it says about consent never lifts an opt-out: an opt-out in a row is
 * kept, and a row that says active changes nothing of a contact that opted out.
 */
export const contactInput = z.strictObject({
  ...contactData.shape,
  /** Of the contact in the file or tool it comes from. Also accepts the words of other tools. */
  status: statedStatus.optional().meta(ofConsent),
  unsubscribed_at: statedTime.optional().meta(ofConsent),
  confirmed_at: statedTime.optional().meta(ofConsent),
  created_at: statedTime.optional().meta(ofConsent),
  suppression: z.enum(suppressionTypes).optional().meta(ofConsent),
  /** Default: the account for a bounce or complaint, and the list otherwise. */
  suppression_scope: z.enum(suppressionScopes).optional().meta(ofConsent),
  reason: z.string().max(500).optional().meta(ofConsent),
})

/** The options of a batch. Every contact gets the `tags`. */
export const contactBatch = z
  .strictObject({ mode: z.enum(writeModes).default('upsert'), tags: tagList.optional() })
  .meta({ feature: 'batch' })

export const contactEdit = z.strictObject({
  ...contactData.partial().shape,
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

/** With `erase`, `lists` are those that the person was on. */
export const contactRemoved = ok.extend({
  lists: z.array(z.object({ id, name: z.string() })).optional(),
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
  'welcome',
  'open',
  'click',
  'bounce',
  'complaint',
  'optin',
  'unsubscribe',
  'import',
  'added',
  'lifted',
  'event',
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
  events: z.array(recordedEvent).optional(),
  messages: z.array(notice).optional(),
  automations: z.array(passage).optional(),
  traces: z.array(trace).optional(),
  /** The contacts of the person on all lists of the account. */
  subscriptions: z
    .array(contact.extend({ list_name: z.string(), unsubscribed_at: instant.nullable() }))
    .optional(),
  suppressed: z.boolean().optional(),
  suppressions: z.array(suppression).optional(),
  lifted_suppressions: z.array(liftedSuppression).optional(),
})
