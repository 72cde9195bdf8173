import type { Client } from '../../client/client.ts'
import { items } from '../../client/paging.ts'
import { campaigns } from '../../contract/modules/campaigns.ts'
import { Failure, type FailureCode } from '../../core/failure.ts'
import { hourMs } from '../../core/time.ts'
import { findCampaign } from '../../operations/find-campaign.ts'
import { ifOffered } from '../../operations/not-offered.ts'
import {
  type CampaignReport,
  type RenderedMessage,
  type ReportedLink,
  rates,
  type Stats,
} from './campaign-report.ts'

/** Reads everything that the report shows. The server sends only totals, so any size is fast. */
export async function gatherReport(
  client: Client,
  id: number,
  signal: AbortSignal,
): Promise<{ report: CampaignReport; messages: RenderedMessage[] }> {
  const campaign = await findCampaign(client, id, { signal })
  const { series = [], ab_test = null, ...stats } = await statsOf(client, id, signal)
  const { domains = [], bounce_reasons = [], ...figures } = stats
  const links = await linksOf(client, id, signal)
  const messages = await renderedMessages(client, id, { ab_test, signal })
  const comparison = await comparisonOf(client, { id, sentAt: campaign.sent_at ?? null }, signal)
  const { camp_name = '', asunto = '', preheader = '', from_name = '', from_mail = '' } = campaign
  const [rendered] = messages
  const report: CampaignReport = {
    id,
    camp_name,
    asunto: rendered?.asunto ?? asunto,
    preheader: rendered?.preheader ?? preheader,
    from_name,
    from_mail,
    sent_at: campaign.sent_at ?? null,
    figures,
    first_48_hours: firstHours(series),
    links: links ?? [],
    domains,
    bounce_reasons,
    ab_test,
    comparison,
    left_out: [
      ...(links ? [] : (['links'] as const)),
      ...(messages.length > 0 ? [] : (['message'] as const)),
      ...(stats.domains ? [] : (['domains'] as const)),
      ...(stats.bounce_reasons ? [] : (['bounces'] as const)),
      // No server of this API keeps the user agents of readers.
      'devices',
      ...(comparison ? [] : (['comparison'] as const)),
    ],
  }
  return { report, messages }
}

/** The statistics with the breakdown, or without it on a server that refuses to give one. */
async function statsOf(client: Client, id: number, signal: AbortSignal): Promise<Stats> {
  const request = { id, interval: 'hour' as const }
  try {
    return (await client.call(campaigns.stats, { ...request, breakdown: true }, { signal })).data
  } catch (error) {
    if (!isOneOf(error, ['invalid'])) throw error
    return (await client.call(campaigns.stats, request, { signal })).data
  }
}

async function linksOf(client: Client, id: number, signal: AbortSignal) {
  const paging = { limit: 0, all: true, signal }
  const found = await ifOffered(all(items(client, campaigns.links, { id }, paging)))
  if (!found) return undefined
  const total = found.reduce((sum, { clicks }) => sum + clicks, 0)
  return found.map(
    ({ link_id, url, position, clicks, unique_clicks }): ReportedLink => ({
      ...{ link_id, url, position, clicks, unique_clicks },
      share: total === 0 ? 0 : clicks / total,
    }),
  )
}

/** Every version of the message in the order of the variants, which is that of the links. */
async function renderedMessages(
  client: Client,
  id: number,
  { ab_test, signal }: { ab_test: Stats['ab_test']; signal: AbortSignal },
): Promise<RenderedMessage[]> {
  const variants = ab_test ? ab_test.variants.map(({ variant }) => variant) : [undefined]
  const messages: RenderedMessage[] = []
  for (const variant of variants) {
    const request = { id, format: 'html' as const, ...(variant !== undefined && { variant }) }
    try {
      const answer = await ifOffered(client.call(campaigns.preview, request, { signal }))
      if (!answer) return []
      const { asunto, preheader, html } = answer.data
      messages.push({ variant: variant ?? null, asunto, preheader, html })
    } catch (error) {
      // The data that the message was written for may be gone.
      if (!isOneOf(error, ['merge_tag_broken', 'filter_refused', 'template_too_slow'])) throw error
      return []
    }
  }
  return messages
}

/** How many of the newest campaigns are looked through for those before this one. */
const maxListed = 500

async function comparisonOf(
  client: Client,
  { id, sentAt }: { id: number; sentAt: string | null },
  signal: AbortSignal,
): Promise<CampaignReport['comparison']> {
  const earlier: number[] = []
  const paging = { limit: maxListed, signal }
  for await (const other of items(client, campaigns.list, { status: 'sent' }, paging)) {
    const isEarlier =
      other.sent_at && (sentAt === null || Date.parse(other.sent_at) < Date.parse(sentAt))
    if (isEarlier && other.id !== id) earlier.push(other.id)
    if (earlier.length === 5) break
  }
  if (earlier.length === 0) return null
  const results = []
  for (const other of earlier) {
    results.push((await client.call(campaigns.stats, { id: other }, { signal })).data)
  }
  const means: NonNullable<CampaignReport['comparison']>['means'] = {}
  for (const rate of rates) {
    const values = results.map((stats) => stats[rate]).filter((value) => value !== undefined)
    if (values.length === 0) continue
    means[rate] = values.reduce((sum, value) => sum + value, 0) / values.length
  }
  return { campaigns: earlier, means }
}

/** The series has only hours with activity, and the curve needs all of them. */
function firstHours(series: Stats['series']): CampaignReport['first_48_hours'] {
  const start = series.find(({ sent }) => sent > 0) ?? series[0]
  if (!start) return []
  const hours = new Map(series.map((hour) => [Date.parse(hour.at), hour]))
  return Array.from({ length: 48 }, (_, hour) => {
    const at = Date.parse(start.at) + hour * hourMs
    const { sent = 0, opens = 0, clicks = 0 } = hours.get(at) ?? {}
    return { at: new Date(at).toISOString(), sent, opens, clicks }
  })
}

async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of list) found.push(item)
  return found
}

const isOneOf = (error: unknown, codes: readonly FailureCode[]): boolean =>
  error instanceof Failure && codes.includes(error.code)
