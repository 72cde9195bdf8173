import { sql } from 'kysely'
import type { Executor } from '../../../src/service/database/dialect.ts'

interface Walked {
  measure: string
  key: string
  at: number
  count: number
  amount: number
}

const hour = (column: string) => sql.raw(`${column} - ${column} % 3600000`)

/**
 * Returns the figures of a campaign, counted from the rows that they are about, and not from
 * `campaign_counts`.
 */
export async function walkedCounts(db: Executor, campaign: number): Promise<Walked[]> {
  const { rows } = await sql<Walked>`
    select measure, key, at, cast(sum(count) as bigint) as count, sum(amount) as amount from (
      select state as measure,
        case state when 'sent' then coalesce(variant, '') else '' end as key,
        case state when 'sent' then coalesce(${hour('sent_at')}, 0) else 0 end as at,
        1 as count, 0.0 as amount
      from recipients where campaign_id = ${campaign}
      union all
      select 'unique_' || kind || 's', coalesce(variant, ''), 0, 1, 0.0 from (
        select distinct recipient_id, kind from engagements
        where campaign_id = ${campaign} and machine = 0
      ) as visitors join recipients on recipients.id = visitors.recipient_id
      union all
      select case machine when 1 then 'machine_' else '' end || kind || 's', '',
        case machine when 1 then 0 else ${hour('at')} end, count, 0.0
      from (
        select kind, machine, at, 1 as count from engagements where campaign_id = ${campaign}
        union all
        select kind, machine, slot, count from repeat_visits where campaign_id = ${campaign}
      ) as visits
      union all
      select case type when 'hard' then 'hard_bounces' else 'soft_bounces' end, '', ${hour('at')}, 1, 0.0
      from bounces where campaign_id = ${campaign}
      union all
      select 'returned', coalesce(r.variant, ''), 0, 1, 0.0
      from bounces b join recipients r on r.id = b.recipient_id and r.state = 'sent'
      where b.campaign_id = ${campaign}
      union all
      select case type when 'complaint' then 'complaints' else 'unsubscribes' end, '', 0, 1, 0.0
      from contact_history
      where campaign_id = ${campaign} and type in ('complaint', 'unsubscribe')
      union all
      select 'conversions', coalesce(currency, ''), 0, 1, coalesce(value, 0)
      from conversions where campaign_id = ${campaign}
    ) as facts group by measure, key, at
  `.execute(db)
  return rows
}
