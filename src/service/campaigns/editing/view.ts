import {
  type campaignRates,
  type Campaign as Full,
  pauseReasons,
  type CampaignSummary as Summary,
} from '../../../contract/shapes/campaign.ts'
import { toIsoTime } from '../../../core/time.ts'
import { readAbTest } from '../ab-test.ts'
import { statusOf } from '../campaign.ts'
import { archiveUrlOf } from '../public/subscriber-urls.ts'
import type { StateCounts } from '../reporting/recipient-states.ts'
import type { Campaign, CampaignLists, CampaignSummary } from '../store.ts'
import { parseUtm } from '../utm.ts'

/**
 * `counts` are needed only while a campaign is being sent. Afterwards the row has the final counts.
 */
export function summaryOf(
  row: CampaignSummary,
  { included, excluded }: CampaignLists,
  counts: StateCounts | undefined,
  publicUrl: string,
): Omit<Summary, keyof typeof campaignRates> {
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
    scheduled_at: toIsoTime(row.scheduled_at),
    timezone: row.timezone,
    by_recipient_timezone: row.by_recipient_timezone === 1,
    archive_url: archiveUrlOf(publicUrl, row),
    started_at: toIsoTime(row.started_at),
    sent_at: toIsoTime(row.sent_at),
    recipients: row.recipients,
    sent: counts?.sent ?? row.sent,
    failed: counts?.failed ?? row.failed,
    created_at: toIsoTime(row.created_at),
    updated_at: toIsoTime(row.updated_at),
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

const expectationOf = ({ expect_min: min, expect_max: max }: CampaignSummary) =>
  min === null || max === null ? null : { min, max }
