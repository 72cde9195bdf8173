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
  findings: [],
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
  expect(items.filter(({ level }) => level !== 'ok')).toEqual([])
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
  ['foreign_tag', { findings: [{ code: 'foreign_tag', level: 'error' }] }, 'invalid'],
  ['link_broken', { findings: [{ code: 'link_broken', level: 'error' }] }, 'invalid'],
  ['time_past', { scheduledAt: good.now - lateToleranceMs - 1 }, 'invalid'],
])('%s blocks sending', (code, facts, failure) => {
  expect(levelOf(facts, code)).toBe('error')
  const [problem] = sendProblems({ ...good, ...facts }, { atOnce: true })
  expect(problem?.code).toBe(failure)
})

test.each<[string, Partial<PreflightInput>]>([
  ['unsubscribe_link_added', { mentionsUnsubscribe: false }],
  ['html_over_102_kb', { html: 'x'.repeat(102 * 1024 + 1) }],
  ['image_without_alt', { findings: [{ code: 'image_without_alt', level: 'warn' }] }],
  ['dmarc_not_aligned', { sender: { isVerified: true, isAligned: false } }],
  ['tracking_off', { isTracked: false }],
  ['test_not_sent', { isTested: false }],
  ['link_unanswered', { findings: [{ code: 'link_unanswered', level: 'warn' }] }],
])('%s warns without blocking', (code, facts) => {
  expect(levelOf(facts, code)).toBe('warn')
  expect(sendProblems({ ...good, ...facts }, { atOnce: true })).toEqual([])
})

test('an empty audience does not block a scheduled campaign', () => {
  expect(sendProblems({ ...good, hasAudience: false }, { atOnce: false })).toEqual([])
})

test('a text-only message may be sent', () => {
  expect(levelOf({ html: '', text: 'Hola' }, 'html_empty')).toBe('ok')
})

test('findings that differ only in their place are one item with all places', () => {
  const place = { part: 'html' as const, line: 1, column: 1, offset: 0, length: 5 }
  const found = { code: 'foreign_tag' as const, level: 'error' as const, values: { tag: 'x' } }
  const findings = [
    { ...found, place },
    { ...found, place: { ...place, offset: 9 } },
    { ...found, values: { tag: 'y' }, place },
  ]
  const items = checkItems({ ...good, findings }).filter(({ code }) => code === 'foreign_tag')
  expect(items.map(({ places }) => places?.map(({ offset }) => offset))).toEqual([[0, 9], [0]])
})

test('every code of the contract has an item', () => {
  const said = new Set<unknown>(['not_checked', ...checkItems(good).map(({ code }) => code)])
  expect(checkCodes.filter((code) => !said.has(code))).toEqual([])
})
