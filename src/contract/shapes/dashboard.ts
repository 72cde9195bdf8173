import * as z from 'zod'
import { campaign } from './campaign.ts'
import { eventProperties } from './custom-event.ts'
import { warning } from './warning.ts'
import { count, id, instant, rate } from './wire.ts'

const lastCampaign = campaign
  .pick({ id: true, camp_name: true, status: true, sent_at: true, recipients: true })
  .extend({ open_rate: rate, click_rate: rate })

export const dashboard = z.object({
  contacts: count,
  active_contacts: count,
  lists: count,
  campaigns: count,
  sent: count,
  opens: count,
  clicks: count,
  bounces: count,
  unsubscribes: count,
  open_rate: rate,
  click_rate: rate,
  last_campaigns: z.array(lastCampaign).max(5),
  /** The last sent campaign beside the mean of up to ten before it; null if there is none before it. */
  comparison: z
    .object({
      id,
      campaigns: count,
      open_rate: rate,
      mean_open_rate: rate,
      click_rate: rate,
      mean_click_rate: rate,
    })
    .nullable()
    .optional(),
  quota: z.object({ monthly_sends: count, used: count, resets_at: instant }),
  warnings: z.array(warning),
})

export const statsInterval = z.enum(['hour', 'day'])

export const accountStats = z.object({
  from: instant,
  to: instant,
  interval: statsInterval,
  timezone: z.string(),
  series: z.array(
    z.object({ at: instant, sends: count, opens: count, clicks: count, bounces: count }),
  ),
})

export const domainHealth = z.object({
  domain: z.string(),
  /** Messages that relays accepted. Those they rejected immediately count only as bounces. */
  sent: count,
  delivered: count,
  hard_bounces: count,
  soft_bounces: count,
  complaints: count,
  complaint_rate: rate,
  /** Mailbox providers ask for less than 0.1 % complaints and block senders from 0.3 %. */
  level: z.enum(['ok', 'warn', 'bad']),
})

export const accountEvent = z.object({
  id,
  type: z.string(),
  at: instant,
  contact_id: id.nullable(),
  campaign_id: id.nullable(),
  data: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), eventProperties]),
  ),
  /** The cursor of the next page, in either order. */
  cursor: z.string(),
  deliveries: z.array(
    z.object({
      webhook_id: id,
      attempt: z.int().positive(),
      at: instant,
      status: z.int().nullable(),
      error: z.string().nullable(),
      next_at: instant.nullable(),
    }),
  ),
})
