import { type RawBuilder, sql } from 'kysely'
import { quarterHourMs } from '../../core/time.ts'
import type { Executor } from '../database/dialect.ts'
import { hasUnpublishedShared } from '../database/sequences.ts'
import type { DueTimes } from './work.ts'

/**
 * Returns when work of each kind is due next, in one statement of PostgreSQL. A time may be too early,
 * but never too late. What many kinds of changes can end is due as long as it exists. A campaign by
 * recipient timezone may start `zoneAheadMs` before its time.
 */
export async function selectDueTimes(db: Executor, zoneAheadMs: number): Promise<DueTimes> {
  const { rows } = await sql<DueTimes>`select
    (select min(scheduled_at - case when by_recipient_timezone = 1 then ${zoneAheadMs} else 0 end)
      from campaigns where status = 'scheduled' and deleted_at is null
      and ${isOfActiveAccount('campaigns')}) as schedules,
    (select min(lease_until) + 1 from campaigns where status = 'queued'
      and ${isOfActiveAccount('campaigns')}) as audiences,
    (select min(case when status = 'ab_testing' then coalesce(ab_decide_at, 0) else 0 end)
      from campaigns where ab_test is not null and ended_at is null
      and status in ('ab_testing', 'sending')) as "A/B tests",
    ${zeroIf(sql`select 1 from campaigns where status = 'cancelled' and ended_at is null`)}
      as cancellations,
    ${zeroIf(sql`select 1 from campaigns where status = 'sending' and automation_id is null`)}
      as endings,
    ${zeroIf(sql`select 1 from campaigns
      where status in ('sending', 'ab_testing') and automation_id is null`)} as reputation,
    least(${firstMessage}, ${firstRecipient}) as claims,
    least(${zeroIf(sql`select 1 from events where seq is null`)},
      ${zeroIf(sql`select 1 where ${hasUnpublishedShared}`)}) as events,
    (select min(first.next_at) from webhooks cross join lateral (
      select next_at from deliveries
      where webhook_id = webhooks.id and state = 'pending' order by next_at limit 1
    ) as first where webhooks.enabled = 1) as webhooks,
    (select min(lease_until) + 1 from jobs
      where finished_at is null and status in ('waiting', 'running')) as jobs,
    (select min(lease_until) + 1 from jobs where finished_at is null) as "job leases",
    ${zeroIf(sql`select 1 from inbox where handled_at is null`)} as bounces,
    least(${firstRun}, ${firstDate}, ${zeroIf(openAutomations)}, ${zeroIf(sql`select 1 from signals`)})
      as automations,
    ${zeroIf(sql`select 1 from optin_requests`)} as "opt-in",
    (select min(next_at) from welcomes where next_at is not null) as welcome,
    least(${zeroIf(sql`select 1 from tallies`)},
      ${zeroIf(sql`select 1 from campaign_counts where slot <> 0`)}) as rollups
  `.execute(db)
  const [times] = rows
  if (!times) throw new Error('a select without a table returned no row')
  return times
}

const zeroIf = (rows: RawBuilder<unknown>) => sql`(select 0 where exists (${rows}))`

const isOfActiveAccount = (table: 'campaigns' | 'automations') => sql`exists (
  select 1 from accounts
  where accounts.id = ${sql.ref(`${table}.account_id`)} and accounts.status = 'active'
)`

const firstMessage = sql`(select min(next_at) from message_queue where claim is null)`

/** One look at the index per campaign, however many recipients wait. */
const firstRecipient = sql`(
  select min(first.next_at) from campaigns cross join lateral (
    select next_at from recipient_queue
    where recipient_queue.campaign_id = campaigns.id and claim is null
    order by next_at limit 1
  ) as first
  where campaigns.status in ('sending', 'ab_testing') and ${isOfActiveAccount('campaigns')}
)`

const firstRun = sql`(
  select min(first.due_at) from automations cross join lateral (
    select due_at from automation_runs
    where automation_id = automations.id and state = 'waiting' order by due_at limit 1
  ) as first
  where automations.status in ('active', 'draining') and ${isOfActiveAccount('automations')}
)`

/** Dates are checked every quarter of an hour. */
const firstDate = sql`(
  select (min(dates_until) / ${sql.lit(quarterHourMs)} + 1) * ${sql.lit(quarterHourMs)}
  from automations
  where status = 'active' and dates_until is not null and ${isOfActiveAccount('automations')}
)`

/** Existing contacts enter, or the runs of a stopped automation end. */
const openAutomations = sql`select 1 from automations
  where ((status = 'active' and existing_after is not null) or (status = 'draining' and (exits = 1
    or not exists (
      select 1 from automation_runs where automation_id = automations.id and state = 'waiting'
    )))) and ${isOfActiveAccount('automations')}`
