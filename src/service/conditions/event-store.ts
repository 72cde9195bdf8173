import { type RawBuilder, sql } from 'kysely'
import { dayMs } from '../../core/time.ts'
import type { Condition } from '../database/condition.ts'
import type { EventTest } from './tree.ts'

/**
 * Compiles whether an event happened as often as required. Opens and clicks by machines do not
 * count.
 */
export function isEvent({ now }: { now: number }, test: EventTest): Condition {
  const { op, n } = test.count
  const atLeast = (least: number): Condition => {
    if (least === 0) return sql`true`
    if (least === 1 && isAnsweredByLastVisit(test)) return isLastVisitInPeriod(test, now)
    const source = eventSource(test, now)
    // Stops at the row that decides, however many there are.
    const isOften: Condition =
      least === 1
        ? sql`exists (select 1 ${source})`
        : sql`exists (select 1 ${source} limit 1 offset ${least - 1})`
    return isVisit(test) ? sql`(${isLastVisitInPeriod(test, now)} and ${isOften})` : isOften
  }
  if (op === 'gte') return atLeast(n)
  const noMore: Condition = sql`not ${atLeast(n + 1)}`
  return op === 'lte' ? noMore : sql`(${atLeast(n)} and ${noMore})`
}

const isVisit = ({ event }: EventTest): boolean => event === 'open' || event === 'click'

/**
 * Whether the last visit alone answers the rule: it only requires one, at any time or since a time.
 */
const isAnsweredByLastVisit = (test: EventTest): boolean =>
  isVisit(test) && !test.between && test.campaignId === undefined && test.link === undefined

/**
 * Compiles whether the contact's last visit is not before the period. The contact stores it, so
 * this cheap test rules out most contacts: without a recent visit there are not several.
 */
function isLastVisitInPeriod({ event, between, withinDays }: EventTest, now: number): Condition {
  const last = sql.ref(event === 'open' ? 'contacts.last_open_at' : 'contacts.last_click_at')
  const from = between?.from ?? (withinDays === undefined ? undefined : now - withinDays * dayMs)
  return from === undefined
    ? sql`${last} is not null`
    : sql`(${last} is not null and ${last} >= ${from})`
}

type Source = RawBuilder<unknown>

/** Compiles the `from` and `where` clauses that select the events of a rule. */
function eventSource(test: EventTest, now: number): Source {
  switch (test.event) {
    case 'open':
    case 'click': {
      const link = test.link && [...test.link]
      const linked = link
        ? sql`and e.link_id in (select l.id from campaign_links l
            where substr(l.url, 1, ${link.length}) = ${test.link})`
        : sql``
      return sql`from engagements e where e.contact_id = contacts.id
        and e.kind = ${test.event} and e.machine = 0
        ${inPeriod(sql`e.at`, test, now)} ${inCampaign(sql`e.campaign_id`, test)} ${linked}`
    }
    case 'sent':
      return sql`from recipients s where s.contact_id = contacts.id and s.state = 'sent'
        ${inPeriod(sql`s.sent_at`, test, now)} ${inCampaign(sql`s.campaign_id`, test)}`
    case 'bounce':
      return sql`from contact_history h where h.contact_id = contacts.id and h.type = 'bounce'
        ${inPeriod(sql`h.at`, test, now)} ${inCampaign(sql`h.campaign_id`, test)}`
  }
}

function inPeriod(time: Source, { between, withinDays }: EventTest, now: number): Source {
  if (between) return sql`and ${time} >= ${between.from} and ${time} <= ${between.to}`
  if (withinDays === undefined) return sql``
  return sql`and ${time} >= ${now - withinDays * dayMs}`
}

const inCampaign = (id: Source, { campaignId }: EventTest): Source =>
  campaignId === undefined ? sql`` : sql`and ${id} = ${campaignId}`
