import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import { domainMeasures } from '../events/tally.ts'
import type { Period } from './period.ts'
import { runsOf } from './spans.ts'

/** What became of the messages that went to a domain. */
export interface DomainActivity {
  domain: string
  sent: number
  returned: number
  hard_bounces: number
  soft_bounces: number
  complaints: number
}

export interface DomainQuery {
  accountId: number
  /** Of whole days. */
  period: Period
  order: 'asc' | 'desc'
  after: Pick<DomainActivity, 'sent' | 'domain'> | undefined
  limit: number
}

/** By how much was sent to them, with what is not added to a rollup yet. */
export async function selectDomains(
  reader: Executor,
  { accountId, period, order, after, limit }: DomainQuery,
): Promise<DomainActivity[]> {
  const names = sql.join(domainMeasures.map((name) => sql.ref(name)))
  const sums = domainMeasures.map(
    (name) => sql`cast(sum(${sql.ref(name)}) as bigint) as ${sql.ref(name)}`,
  )
  const tallied = domainMeasures.map(
    (name) => sql`case measure when ${sql.lit(name)} then count else 0 end as ${sql.ref(name)}`,
  )
  // One select each: a planner reads the whole account for a choice of them.
  const runs = runsOf(period).map(
    ({ days, from, to }) => sql`
      select domain, ${names} from domain_activity
      where account_id = ${accountId} and days = ${days} and day >= ${from} and day < ${to}`,
  )
  const isBehind = sql.raw(order === 'desc' ? '<' : '>')
  const { rows } = await sql<DomainActivity>`
    select domain, ${sql.join(sums)} from (
      ${sql.join(runs, sql` union all `)} union all
      select domain, ${sql.join(tallied)} from tallies
      where account_id = ${accountId} and at >= ${period.from} and at < ${period.to}
        and domain <> ''
    ) as days group by domain
    having ${after ? sql`(sum(sent), domain) ${isBehind} (${after.sent}, ${after.domain})` : sql`true`}
    order by sum(sent) ${sql.raw(order)}, domain ${sql.raw(order)} limit ${limit}
  `.execute(reader)
  return rows
}
