import { sql } from 'kysely'
import { domainMeasures } from '../database/counter-delta.ts'
import type { Executor } from '../database/dialect.ts'
import type { Period } from './period.ts'
import type { SpanRun } from './rollup-spans.ts'

/** Results of the messages sent to one domain. */
export interface DomainActivity {
  domain: string
  sent: number
  returned: number
  hard_bounces: number
  soft_bounces: number
  complaints: number
}

interface DomainQuery {
  accountId: number
  /** Whole days. */
  period: Period
  /** The rollup rows that cover `period`. */
  spanRuns: readonly SpanRun[]
  order: 'asc' | 'desc'
  after: Pick<DomainActivity, 'sent' | 'domain'> | undefined
  limit: number
}

/** Returns domains by messages sent, including counter deltas that are not rolled up yet. */
export async function selectDomains(
  reader: Executor,
  { accountId, period, spanRuns, order, after, limit }: DomainQuery,
): Promise<DomainActivity[]> {
  const { sums, rowsOfDays } = daysOf({ accountId, period, spanRuns })
  const comparison = sql.raw(order === 'desc' ? '<' : '>')
  const { rows } = await sql<DomainActivity>`
    select domain, ${sums} from (${rowsOfDays}) as days group by domain
    having ${after ? sql`(sum(sent), domain) ${comparison} (${after.sent}, ${after.domain})` : sql`true`}
    order by sum(sent) ${sql.raw(order)}, domain ${sql.raw(order)} limit ${limit}
  `.execute(reader)
  return rows
}

export type AccountResults = Omit<DomainActivity, 'domain'>

/** Adds up the results of all domains. */
export async function selectAccountResults(
  reader: Executor,
  query: Pick<DomainQuery, 'accountId' | 'period' | 'spanRuns'>,
): Promise<AccountResults> {
  const { sums, rowsOfDays } = daysOf(query)
  const { rows } = await sql<{ [Measure in keyof AccountResults]: number | null }>`
    select ${sums} from (${rowsOfDays}) as days
  `.execute(reader)
  const [row] = rows
  return {
    sent: row?.sent ?? 0,
    returned: row?.returned ?? 0,
    hard_bounces: row?.hard_bounces ?? 0,
    soft_bounces: row?.soft_bounces ?? 0,
    complaints: row?.complaints ?? 0,
  }
}

/** Returns the rows of the rollups and of the counter deltas for a period, and the sums over them. */
function daysOf({
  accountId,
  period,
  spanRuns,
}: Pick<DomainQuery, 'accountId' | 'period' | 'spanRuns'>) {
  const names = sql.join(domainMeasures.map((name) => sql.ref(name)))
  const sums = domainMeasures.map(
    (name) => sql`cast(sum(${sql.ref(name)}) as bigint) as ${sql.ref(name)}`,
  )
  const deltaSums = domainMeasures.map(
    (name) => sql`case measure when ${sql.lit(name)} then count else 0 end as ${sql.ref(name)}`,
  )
  // One select per run: combined with `or`, the planner would read the whole account.
  const runs = spanRuns.map(
    ({ days, from, to }) => sql`
      select domain, ${names} from domain_activity
      where account_id = ${accountId} and days = ${days} and day >= ${from} and day < ${to}`,
  )
  const deltas = sql`
    select domain, ${sql.join(deltaSums)} from tallies
    where account_id = ${accountId} and at >= ${period.from} and at < ${period.to}
      and domain <> ''`
  return {
    sums: sql.join(sums),
    rowsOfDays: sql.join([...runs, deltas], sql` union all `),
  }
}
