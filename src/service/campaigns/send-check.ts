import type { CheckCode } from '../../contract/shapes/campaign-check.ts'
import { Failure, type Values } from '../../core/failure.ts'
import type { SendsNeeded } from './sends.ts'

export interface SendFacts {
  fromMail: string
  sender: { isVerified: boolean; isAligned: boolean | undefined } | undefined
  hasAudience: boolean
  sends: SendsNeeded
  asunto: string
  html: string
  text: string
  /** What the merge tags of a part that does not parse are refused with. */
  broken: Failure | undefined
  mentionsUnsubscribe: boolean
  isTracked: boolean
  isTested: boolean
  /** What has to be counted for the A/B test to be decided, and is not. */
  uncounted: 'track_reads' | 'track_links' | undefined
  /** Of a campaign that waits for its time. */
  scheduledAt: number | null
  now: number
}

export interface CheckItem {
  code: CheckCode
  level: 'error' | 'warn' | 'ok'
  values: Values
}

/** Gmail cuts a message off behind this, and with it the pixel and the way to unsubscribe. */
const clippedAfterBytes = 102 * 1024

/** A request takes its time, and clocks differ. */
export const lateToleranceMs = 60_000

// No tag is looked for within another: of thousands that never end, each would be read to the end.
const imageWithoutAlt = /<img\b(?![^<>]*\balt\s*=)[^<>]*>/gi
const brokenLink = /<a\b[^<>]*\bhref\s*=\s*(?:""|''|["']?https?:\/\/(?:["'\s>/]|$))/gi

/** Everything that is looked at before a send, in the order in which people mend it. */
export function checkItems(facts: SendFacts): CheckItem[] {
  const { sender, sends, html, now, scheduledAt } = facts
  const bytes = Buffer.byteLength(html)
  const images = html.match(imageWithoutAlt)?.length ?? 0
  const links = html.match(brokenLink)?.length ?? 0
  return [
    blocks('sender_not_verified', !sender?.isVerified, { from_mail: facts.fromMail }),
    blocks('audience_empty', !facts.hasAudience),
    blocks('subject_empty', facts.asunto.trim() === ''),
    blocks('html_empty', html.trim() === '' && facts.text.trim() === ''),
    blocks('merge_tag_broken', facts.broken !== undefined, facts.broken?.details.values),
    blocks('ab_test_untracked', facts.uncounted !== undefined, { field: facts.uncounted ?? '' }),
    blocks('time_past', scheduledAt !== null && scheduledAt < now - lateToleranceMs),
    blocks('quota', sends.wanted > sends.left, { left: sends.left, limit: sends.limit }),
    warns('unsubscribe_link_added', !facts.mentionsUnsubscribe),
    warns('html_over_102_kb', bytes > clippedAfterBytes, { kb: Math.ceil(bytes / 1024) }),
    warns('image_without_alt', images > 0, { count: images }),
    sender?.isAligned === undefined
      ? unchecked('dmarc_not_aligned')
      : warns('dmarc_not_aligned', !sender.isAligned),
    warns('tracking_off', !facts.isTracked),
    warns('test_not_sent', !facts.isTested),
    links > 0 ? warns('link_broken', true, { count: links }) : unchecked('link_broken'),
  ]
}

const item = (code: CheckCode, level: CheckItem['level'], values: Values): CheckItem => ({
  code,
  level,
  values,
})

const blocks = (code: CheckCode, isWrong: boolean, values: Values = {}): CheckItem =>
  isWrong ? item(code, 'error', values) : item(code, 'ok', {})

const warns = (code: CheckCode, isWrong: boolean, values: Values = {}): CheckItem =>
  isWrong ? item(code, 'warn', values) : item(code, 'ok', {})

const unchecked = (code: CheckCode): CheckItem => item('not_checked', 'warn', { check: code })

export const isReady = (items: readonly CheckItem[]): boolean =>
  !items.some(({ level }) => level === 'error')

/** What keeps this campaign from going out. An empty audience is only an error when it goes now. */
export function sendProblems(facts: SendFacts, { atOnce }: { atOnce: boolean }): Failure[] {
  return checkItems(facts)
    .filter(({ level, code }) => level === 'error' && (atOnce || code !== 'audience_empty'))
    .map((found) => failureOf(found, facts))
}

function failureOf({ code, values }: CheckItem, { broken, uncounted }: SendFacts): Failure {
  switch (code) {
    case 'sender_not_verified':
      return new Failure('sender_not_verified', { values })
    case 'quota':
      return new Failure('quota_exceeded', { values })
    case 'audience_empty':
      return new Failure('audience_empty')
    case 'merge_tag_broken':
      return broken ?? new Failure('merge_tag_broken')
    case 'ab_test_untracked':
      return invalid(uncounted ?? 'ab_test', 'required')
    case 'time_past':
      return invalid('scheduled_at', 'past_time')
    default:
      return invalid(code === 'subject_empty' ? 'asunto' : 'html', 'required')
  }
}

const invalid = (field: string, code: 'past_time' | 'required') =>
  new Failure('invalid', { problems: [{ field, code }] })
