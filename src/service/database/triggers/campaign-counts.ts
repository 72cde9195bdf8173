import type { Dialect } from '../dialect.ts'
import { type Measure, type Source, sources } from './campaign-measures.ts'

/**
 * The figures of each campaign, maintained by triggers on the tables that they come from in the versions
 * before migration 0047. Since then, the statements in `src/service/figures` count.
 */
export function campaignCounts(
  name: Dialect['name'],
  { int, text, real, end }: Dialect['ddl'],
): string[] {
  const table = `create table campaign_counts (
    campaign_id ${int} not null, measure ${text} not null, key ${text} not null, at ${int} not null,
    slot ${int} not null, count ${int} not null, amount ${real} not null,
    primary key (campaign_id, measure, key, at, slot)
  ) ${end}`
  const index = 'create index campaign_counts_slots on campaign_counts (slot) where slot <> 0'
  const fill = sources.flatMap((source) =>
    measuresOf(source)
      .filter(({ isFilled }) => isFilled !== false)
      .map((measure) => {
        const changes = changesIn(source.table, measure, '', source.account)
        return addition(`(${changes}) as changes`, '0')
      }),
  )
  const triggers = name === 'sqlite' ? sqliteTriggers : postgresTriggers
  // The triggers come first and lock their tables: what another process writes meanwhile counts, too.
  return [table, index, ...sources.flatMap(triggers), ...fill]
}

const measuresOf = ({ groups }: Source): Measure[] => groups.flatMap(({ measures }) => measures)

/** A query of what the rows of a table add to a figure; `sign` is `-` for what they no longer add. */
const changesIn = (
  table: string,
  { measure, key, at, when, count = '1', amount = '0.0' }: Measure,
  sign: '' | '-',
  account = 'row.account_id',
): string =>
  `select ${account} as account_id, row.campaign_id, ${measure} as measure, ${key} as key, ${at} as at,
    ${sign}(${count}) as count, ${sign}(${amount}) as amount from ${table} row where ${when}`
    // A keyword in PostgreSQL.
    .replaceAll(/\brow\b/g, 'fact')

/**
 * Adds changes to their rows, which have an account since migration 0047. In order, so that two statements on
 * the same rows cannot deadlock.
 */
const addition = (changes: string, slot: string, hasAccount = false): string => `
  insert into campaign_counts (${hasAccount ? 'account_id, ' : ''}campaign_id, measure, key, at, slot,
    count, amount)
  select ${hasAccount ? 'max(account_id), ' : ''}campaign_id, measure, key, at, ${slot}, sum(count),
    sum(amount)
  from ${changes} where true group by campaign_id, measure, key, at having sum(count) <> 0 or sum(amount) <> 0
  order by campaign_id, measure, key, at
  on conflict (campaign_id, measure, key, at, slot) do update set
    ${hasAccount ? 'account_id = excluded.account_id,' : ''}
    count = campaign_counts.count + excluded.count,
    amount = campaign_counts.amount + excluded.amount`

const sqliteTriggers = (source: Source): string[] => {
  const { table, groups } = source
  const of = (measures: readonly Measure[], row: 'new' | 'old', sign: '' | '-') =>
    measures.map((each) => sqliteAddition(each, row, sign)).join('; ')
  const all = measuresOf(source)
  return [
    `create trigger ${table}_counted_in after insert on ${table}
      begin ${of(all, 'new', '')}; end`,
    `create trigger ${table}_counted_out after delete on ${table}
      begin ${of(all, 'old', '-')}; end`,
    ...groups.map(({ columns, watched, measures }) => {
      const seen = watched ?? columns.map((column) => `row.${column}`)
      const isChanged = seen.map((each) => `${ofRow(each, 'old')} is not ${ofRow(each, 'new')}`)
      return `create trigger ${table}_counted_over_${columns[0]} after update of
        ${columns.join(', ')} on ${table} when ${isChanged.join(' or ')}
        begin ${of(measures, 'old', '-')}; ${of(measures, 'new', '')}; end`
    }),
  ]
}

const ofRow = (expression: string, row: 'new' | 'old') =>
  `(${expression.replaceAll(/\brow\b/g, row)})`

/** The same addition for one row. */
const sqliteAddition = (
  { measure, key, at, when, count = '1', amount = '0.0' }: Measure,
  row: 'new' | 'old',
  sign: '' | '-',
): string => {
  const values = [measure, key, at, '0', `${sign}(${count})`, `${sign}(${amount})`]
  return `insert into campaign_counts (campaign_id, measure, key, at, slot, count, amount)
    select ${row}.campaign_id, ${values.map((value) => ofRow(value, row)).join(', ')}
    where ${ofRow(when, row)}
    on conflict (campaign_id, measure, key, at, slot) do update set
      count = count + excluded.count, amount = amount + excluded.amount`
}

/**
 * Counts once per statement, not per row. Each connection adds to rows of its own, so that no writer
 * waits for another. A worker adds them up.
 */
const postgresTriggers = (source: Source): string[] => {
  const { table } = source
  return eventsOf(source).flatMap(({ name, event, rows, changes }) => [
    `create function count_${table}_${name}() returns trigger language plpgsql as $$
      begin ${addition(`(${changes}) as changes`, 'pg_backend_pid()')}; return null; end $$`,
    `create trigger ${table}_counted_${name} after ${event} on ${table} referencing ${rows}
      for each statement execute function count_${table}_${name}()`,
  ])
}

const eventsOf = (source: Source) => {
  const changes = (rows: string, sign: '' | '-') =>
    measuresOf(source)
      .map((each) => changesIn(rows, each, sign, source.account))
      .join(' union all ')
  const gained = changes('now_there', '')
  const lost = changes('no_more_there', '-')
  return [
    { name: 'in', event: 'insert', rows: 'new table as now_there', changes: gained },
    { name: 'out', event: 'delete', rows: 'old table as no_more_there', changes: lost },
    {
      name: 'over',
      event: 'update',
      rows: 'old table as no_more_there new table as now_there',
      changes: `${gained} union all ${lost}`,
    },
  ]
}

/** Visits expire, and their figures stay. */
const isCounted = (table: string, event: string): boolean =>
  event !== 'out' || (table !== 'engagements' && table !== 'repeat_visits')

/**
 * The functions of the triggers on PostgreSQL, which now count only for programs of an earlier version. A
 * statement of this version counts itself, and says so until its transaction ends.
 */
export const functionsForEarlierVersions: readonly string[] = sources.flatMap((source) =>
  eventsOf(source)
    .filter(({ name }) => isCounted(source.table, name))
    .map(
      ({ name, changes }) => `create or replace function count_${source.table}_${name}()
      returns trigger language plpgsql as $$
      begin if coalesce(current_setting('remite.counts_figures', true), '') <> 'yes' then
        ${addition(`(${changes}) as changes`, 'pg_backend_pid()', true)};
      end if; return null; end $$`,
    ),
)

/** The triggers on SQLite that are left in the version before migration 0047. */
export const sqliteTriggerNames: readonly string[] = sources.flatMap(({ table, groups }) => [
  ...['in', 'out']
    .filter((event) => isCounted(table, event))
    .map((event) => `${table}_counted_${event}`),
  ...groups.map(({ columns }) => `${table}_counted_over_${columns[0]}`),
])
