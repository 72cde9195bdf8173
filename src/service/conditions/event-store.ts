import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '../database/condition.ts'
import type { EventTest } from './tree.ts'

const dayMs = 86_400_000

/** Whether it happened as often as is asked, to people; what machines do is not counted. */
export function isEvent({ now }: { now: number }, test: EventTest): Condition {
  const { op, n } = test.count
  const atLeast = (least: number): Condition => {
    if (least === 0) return sql`true`
    if (least === 1 && isToldByLast(test)) return cameLately(test, now)
    const source = happened(test, now)
    // Ends at the one that decides, however many there are.
    const isOften: Condition =
      least === 1
        ? sql`exists (select 1 ${source})`
        : sql`exists (select 1 ${source} limit 1 offset ${least - 1})`
    return isVisit(test) ? sql`(${cameLately(test, now)} and ${isOften})` : isOften
  }
  if (op === 'gte') return atLeast(n)
  const noMore: Condition = sql`not ${atLeast(n + 1)}`
  return op === 'lte' ? noMore : sql`(${atLeast(n)} and ${noMore})`
}

const isVisit = ({ event }: EventTest): boolean => event === 'open' || event === 'click'

/** Nothing is asked but that it came, or came since. */
const isToldByLast = (test: EventTest): boolean =>
  isVisit(test) && !test.between && test.campaignId === undefined && test.link === undefined

/**
 * Whether the last visit, which is kept with the contact, came in the period or after it began. Most
 * are told apart by it: nobody who has not come lately has come three times.
 */
function cameLately({ event, between, withinDays }: EventTest, now: number): Condition {
  const last = sql.ref(event === 'open' ? 'contacts.last_open_at' : 'contacts.last_click_at')
  const from = between?.from ?? (withinDays === undefined ? undefined : now - withinDays * dayMs)
  return from === undefined
    ? sql`${last} is not null`
    : sql`(${last} is not null and ${last} >= ${from})`
}

type Source = RawBuilder<unknown>

/** From where what happened is read, with all that is asked about it. */
function happened(test: EventTest, now: number): Source {
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

function inPeriod(at: Source, { between, withinDays }: EventTest, now: number): Source {
  if (between) return sql`and ${at} >= ${between.from} and ${at} <= ${between.to}`
  if (withinDays === undefined) return sql``
  return sql`and ${at} >= ${now - withinDays * dayMs}`
}

const inCampaign = (id: Source, { campaignId }: EventTest): Source =>
  campaignId === undefined ? sql`` : sql`and ${id} = ${campaignId}`
