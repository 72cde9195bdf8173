import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '../database/condition.ts'
import type { EventTest } from './tree.ts'

const dayMs = 86_400_000

/** Whether it happened as often as is asked, to people; what machines do is not counted. */
export function isEvent({ now }: { now: number }, test: EventTest): Condition {
  const { op, n } = test.count
  const sinceEver = !test.between && test.campaignId === undefined && test.link === undefined
  // What came last is kept with the contact; that tells at once whether anything came since.
  const column = test.event === 'open' ? 'last_open_at' : 'last_click_at'
  if (sinceEver && op === 'gte' && n === 1 && (test.event === 'open' || test.event === 'click')) {
    const last = sql.ref(`contacts.${column}`)
    if (test.withinDays === undefined) return sql`${last} is not null`
    const from = now - test.withinDays * dayMs
    return sql`(${last} is not null and ${last} >= ${from})`
  }
  const atLeast = (least: number): Condition => {
    if (least === 0) return sql`true`
    const source = happened(test, now)
    // Ends at the one that decides, however many there are.
    return least === 1
      ? sql`exists (select 1 ${source})`
      : sql`exists (select 1 ${source} limit 1 offset ${least - 1})`
  }
  if (op === 'gte') return atLeast(n)
  const noMore: Condition = sql`not ${atLeast(n + 1)}`
  return op === 'lte' ? noMore : sql`(${atLeast(n)} and ${noMore})`
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
