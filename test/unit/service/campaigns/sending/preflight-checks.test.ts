import { expect, test } from 'vitest'
import { checkCodes } from '../../../../../src/contract/shapes/campaign-check.ts'
import { Failure } from '../../../../../src/core/failure.ts'
import {
  checkItems,
  isReady,
  lateToleranceMs,
  type PreflightInput,
  sendProblems,
} from '../../../../../src/service/campaigns/sending/preflight-checks.ts'

const good: PreflightInput = {
  fromMail: 'hola@tienda.example',
  sender: { isVerified: true, isAligned: true },
  hasAudience: true,
  quota: { wanted: 10, left: 10, limit: 100 },
  asunto: 'Rebajas',
  html: '<p>Hola</p>',
  text: '',
  broken: undefined,
  mentionsUnsubscribe: true,
  isTracked: true,
  isTested: true,
  uncounted: undefined,
  scheduledAt: null,
  now: 1_000_000,
}

const levelOf = (facts: Partial<PreflightInput>, code: string) =>
  checkItems({ ...good, ...facts }).find((item) => item.code === code)?.level

test('a good campaign is ready, and every check that ran passes', () => {
  const items = checkItems(good)
  expect(isReady(items)).toBe(true)
  expect(items.filter(({ level }) => level !== 'ok').map(({ values }) => values)).toEqual([
    { check: 'link_broken' },
  ])
})

const broken = new Failure('merge_tag_broken', {
  values: { place: 'html', line: 2, message: '{{' },
})

test.each<[string, Partial<PreflightInput>, string]>([
  ['sender_not_verified', { sender: undefined }, 'sender_not_verified'],
  [
    'sender_not_verified',
    { sender: { isVerified: false, isAligned: true } },
    'sender_not_verified',
  ],
  ['quota', { quota: { wanted: 11, left: 10, limit: 100 } }, 'quota_exceeded'],
  ['audience_empty', { hasAudience: false }, 'audience_empty'],
  ['subject_empty', { asunto: '  ' }, 'invalid'],
  ['html_empty', { html: ' ', text: '' }, 'invalid'],
  ['merge_tag_broken', { broken }, 'merge_tag_broken'],
  ['time_past', { scheduledAt: good.now - lateToleranceMs - 1 }, 'invalid'],
])('%s blocks sending', (code, facts, failure) => {
  expect(levelOf(facts, code)).toBe('error')
  const [problem] = sendProblems({ ...good, ...facts }, { atOnce: true })
  expect(problem?.code).toBe(failure)
})

test.each<[string, Partial<PreflightInput>]>([
  ['unsubscribe_link_added', { mentionsUnsubscribe: false }],
  ['html_over_102_kb', { html: 'x'.repeat(102 * 1024 + 1) }],
  ['image_without_alt', { html: '<img src="a.png"><img src="b.png" alt="">' }],
  ['dmarc_not_aligned', { sender: { isVerified: true, isAligned: false } }],
  ['tracking_off', { isTracked: false }],
  ['test_not_sent', { isTested: false }],
  ['link_broken', { html: '<a href="">x</a>' }],
  ['link_broken', { html: '<a class="b" href="https://">x</a>' }],
])('%s warns without blocking', (code, facts) => {
  expect(levelOf(facts, code)).toBe('warn')
  expect(sendProblems({ ...good, ...facts }, { atOnce: true })).toEqual([])
})

test('an empty audience does not block a scheduled campaign', () => {
  expect(sendProblems({ ...good, hasAudience: false }, { atOnce: false })).toEqual([])
})

test('a text-only message may be sent, and an image with alt text passes', () => {
  expect(levelOf({ html: '', text: 'Hola' }, 'html_empty')).toBe('ok')
  expect(levelOf({ html: '<img src="a.png" alt="">' }, 'image_without_alt')).toBe('ok')
  expect(
    levelOf({ html: '<a href="https://tienda.example/">x</a>' }, 'link_broken'),
  ).toBeUndefined()
})

test('every code of the contract has an item or is reported as not checked', () => {
  const said = new Set(checkItems(good).flatMap(({ code, values }) => [code, values.check]))
  expect(checkCodes.filter((code) => !said.has(code))).toEqual([])
})
