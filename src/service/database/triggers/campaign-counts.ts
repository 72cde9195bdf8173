import { hourMs } from '../../../core/time.ts'
import type { Dialect } from '../dialect.ts'

/**
 * The figures of each campaign, maintained by triggers on the tables that they come from. Counting a
 * million messages takes a second, and figures are viewed while a campaign is being sent.
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
      .map((measure) => addition(`(${changesIn(source.table, measure, '')}) as changes`, '0')),
  )
  const triggers = name === 'sqlite' ? sqliteTriggers : postgresTriggers
  // The triggers come first and lock their tables: what another process writes meanwhile counts, too.
  return [table, index, ...sources.flatMap(triggers), ...fill]
}

/** A figure that each row of a table adds to, as SQL over the columns of a row that is named `row`. */
interface Measure {
  /** An expression for the name of the measure. */
  measure: string
  /** The variant or the currency. */
  key: string
  /** The start of the hour that it counts in; 0 for a figure without a time. */
  at: string
  /** Which rows count. */
  when: string
  count?: string
  amount?: string
  /** False if the rows of another table, which exist already, fill it. */
  isFilled?: false
}

interface Source {
  table: string
  groups: readonly MeasureGroup[]
}

/** Figures that the same update changes. */
interface MeasureGroup {
  /** The columns that an update may change. */
  columns: readonly string[]
  /** The expressions that change a figure, if they are not the columns. */
  watched?: readonly string[]
  measures: readonly Measure[]
}

const hourOf = (column: string) => `row.${column} - row.${column} % ${hourMs}`
const variant = `coalesce(row.variant, '')`
const visitMeasures = (at: string, count?: string): Measure[] =>
  (['open', 'click'] as const).flatMap((kind) =>
    [0, 1].map((machine) => ({
      measure: `'${machine ? 'machine_' : ''}${kind}s'`,
      key: `''`,
      at: machine ? '0' : hourOf(at),
      when: `row.kind = '${kind}' and row.machine = ${machine}`,
      ...(count !== undefined && { count }),
    })),
  )

/** A message that is with a worker counts as pending. */
const shownState = `case when row.state in ('claimed', 'submitting') then 'pending' else row.state end`

const firstVisit = (measure: string, column: string): MeasureGroup => ({
  columns: [column, 'variant'],
  watched: [`row.${column} is null`, 'row.variant'],
  measures: [{ measure: `'${measure}'`, key: variant, at: '0', when: `row.${column} is not null` }],
})

const sources: readonly Source[] = [
  {
    table: 'recipients',
    groups: [
      {
        columns: ['state', 'sent_at', 'variant'],
        watched: [shownState, 'row.sent_at', 'row.variant'],
        measures: [
          { measure: shownState, key: `''`, at: '0', when: `row.state <> 'sent'` },
          {
            measure: `'sent'`,
            key: variant,
            at: `coalesce(${hourOf('sent_at')}, 0)`,
            when: `row.state = 'sent'`,
          },
          // A late result may turn a message that has bounced into one that was sent.
          {
            measure: `'returned'`,
            key: variant,
            at: '0',
            when: `row.state = 'sent'
              and exists (select 1 from bounces b where b.recipient_id = row.id)`,
            isFilled: false,
          },
        ],
      },
      firstVisit('unique_opens', 'opened_at'),
      firstVisit('unique_clicks', 'clicked_at'),
    ],
  },
  {
    table: 'engagements',
    groups: [{ columns: ['machine', 'at'], measures: visitMeasures('at') }],
  },
  {
    table: 'repeat_visits',
    groups: [{ columns: ['count'], measures: visitMeasures('slot', 'row.count') }],
  },
  {
    table: 'bounces',
    groups: [
      {
        columns: ['type', 'at'],
        measures: [
          {
            measure: `case row.type when 'hard' then 'hard_bounces' else 'soft_bounces' end`,
            key: `''`,
            at: hourOf('at'),
            when: 'true',
          },
          {
            measure: `'returned'`,
            key: `coalesce((select r.variant from recipients r where r.id = row.recipient_id), '')`,
            at: '0',
            when: `exists (
              select 1 from recipients r where r.id = row.recipient_id and r.state = 'sent'
            )`,
          },
        ],
      },
    ],
  },
  {
    table: 'contact_history',
    groups: [
      {
        columns: ['type', 'campaign_id'],
        measures: [
          {
            measure: `case row.type when 'complaint' then 'complaints' else 'unsubscribes' end`,
            key: `''`,
            at: '0',
            when: `row.campaign_id is not null and row.type in ('complaint', 'unsubscribe')`,
          },
        ],
      },
    ],
  },
  {
    table: 'conversions',
    groups: [
      {
        columns: ['value', 'currency'],
        measures: [
          {
            measure: `'conversions'`,
            key: `coalesce(row.currency, '')`,
            at: '0',
            when: 'true',
            amount: 'coalesce(row.value, 0)',
          },
        ],
      },
    ],
  },
]

const measuresOf = ({ groups }: Source): Measure[] => groups.flatMap(({ measures }) => measures)

/** A query of what the rows of a table add to a figure; `sign` is `-` for what they no longer add. */
const changesIn = (
  table: string,
  { measure, key, at, when, count = '1', amount = '0.0' }: Measure,
  sign: '' | '-',
): string =>
  `select row.campaign_id, ${measure} as measure, ${key} as key, ${at} as at,
    ${sign}(${count}) as count, ${sign}(${amount}) as amount from ${table} row where ${when}`
    // A keyword in PostgreSQL.
    .replaceAll(/\brow\b/g, 'fact')

/** Adds changes to their rows. In order, so that two statements on the same rows cannot deadlock. */
const addition = (changes: string, slot: string): string => `
  insert into campaign_counts (campaign_id, measure, key, at, slot, count, amount)
  select campaign_id, measure, key, at, ${slot}, sum(count), sum(amount) from ${changes}
  where true group by campaign_id, measure, key, at having sum(count) <> 0 or sum(amount) <> 0
  order by campaign_id, measure, key, at
  on conflict (campaign_id, measure, key, at, slot) do update set
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
  const changes = (rows: string, sign: '' | '-') =>
    measuresOf(source)
      .map((each) => changesIn(rows, each, sign))
      .join(' union all ')
  const gained = changes('now_there', '')
  const lost = changes('no_more_there', '-')
  const events = [
    { name: 'in', event: 'insert', rows: 'new table as now_there', of: gained },
    { name: 'out', event: 'delete', rows: 'old table as no_more_there', of: lost },
    {
      name: 'over',
      event: 'update',
      rows: 'old table as no_more_there new table as now_there',
      of: `${gained} union all ${lost}`,
    },
  ]
  return events.flatMap(({ name, event, rows, of }) => [
    `create function count_${table}_${name}() returns trigger language plpgsql as $$
      begin ${addition(`(${of}) as changes`, 'pg_backend_pid()')}; return null; end $$`,
    `create trigger ${table}_counted_${name} after ${event} on ${table} referencing ${rows}
      for each statement execute function count_${table}_${name}()`,
  ])
}
