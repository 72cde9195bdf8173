import * as z from 'zod'
import { as } from '../check.ts'
import { attachment, attachmentInput } from './attachment.ts'
import { leftOutReasons } from './campaign-check.ts'
import { warning } from './warning.ts'
import {
  count,
  email,
  flag,
  headerText,
  id,
  idOrText,
  instant,
  instantIn,
  rate,
  zone,
} from './wire.ts'

export const campaignStatuses = [
  'draft',
  'scheduled',
  'queued',
  'sending',
  'ab_testing',
  'paused',
  'sent',
  'cancelled',
  'failed',
] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

/** The states that the filter `status=active` includes. */
export const activeStatuses = ['queued', 'sending', 'ab_testing', 'paused'] as const

/** The reason for a pause. */
export const pauseReasons = [
  'user',
  'late',
  'drift',
  'relay',
  'quota',
  'reputation',
  'segment',
  'template',
  'list',
] as const

/** In characters. Mail programs do not show messages of this length. */
const maxHtmlLength = 2 * 1024 * 1024
const maxLists = 100
const maxUtmTags = 10

const listIds = z.array(idOrText).max(maxLists)

export const expectRecipients = z
  .strictObject({ min: count, max: count })
  .refine(({ min, max }) => min <= max, as('bad_range'))

const utm = z
  .record(z.string().regex(/^\w{1,64}$/), z.string().max(255))
  .refine((tags) => Object.keys(tags).length <= maxUtmTags, as('too_many', { limit: maxUtmTags }))

export const variantName = z
  .string()
  .regex(/^[a-e]$/)
  .meta({ choices: ['a', 'b', 'c', 'd', 'e'] })

const abTest = z.strictObject({
  /** The differences from the campaign itself. The first variant is `a`. */
  variants: z
    .array(
      z.strictObject({
        asunto: headerText(255).min(1).optional(),
        from_name: headerText(255).optional(),
        preheader: headerText(255).optional(),
        html: z.string().max(maxHtmlLength).optional(),
      }),
    )
    .min(2)
    .max(5),
  /** Percent of the audience in the test, for all variants together. */
  share: z.int().min(1).max(100),
  winner: z.enum(['open', 'click', 'manual']),
  wait_hours: z.int().min(1).max(168).optional(),
})

export type AbTest = z.output<typeof abTest>

const fields = {
  camp_name: z.string().min(1).max(255),
  asunto: headerText(255).min(1),
  html: z.string().max(maxHtmlLength),
  from_name: headerText(255),
  from_mail: email,
  list_id: listIds.min(1),
  track_reads: flag,
  track_links: flag,
  preheader: headerText(255),
  text: z.string().max(maxHtmlLength),
  reply_to: email,
  template_id: idOrText,
  segment_id: idOrText.meta({ feature: 'segment' }),
  exclude_list_id: listIds.meta({ feature: 'exclude' }),
  expect_recipients: expectRecipients.meta({ feature: 'expect-recipients' }),
  utm,
  attachments: z.array(attachmentInput).max(10),
  ab_test: abTest.meta({ feature: 'ab-test' }),
}

/** Without `draft` and `scheduled_at` a campaign is queued immediately. */
export const campaignInput = z
  .strictObject(fields)
  .partial()
  .required({ camp_name: true, asunto: true, from_mail: true, list_id: true })
  .extend({
    draft: flag.optional().meta({ feature: 'draft' }),
    scheduled_at: instantIn.optional().meta({ feature: 'schedule' }),
    timezone: zone.optional().meta({ feature: 'schedule' }),
  })

/** Null removes a value. */
export const campaignEdit = z.strictObject({
  ...z.strictObject(fields).partial().shape,
  reply_to: fields.reply_to.nullable().optional(),
  template_id: fields.template_id.nullable().optional(),
  segment_id: fields.segment_id.nullable().optional(),
  expect_recipients: fields.expect_recipients.nullable().optional(),
  ab_test: fields.ab_test.nullable().optional(),
})

export const campaign = z.object({
  id,
  camp_name: z.string(),
  asunto: z.string(),
  preheader: z.string(),
  html: z.string(),
  text: z.string(),
  from_name: z.string(),
  from_mail: z.string(),
  reply_to: z.string().nullable(),
  list_id: z.array(z.string()),
  exclude_list_id: z.array(z.string()),
  segment_id: id.nullable(),
  template_id: id.nullable(),
  expect_recipients: z.object({ min: count, max: count }).nullable(),
  track_reads: z.boolean(),
  track_links: z.boolean(),
  utm: z.record(z.string(), z.string()),
  attachments: z.array(attachment),
  ab_test: z.object(abTest.shape).nullable(),
  status: z.enum(campaignStatuses),
  reason: z.enum(pauseReasons).nullable(),
  scheduled_at: instant.nullable(),
  timezone: z.string().nullable(),
  by_recipient_timezone: z.boolean(),
  archive_url: z.string().nullable(),
  started_at: instant.nullable(),
  sent_at: instant.nullable(),
  recipients: count,
  sent: count,
  failed: count,
  created_at: instant,
  updated_at: instant,
})

/** What each rate divides by is in the description of the statistics. */
export const campaignRates = {
  open_rate: rate,
  click_rate: rate,
  click_to_open: rate,
  bounce_rate: rate,
  unsubscribe_rate: rate,
  complaint_rate: rate,
}

export const rateNames = [
  'open_rate',
  'click_rate',
  'click_to_open',
  'bounce_rate',
  'unsubscribe_rate',
  'complaint_rate',
] as const satisfies readonly (keyof typeof campaignRates)[]
export type RateName = (typeof rateNames)[number]

/** With what stops the campaign now. Absent on servers that do not say. */
export const campaignDetails = campaign.extend({ warnings: z.array(warning).optional() })

/** A campaign in a list. */
export const campaignSummary = campaign
  .omit({ html: true, text: true, attachments: true, ab_test: true })
  .extend(campaignRates)

export const campaignState = z.object({ ok: z.boolean(), status: z.enum(campaignStatuses) })

/** A dry run has no `id`, but the exact number of recipients. */
export const campaignCreated = z.object({
  ok: z.boolean(),
  id: id.optional(),
  status: z.enum(campaignStatuses),
  recipients: count.optional(),
  left_out: z.record(z.enum(leftOutReasons), count).optional(),
})

export type Campaign = z.output<typeof campaign>
export type CampaignSummary = z.output<typeof campaignSummary>
