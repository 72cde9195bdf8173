import { sql } from 'kysely'
import type { Dialect, Executor } from '../../dialect.ts'

/** Rollups for the dashboard. The columns are documented in `schema/activity.ts`. */
export const activityTables = ({ id, int, text, end }: Dialect['ddl']): string[] => [
  `create table activity (
    account_id ${int} not null, slot ${int} not null, sends ${int} not null,
    opens ${int} not null, clicks ${int} not null, bounces ${int} not null,
    primary key (account_id, slot)
  ) ${end}`,
  `create table domain_activity (
    account_id ${int} not null, days ${int} not null, day ${int} not null,
    domain ${text} not null, sent ${int} not null, returned ${int} not null, hard_bounces ${int} not null,
    soft_bounces ${int} not null, complaints ${int} not null,
    primary key (account_id, days, day, domain)
  ) ${end}`,
  `create table tallies (
    id ${id}, account_id ${int} not null, measure ${text} not null, at ${int} not null,
    domain ${text} not null, count ${int} not null
  ) ${end}`,
  `create index tallies_account on tallies (account_id, at)`,
]

/**
 * Counts the activity from before the rollups. Bounces are missing, because they were not stored
 * then.
 */
export async function fillActivity(db: Executor, { before }: Dialect): Promise<void> {
  await sql`
    insert into activity (account_id, slot, sends, opens, clicks, bounces)
    select account_id, at - at % 900000, sum(sends), sum(opens), sum(clicks), 0 from (
      select account_id, sent_at as at, 1 as sends, 0 as opens, 0 as clicks
      from recipients where sent_at is not null
      union all
      select account_id, at, 0, case kind when 'open' then 1 else 0 end,
        case kind when 'click' then 1 else 0 end
      from engagements where machine = 0
    ) as facts group by account_id, at - at % 900000
  `.execute(db)
  const domain = sql`substr(address_key, length(${before(sql`address_key`, '@')}) + 2)`
  await sql`
    insert into domain_activity
      (account_id, days, day, domain, sent, returned, hard_bounces, soft_bounces, complaints)
    select account_id, days, at - at % (86400000 * days), domain, sum(sent), 0, 0, 0, sum(complaints) from (
      select account_id, sent_at as at, ${domain} as domain, 1 as sent, 0 as complaints
      from recipients where sent_at is not null
      union all
      select h.account_id, coalesce((
        select max(sent_at) from recipients r
        where r.campaign_id = h.campaign_id and r.address_key = c.email_key
      ), h.at), c.domain, 0, 1
      from contact_history h join contacts c on c.id = h.contact_id where h.type = 'complaint'
    ) as facts
    cross join (select cast(1 as bigint) as days union all select 8 union all select 64) as lengths
    where domain <> '' group by account_id, days, at - at % (86400000 * days), domain
  `.execute(db)
}
