import { type RawBuilder, sql } from 'kysely'
import { hourMs } from '../../core/time.ts'
import { type FigureChange, hourOf } from './addition-store.ts'

/** New values of the columns from which figures are counted, as SQL over `r`. */
export type CountedValues =
  | { state: string; sent_at?: string }
  | { opened_at: string }
  | { clicked_at: string }

/** The recipients with new values, as they are before the change: columns of `recipients`. */
export const foundColumns = sql.raw(`recipients.id as found_id,
  recipients.account_id as found_account, recipients.campaign_id as found_campaign,
  recipients.variant as found_variant, recipients.state as old_state,
  recipients.sent_at as old_sent_at, recipients.opened_at as old_opened_at,
  recipients.clicked_at as old_clicked_at`)

/**
 * A query of what a change of recipients adds to the figures, with what they added before as a negative number.
 * `found` has new values and `foundColumns`, as `r`.
 */
export function changesOf(counted: CountedValues, found: RawBuilder<unknown>): RawBuilder<unknown> {
  const [before, after] =
    'state' in counted
      ? ofState(counted)
      : 'opened_at' in counted
        ? ofFirstVisit('unique_opens', 'opened_at', counted.opened_at)
        : ofFirstVisit('unique_clicks', 'clicked_at', counted.clicked_at)
  return sql`${sql.raw(before)} from ${found} ${sql.raw(after)}`
}

type Text = readonly [before: string, after: string]

const hourIn = (time: string) => `coalesce(${time} - ${time} % ${hourMs}, 0)`

/**
 * Recipients are grouped first, because most of a statement have the same states. A message may be sent and have
 * bounced, also in this order: a late result turns one that was uncertain into one that was sent.
 */
const ofState = ({
  state,
  sent_at = 'r.old_sent_at',
}: {
  state: string
  sent_at?: string
}): Text => [
  `select account_id, campaign_id, case kind when 'state' then state else kind end as measure,
    case state when 'sent' then variant else '' end as key,
    case when kind = 'state' and state = 'sent' then hour else 0 end as at, count, 0.0 as amount
  from (
    select g.account_id, g.campaign_id, g.variant, s.kind,
      case s.sign when 1 then g.new_state else g.old_state end as state,
      case s.sign when 1 then g.new_hour else g.old_hour end as hour,
      s.sign * case s.kind when 'state' then g.recipients else g.bounced end as count
    from (
      select r.found_account as account_id, r.found_campaign as campaign_id,
        coalesce(r.found_variant, '') as variant, r.old_state as old_state,
        ${hourIn('r.old_sent_at')} as old_hour, ${state} as new_state, ${hourIn(sent_at)} as new_hour,
        count(*) as recipients, sum(case when exists (
          select 1 from bounces b where b.recipient_id = r.found_id
        ) then 1 else 0 end) as bounced`,
  `group by 1, 2, 3, 4, 5, 6, 7
    ) as g cross join (
      select 1 as sign, 'state' as kind union all select -1, 'state'
      union all select 1, 'returned' union all select -1, 'returned'
    ) as s
  ) as changes where count <> 0 and (kind = 'state' or state = 'sent')`,
]

const ofFirstVisit = (measure: string, column: string, value: string): Text => [
  `select r.found_account as account_id, r.found_campaign as campaign_id, '${measure}' as measure,
    coalesce(r.found_variant, '') as key, 0 as at, sum(
      case when ${value} is null then 0 else 1 end - case when r.old_${column} is null then 0 else 1 end
    ) as count, 0.0 as amount`,
  'group by r.found_account, r.found_campaign, r.found_variant',
]

/** A recipient as it is counted while it waits for its result. Nobody else changes this meanwhile. */
export interface CountedRecipient {
  account: number
  campaign: number
  variant: string | null
  state: string
  /** Someone has reported a bounce of an earlier attempt. */
  hasBounced: boolean
}

interface CountedResult {
  message: { counted?: CountedRecipient }
  result: { state: string; sentAt: number | null }
}

interface EqualResults {
  before: CountedRecipient
  state: string
  hour: number
  count: number
}

/** What results of recipients change the figures by. */
export function changesOfResults(results: readonly CountedResult[]): FigureChange[] {
  const groups: EqualResults[] = []
  for (const { message, result } of results) {
    const before = message.counted
    if (!before) continue
    const { state, sentAt } = result
    const hour = hourOf(sentAt ?? 0)
    const last = groups.at(-1)
    // Most results of a turn are the same, and objects for each would take most of the time.
    if (last && last.state === state && last.hour === hour && isEqual(last.before, before))
      last.count++
    else groups.push({ before, state, hour, count: 1 })
  }
  return groups.flatMap(({ before, state, hour, count }) => [
    ...figuresOf(before, { state: before.state, hour: 0, count: -count }),
    ...figuresOf(before, { state, hour, count }),
  ])
}

const isEqual = (a: CountedRecipient, b: CountedRecipient): boolean =>
  a.campaign === b.campaign &&
  a.variant === b.variant &&
  a.state === b.state &&
  a.hasBounced === b.hasBounced

function figuresOf(
  { account: account_id, campaign: campaign_id, variant, hasBounced }: CountedRecipient,
  { state, hour, count }: Omit<EqualResults, 'before'>,
): FigureChange[] {
  const campaign = { account_id, campaign_id, count }
  if (state !== 'sent') return [{ ...campaign, measure: state }]
  const sent = { ...campaign, key: variant ?? '' }
  return [
    { ...sent, measure: 'sent', at: hour },
    ...(hasBounced ? [{ ...sent, measure: 'returned' }] : []),
  ]
}
