import { expect, test } from 'vitest'
import { checkCodes } from '../../../../src/contract/shapes/campaign-check.ts'
import { Failure } from '../../../../src/core/failure.ts'
import {
  checkItems,
  isReady,
  lateToleranceMs,
  type SendFacts,
  sendProblems,
} from '../../../../src/service/campaigns/send-check.ts'

const good: SendFacts = {
  fromMail: 'hola@tienda.example',
  sender: { isVerified: true, isAligned: true },
  hasAudience: true,
  sends: { wanted: 10, left: 10, limit: 100 },
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

const levelOf = (facts: Partial<SendFacts>, code: string) =>
  checkItems({ ...good, ...facts }).find((item) => item.code === code)?.level

test('a good campaign is ready, with everything that can be known well', () => {
  const items = checkItems(good)
  expect(isReady(items)).toBe(true)
  expect(items.filter(({ level }) => level !== 'ok').map(({ values }) => values)).toEqual([
    { check: 'link_broken' },
  ])
})

const broken = new Failure('merge_tag_broken', {
  values: { place: 'html', line: 2, message: '{{' },
})

test.each<[string, Partial<SendFacts>, string]>([
  ['sender_not_verified', { sender: undefined }, 'sender_not_verified'],
  [
    'sender_not_verified',
    { sender: { isVerified: false, isAligned: true } },
    'sender_not_verified',
  ],
  ['quota', { sends: { wanted: 11, left: 10, limit: 100 } }, 'quota_exceeded'],
  ['audience_empty', { hasAudience: false }, 'audience_empty'],
  ['subject_empty', { asunto: '  ' }, 'invalid'],
  ['html_empty', { html: ' ', text: '' }, 'invalid'],
  ['merge_tag_broken', { broken }, 'merge_tag_broken'],
  ['time_past', { scheduledAt: good.now - lateToleranceMs - 1 }, 'invalid'],
])('%s blocks a send', (code, facts, failure) => {
  expect(levelOf(facts, code)).toBe('error')
  const [problem] = sendProblems({ ...good, ...facts }, { atOnce: true })
  expect(problem?.code).toBe(failure)
})

test.each<[string, Partial<SendFacts>]>([
  ['unsubscribe_link_added', { mentionsUnsubscribe: false }],
  ['html_over_102_kb', { html: 'x'.repeat(102 * 1024 + 1) }],
  ['image_without_alt', { html: '<img src="a.png"><img src="b.png" alt="">' }],
  ['dmarc_not_aligned', { sender: { isVerified: true, isAligned: false } }],
  ['tracking_off', { isTracked: false }],
  ['test_not_sent', { isTested: false }],
  ['link_broken', { html: '<a href="">x</a>' }],
  ['link_broken', { html: '<a class="b" href="https://">x</a>' }],
])('%s warns and blocks nothing', (code, facts) => {
  expect(levelOf(facts, code)).toBe('warn')
  expect(sendProblems({ ...good, ...facts }, { atOnce: true })).toEqual([])
})

test('nobody to send to is no problem for what waits for its time', () => {
  expect(sendProblems({ ...good, hasAudience: false }, { atOnce: false })).toEqual([])
})

test('a message of text alone may go, and an image with its text is well', () => {
  expect(levelOf({ html: '', text: 'Hola' }, 'html_empty')).toBe('ok')
  expect(levelOf({ html: '<img src="a.png" alt="">' }, 'image_without_alt')).toBe('ok')
  expect(
    levelOf({ html: '<a href="https://tienda.example/">x</a>' }, 'link_broken'),
  ).toBeUndefined()
})

test('every code of the contract has an item, or says that it could not be checked', () => {
  const said = new Set(checkItems(good).flatMap(({ code, values }) => [code, values.check]))
  expect(checkCodes.filter((code) => !said.has(code))).toEqual([])
})
