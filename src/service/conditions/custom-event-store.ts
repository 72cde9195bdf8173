import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '../database/condition.ts'
import { type CompileContext, endsOf, type Value } from './predicate-store.ts'
import { matchesFilter, valueOfSum } from './property-store.ts'
import type { CustomEventTest, Period, SumTest } from './tree.ts'

/** What is compared, of the events of one person that match a rule. NULL without any. */
interface Aggregates {
  count: Value
  sum: Value
  first: Value
  last: Value
}

/** Compiles whether the events of a contact's person are as a rule requires. Never NULL. */
export function isCustomEvent(context: CompileContext, test: CustomEventTest): Condition {
  const source = isAnsweredByTotals(test) ? totalsOf(test) : eventsOf(context, test)
  const { joins } = context
  if (!joins) {
    return sql`(select ${verdictOf(context, test, source.aggregates)}
      from people p join ${source.from} on e.account_id = p.account_id and e.person_id = p.id
      where p.account_id = ${test.accountId} and p.email_key = contacts.email_key
        and ${source.where})`
  }
  if (joins.length === 0) {
    joins.push(sql`left join people as person on person.account_id = ${test.accountId}
      and person.email_key = contacts.email_key`)
  }
  const name = `events${joins.length}`
  const column = (key: keyof Aggregates) => sql.ref(`${name}.${key}`)
  const { count, sum, first, last } = source.aggregates
  joins.push(sql`left join (
    select e.person_id, ${count} as "count", ${sum} as "sum", ${first} as "first", ${last} as "last"
    from ${source.from} where ${source.where} group by e.person_id
  ) as ${sql.ref(name)} on ${sql.ref(`${name}.person_id`)} = person.id`)
  return verdictOf(context, test, {
    count: column('count'),
    sum: column('sum'),
    first: column('first'),
    last: column('last'),
  })
}

/** Compiles the requirements. Those on a time or a smallest number exclude people without events. */
function verdictOf({ now }: CompileContext, test: CustomEventTest, aggregates: Aggregates) {
  const { count, sum, first, last } = aggregates
  const all = [
    isCompared(count, test.count),
    ...(test.sum ? [isSum(sum, test.sum)] : []),
    ...(test.first ? [isIn(first, test.first, now)] : []),
    ...(test.last ? [isIn(last, test.last, now)] : []),
  ]
  return sql<boolean>`(${sql.join(all, sql` and `)})`
}

function isCompared(value: Value, { op, n }: { op: 'eq' | 'gte' | 'lte'; n: number }): Condition {
  const [sign, isTrueOfNothing] = comparisons[op](n)
  return isTrueOfNothing
    ? sql`(${value} is null or ${value} ${sql.raw(sign)} ${n})`
    : sql`(${value} is not null and ${value} ${sql.raw(sign)} ${n})`
}

/** The comparison, and whether it is true of 0. */
const comparisons = {
  eq: (n: number) => ['=', n === 0] as const,
  gte: (n: number) => ['>=', n <= 0] as const,
  lte: (n: number) => ['<=', n >= 0] as const,
}

/** Below any currency's smallest unit, and above the error of adding binary fractions. */
const tolerance = 0.000001

function isSum(sum: Value, { op, n }: SumTest): Condition {
  const atLeast = isCompared(sum, { op: 'gte', n: n - tolerance })
  const atMost = isCompared(sum, { op: 'lte', n: n + tolerance })
  if (op === 'eq') return sql`(${atLeast} and ${atMost})`
  return op === 'gte' ? atLeast : atMost
}

function isIn(time: Value, period: Period, now: number): Condition {
  const { from, to } = endsOf(period, now)
  const parts = [sql`${time} is not null`]
  if (from !== undefined) parts.push(sql`${time} >= ${from}`)
  if (to !== undefined) parts.push(sql`${time} <= ${to}`)
  return sql`(${sql.join(parts, sql` and `)})`
}

interface Source {
  from: RawBuilder<unknown>
  where: Condition
  aggregates: Aggregates
}

/** Whether a rule is about all events with a name: their totals have one row for each person. */
const isAnsweredByTotals = (test: CustomEventTest): boolean =>
  !test.isConversion &&
  test.filters.length === 0 &&
  test.period === undefined &&
  (test.sum === undefined || test.sum.place.at === 'column')

/** No requirement reads it, so it is not computed for each person. */
const unused = sql`0`

const totalsOf = ({ accountId, nameId, sum, first, last }: CustomEventTest): Source => ({
  from: sql`event_totals e`,
  where: sql`e.account_id = ${accountId} and e.name_id = ${nameId}`,
  aggregates: {
    // PostgreSQL adds integers of 64 bits as numerics, which takes ten times the memory.
    count: sql`sum(cast(e.count as double precision))`,
    sum: sum ? sql`sum(case when e.currency = ${sum.currency} then e.value else 0 end)` : unused,
    first: first ? sql`min(e.first_at)` : unused,
    last: last ? sql`max(e.last_at)` : unused,
  },
})

function eventsOf(context: CompileContext, test: CustomEventTest): Source {
  const { accountId, nameId, isConversion, campaignId, filters, period, sum, first, last } = test
  const { from, to } = period ? endsOf(period, context.now) : {}
  const where = [
    sql`e.account_id = ${accountId}`,
    ...(nameId === undefined ? [] : [sql`e.name_id = ${nameId}`]),
    ...(isConversion ? [sql`e.campaign_id is not null`] : []),
    ...(campaignId === undefined ? [] : [sql`e.campaign_id = ${campaignId}`]),
    ...(from === undefined ? [] : [sql`e.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`e.at <= ${to}`]),
    // Events with another name may have properties of other types, whose conversion would fail.
    ...filters.map(
      (filter) =>
        sql`case e.name_id when ${nameId} then ${matchesFilter(context, filter)} else false end`,
    ),
  ]
  return {
    from: sql`custom_events e`,
    where: sql`${sql.join(where, sql` and `)}`,
    aggregates: {
      count: sql`count(*)`,
      sum: sum ? sql`sum(${valueOfSum(context, sum)})` : unused,
      first: first ? sql`min(e.at)` : unused,
      last: last ? sql`max(e.at)` : unused,
    },
  }
}
