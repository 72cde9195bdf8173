import { hourMs } from '../../../core/time.ts'

/** A figure that each row of a table adds to, as SQL over the columns of a row that is named `row`. */
export interface Measure {
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

export interface Source {
  table: string
  /** An expression for the account of a row, if it is not a column. */
  account?: string
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

export const sources: readonly Source[] = [
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
    account: 'coalesce((select c.account_id from campaigns c where c.id = row.campaign_id), 0)',
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
