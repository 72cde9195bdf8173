import { sql } from 'kysely'
import { dialectOf, type Executor } from '../../database/dialect.ts'

/** What happened to the messages to one domain. */
interface DomainResults {
  domain: string
  sent: number
  bounced: number
  opened: number
  clicked: number
}

interface BounceReason {
  type: 'hard' | 'soft'
  kind: string
  count: number
}

/** Returns the domains with the most messages. It reads every message of the campaign. */
export async function selectDomainResults(
  db: Executor,
  campaign: number,
  limit: number,
): Promise<DomainResults[]> {
  const domain = domainIn(db)
  const { rows } = await sql<DomainResults>`
    with totals as (
      select ${domain} as domain, ${countOf(sql`r.state = 'sent'`)} as sent,
        ${countOf(sql`r.opened_at is not null`)} as opened,
        ${countOf(sql`r.clicked_at is not null`)} as clicked
      from recipients r where r.campaign_id = ${campaign} group by 1
      order by 2 desc, 1 limit ${limit}
    ), bounced as (
      select ${domain} as domain, count(*) as count from bounces b
      join recipients r on r.id = b.recipient_id
      where b.campaign_id = ${campaign} group by 1
    )
    select t.domain, t.sent, t.opened, t.clicked, cast(coalesce(b.count, 0) as bigint) as bounced
    from totals t left join bounced b on b.domain = t.domain
    where t.domain <> '' order by t.sent desc, t.domain
  `.execute(db)
  return rows
}

/** Returns how many messages bounced for each reason, the most frequent one first. */
export const selectBounceReasons = (db: Executor, campaign: number): Promise<BounceReason[]> =>
  db
    .selectFrom('bounces')
    .select(['type', 'kind', sql<number>`cast(count(*) as bigint)`.as('count')])
    .where('campaign_id', '=', campaign)
    .groupBy(['type', 'kind'])
    .orderBy('count', 'desc')
    .orderBy('type')
    .orderBy('kind')
    .$castTo<BounceReason>()
    .execute()

/** The part of the address after the at sign; empty for the key of an erased address. */
function domainIn(db: Executor) {
  const position = sql`${sql.raw(dialectOf(db).name === 'sqlite' ? 'instr' : 'strpos')}(r.address_key, '@')`
  return sql`case when ${position} = 0 then '' else substr(r.address_key, ${position} + 1) end`
}

const countOf = (condition: ReturnType<typeof sql>) =>
  sql`cast(sum(case when ${condition} then 1 else 0 end) as bigint)`
