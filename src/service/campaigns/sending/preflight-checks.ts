import type { CheckCode } from '../../../contract/shapes/campaign-check.ts'
import { Failure, type Values } from '../../../core/failure.ts'
import { minuteMs } from '../../../core/time.ts'
import type { Finding } from '../check/finding.ts'
import { type CheckItem, contentErrors, contentWarnings, itemsOf } from '../check/items.ts'
import { failureOfGone, type GoneReference } from '../references.ts'
import type { QuotaCheck } from './quota-check.ts'

export interface PreflightInput {
  fromMail: string
  sender: { isVerified: boolean; isAligned: boolean | undefined } | undefined
  /** The first thing that the campaign names and that was deleted. */
  gone?: GoneReference | undefined
  hasAudience: boolean
  quota: QuotaCheck
  asunto: string
  html: string
  text: string
  /** The size of the largest rendered message, if some were rendered. */
  renderedBytes?: number
  /** The failure of a part whose merge tags do not parse or take too long. */
  broken: Failure | undefined
  mentionsUnsubscribe: boolean
  /** What the rules about content have found. */
  findings: readonly Finding[]
  isTracked: boolean
  isTested: boolean
  /** The tracking option that the A/B test needs and that is off. */
  uncounted: 'track_reads' | 'track_links' | undefined
  /** Null unless the campaign is scheduled. */
  scheduledAt: number | null
  now: number
}

/** Gmail clips a longer message, and with it the pixel and the unsubscribe link. */
const clippedAfterBytes = 102 * 1024

/** Tolerance for network delay and clock differences. */
export const lateToleranceMs = minuteMs

/** Runs every check, in the order in which people fix the problems. */
export function checkItems(input: PreflightInput): CheckItem[] {
  const { sender, quota, html, now, scheduledAt } = input
  const bytes = Math.max(Buffer.byteLength(html), input.renderedBytes ?? 0)
  return [
    blocks('sender_not_verified', !sender?.isVerified, { from_mail: input.fromMail }),
    blocks('reference_gone', input.gone !== undefined, {
      field: input.gone?.field ?? '',
      id: input.gone?.id ?? 0,
    }),
    blocks('audience_empty', !input.hasAudience),
    blocks('subject_empty', input.asunto.trim() === ''),
    blocks('html_empty', html.trim() === '' && input.text.trim() === ''),
    ...brokenCodes.map((code) =>
      blocks(code, input.broken?.code === code, input.broken?.details.values),
    ),
    blocks('ab_test_untracked', input.uncounted !== undefined, { field: input.uncounted ?? '' }),
    blocks('time_past', scheduledAt !== null && scheduledAt < now - lateToleranceMs),
    blocks('quota', quota.wanted > quota.left, { left: quota.left, limit: quota.limit }),
    ...itemsOf(contentErrors, input.findings),
    warns('unsubscribe_link_added', !input.mentionsUnsubscribe),
    warns('html_over_102_kb', bytes > clippedAfterBytes, { kb: Math.ceil(bytes / 1024) }),
    ...itemsOf(['image_without_alt', ...contentWarnings], input.findings),
    sender?.isAligned === undefined
      ? unchecked('dmarc_not_aligned')
      : warns('dmarc_not_aligned', !sender.isAligned),
    warns('tracking_off', !input.isTracked),
    warns('test_not_sent', !input.isTested),
  ]
}

/** The failures that a template can have. */
const brokenCodes = ['merge_tag_broken', 'filter_refused', 'template_too_slow'] as const

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

/** Returns the problems that block sending. An empty audience blocks only an immediate send. */
export function sendProblems(input: PreflightInput, { atOnce }: { atOnce: boolean }): Failure[] {
  return checkItems(input)
    .filter(({ level, code }) => level === 'error' && (atOnce || code !== 'audience_empty'))
    .map((item) => failureOf(item, input))
}

function failureOf({ code, values }: CheckItem, input: PreflightInput): Failure {
  const { broken, uncounted, gone } = input
  switch (code) {
    case 'reference_gone':
      return failureOfGone(gone ? [gone] : [])
    case 'sender_not_verified':
      return new Failure('sender_not_verified', { values })
    case 'quota':
      return new Failure('quota_exceeded', { values })
    case 'audience_empty':
      return new Failure('audience_empty')
    case 'merge_tag_broken':
    case 'filter_refused':
    case 'template_too_slow':
      return broken ?? new Failure('merge_tag_broken')
    case 'ab_test_untracked':
      return invalid(uncounted ?? 'ab_test', 'required')
    case 'time_past':
      return invalid('scheduled_at', 'past_time')
    case 'subject_empty':
      return invalid('asunto', 'required')
    case 'html_empty':
      return invalid('html', 'required')
    default:
      return contentFailure(code, values)
  }
}

/** Names the rule and the place. The check tells more. */
function contentFailure(check: CheckCode, values: Values): Failure {
  const { place = 'html', line = 1, tag, url } = values
  const found = String(tag ?? url ?? '')
  const problem = { field: String(place), code: 'content_broken' as const }
  return new Failure('invalid', { problems: [{ ...problem, values: { check, line, found } }] })
}

const invalid = (field: string, code: 'past_time' | 'required') =>
  new Failure('invalid', { problems: [{ field, code }] })
