import {
  type CampaignStatus,
  campaignStatuses,
  type Campaign as Full,
  pauseReasons,
  type CampaignSummary as Summary,
} from '../../contract/shapes/campaign.ts'
import { readAbTest } from './ab-test.ts'
import type { StateCounts } from './recipient-states.ts'
import type { Campaign, CampaignLists, CampaignSummary } from './store.ts'
import { archiveUrlOf } from './subscriber-pages.ts'
import { parseUtm } from './utm.ts'

/** `counts`: while it is under way; at its end they are kept with the campaign. */
export function summaryOf(
  row: CampaignSummary,
  { included, excluded }: CampaignLists,
  counts: StateCounts | undefined,
  publicUrl: string,
): Summary {
  return {
    id: row.id,
    camp_name: row.camp_name,
    asunto: row.asunto,
    preheader: row.preheader,
    from_name: row.from_name,
    from_mail: row.from_mail,
    reply_to: row.reply_to,
    list_id: included.map(String),
    exclude_list_id: excluded.map(String),
    segment_id: row.segment_id,
    template_id: row.template_id,
    expect_recipients: expectationOf(row),
    track_reads: row.track_reads === 1,
    track_links: row.track_links === 1,
    utm: { ...parseUtm(row.utm) },
    status: statusOf(row),
    reason: pauseReasons.find((reason) => reason === row.reason) ?? null,
    scheduled_at: instantOf(row.scheduled_at),
    timezone: row.timezone,
    by_recipient_timezone: row.by_recipient_timezone === 1,
    archive_url: archiveUrlOf(publicUrl, row),
    started_at: instantOf(row.started_at),
    sent_at: instantOf(row.sent_at),
    recipients: row.recipients,
    sent: counts?.sent ?? row.sent,
    failed: counts?.failed ?? row.failed,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  }
}

export const campaignOf = (
  row: Campaign,
  attachments: Full['attachments'],
  lists: CampaignLists,
  counts: StateCounts | undefined,
  publicUrl: string,
): Full => ({
  ...summaryOf(row, lists, counts, publicUrl),
  html: row.html,
  text: row.text,
  attachments: [...attachments],
  ab_test: readAbTest(row) ?? null,
})

/** For text that was written from the same table. */
export const statusOf = ({ status }: { status: string }): CampaignStatus =>
  campaignStatuses.find((known) => known === status) ?? 'failed'

/** Its recipients have to be counted: there are some, and their counts are not kept with it yet. */
export const isCounted = ({ status, ended_at }: Pick<Campaign, 'status' | 'ended_at'>): boolean =>
  ended_at === null && !['draft', 'scheduled', 'failed'].includes(status)

const instantOf = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString()

const expectationOf = ({ expect_min: min, expect_max: max }: CampaignSummary) =>
  min === null || max === null ? null : { min, max }
