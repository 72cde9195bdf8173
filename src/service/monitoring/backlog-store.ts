import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'

/** No count goes further: a scrape must cost the same with a million rows. */
export const maxCounted = 10_000

/** What waits to be done, in all processes together. Counts of rows end at `maxCounted`. */
export interface Backlog {
  /** Messages of campaigns that are being sent, in any state before the last. */
  recipients: number
  /** Codes, opt-in mails, notices and tests. */
  serviceMail: number
  imports: number
  otherJobs: number
  deliveries: number
  failingWebhooks: number
  automationRuns: number
}

const upTo = sql.lit(maxCounted)

/**
 * Each count reads an index, and at most `maxCounted` of its rows. The inner counts are of one campaign,
 * webhook or automation, because a join reads the rows of all, also of those that are at rest.
 */
export async function readBacklog(db: Executor, now: number): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select
      (select coalesce(sum((
        select sum(campaign_counts.count) from campaign_counts
        where campaign_counts.campaign_id = campaigns.id
          and campaign_counts.measure in ('pending', 'deferred')
      )), 0) from campaigns where campaigns.status in ('sending', 'ab_testing')) as recipients,
      (select count(*) from (select 1 from message_queue
        where claim is null limit ${upTo}) as waiting) as "serviceMail",
      (select count(*) from (select 1 from jobs
        where finished_at is null and kind = 'import' limit ${upTo}) as waiting) as imports,
      (select count(*) from (select 1 from jobs
        where finished_at is null and kind <> 'import' limit ${upTo}) as waiting) as "otherJobs",
      (select coalesce(sum((
        select count(*) from (select 1 from deliveries
          where deliveries.webhook_id = webhooks.id and deliveries.state = 'pending'
            and deliveries.next_at <= ${now} limit ${upTo}) as waiting
      )), 0) from webhooks where webhooks.enabled = 1) as deliveries,
      (select count(*) from webhooks where enabled = 1 and failures > 0) as "failingWebhooks",
      (select coalesce(sum((
        select count(*) from (select 1 from automation_runs
          where automation_runs.automation_id = automations.id
            and automation_runs.state = 'waiting' and automation_runs.due_at <= ${now}
          limit ${upTo}) as waiting
      )), 0) from automations
        where automations.status in ('active', 'draining')) as "automationRuns"
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without a table returns one row')
  const { deliveries, automationRuns } = row
  return {
    ...row,
    deliveries: Math.min(deliveries, maxCounted),
    automationRuns: Math.min(automationRuns, maxCounted),
  }
}

interface CampaignsInStatus {
  status: string
  /** Why they are paused; empty otherwise. */
  reason: string
  count: number
}

/** Counts the campaigns that are under way or paused. */
export async function countCampaigns(db: Executor): Promise<CampaignsInStatus[]> {
  const { rows } = await sql<CampaignsInStatus>`
    select status, coalesce(reason, '') as reason, count(*) as count from campaigns
    where status in ('queued', 'sending', 'ab_testing', 'paused') and deleted_at is null
      and automation_id is null
    group by status, coalesce(reason, '')
  `.execute(db)
  return rows
}
