import * as z from 'zod'
import { campaignRates, campaignStatuses } from './campaign.ts'
import { count, instant, rate } from './wire.ts'

const seriesPoint = z.object({
  at: instant,
  sent: count,
  opens: count,
  clicks: count,
  bounces: count,
})

const variantStats = z.object({
  variant: z.string(),
  sent: count,
  delivered: count,
  unique_opens: count,
  unique_clicks: count,
  open_rate: rate,
  click_rate: rate,
})

/** Results by the domain of the address. */
const domainResults = z.object({
  domain: z.string(),
  sent: count,
  bounced: count,
  opened: count,
  clicked: count,
})

const bounceReason = z.object({
  type: z.enum(['hard', 'soft']),
  /** Such as `mailbox_full`. */
  kind: z.string(),
  count,
})

/**
 * `opens` and `clicks` count people. Machines (prefetchers, scanners) are counted separately.
 * recipients = sent + failed + pending + deferred + cancelled + uncertain.
 */
export const campaignStats = z.object({
  status: z.enum(campaignStatuses),
  recipients: count,
  sent: count,
  delivered: count,
  pending: count,
  deferred: count,
  cancelled: count,
  uncertain: count,
  failed: count,
  opens: count,
  unique_opens: count,
  machine_opens: count,
  clicks: count,
  unique_clicks: count,
  machine_clicks: count,
  conversions: count,
  /** Revenue by currency; null for conversions without one. */
  conversion_value: z.array(z.object({ currency: z.string().nullable(), value: z.number() })),
  hard_bounces: count,
  soft_bounces: count,
  complaints: count,
  unsubscribes: count,
  ...campaignRates,
  series: z.array(seriesPoint),
  /** With `breakdown`: the 20 domains with the most messages. */
  domains: z.array(domainResults).optional(),
  /** With `breakdown`. */
  bounce_reasons: z.array(bounceReason).optional(),
  ab_test: z.object({ winner: z.string().nullable(), variants: z.array(variantStats) }).nullable(),
})
