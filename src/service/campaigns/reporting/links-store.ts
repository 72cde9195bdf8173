import { sql } from 'kysely'
import type { Executor } from '../../database/dialect.ts'

interface LinkClicks {
  link_id: number
  url: string
  position: number
  clicks: number
  unique_clicks: number
  machine_clicks: number
}

/** Returns the links of a campaign in the order of its content, with their clicks. */
export async function selectLinks(
  db: Executor,
  { accountId, campaign }: { accountId: number; campaign: number },
  page: { link: number | undefined; after: number; limit: number },
): Promise<LinkClicks[]> {
  const { rows } = await sql<LinkClicks>`
    select l.id as link_id, l.url, l.position,
      coalesce(sum(1 - e.machine), 0) + ${repeatsBy(campaign, 0)}
        + ${totalOf(campaign, 'clicks')} as clicks,
      count(distinct case e.machine when 0 then e.recipient_id end)
        + ${totalOf(campaign, 'unique_clicks')} as unique_clicks,
      coalesce(sum(e.machine), 0) + ${repeatsBy(campaign, 1)}
        + ${totalOf(campaign, 'machine_clicks')} as machine_clicks
    from (
      select id, url, position from campaign_links
      where account_id = ${accountId} and campaign_id = ${campaign} and position > ${page.after}
        ${page.link === undefined ? sql`` : sql`and id = ${page.link}`}
      order by position limit ${page.limit}
    ) as l
    left join engagements e
      on e.campaign_id = ${campaign} and e.kind = 'click' and e.link_id = l.id
    group by l.id, l.url, l.position
    order by l.position
  `.execute(db)
  return rows.map((row) => ({
    ...row,
    clicks: Number(row.clicks),
    unique_clicks: Number(row.unique_clicks),
    machine_clicks: Number(row.machine_clicks),
  }))
}

/** The clicks on a link beyond those that are recorded. */
const repeatsBy = (campaign: number, machine: 0 | 1) => sql`coalesce((
  select sum(v.count) from repeat_visits v where v.campaign_id = ${campaign}
    and v.kind = 'click' and v.machine = ${machine} and v.link_id = l.id
), 0)`

/** The clicks on a link whose visits are no longer stored. */
const totalOf = (campaign: number, measure: 'clicks' | 'unique_clicks' | 'machine_clicks') =>
  sql`coalesce((
    select sum(t.${sql.ref(measure)}) from link_totals t
    where t.campaign_id = ${campaign} and t.link_id = l.id
  ), 0)`
