import { expect, test } from 'vitest'
import {
  afterErrorResponse,
  afterNoResponse,
  type Circumstances,
  readRetryAfter,
} from '../../../src/client/retry.ts'

const read: Circumstances = { effect: 'read', isKeyed: false, retried: 0, retries: 2, random: 0 }
const acting: Circumstances = { ...read, effect: 'send' }
const keyed: Circumstances = { ...acting, isKeyed: true }
const tired = { retried: 2 }

const dropped = { cause: 'connection', reason: 'UND_ERR_SOCKET', mayHaveArrived: true } as const
const late = { cause: 'timeout', reason: 'ETIMEDOUT', mayHaveArrived: true } as const
const refused = { cause: 'refused', reason: 'ECONNREFUSED', mayHaveArrived: false } as const
const again = (afterMs: number) => ({ kind: 'retry', afterMs })
const end = (code: string) => ({ kind: 'end', code })

test.each([
  ['a read is tried again', dropped, read, again(250)],
  ['a request with an honoured key is tried again', dropped, keyed, again(250)],
  ['a read gives up in the end', dropped, { ...read, ...tired }, end('network')],
  [
    'a keyed one too, and to try again is still safe',
    late,
    { ...keyed, ...tired },
    end('timed_out'),
  ],
  [
    'an acting one is not tried again: it may have been done',
    dropped,
    acting,
    end('outcome_unknown'),
  ],
  ['… nor after silence', late, acting, end('outcome_unknown')],
  ['an acting one that never left did nothing', refused, acting, end('network')],
  [
    '… nor one that could not connect in time',
    { ...late, mayHaveArrived: false },
    acting,
    end('timed_out'),
  ],
  ['a bad certificate stays bad', { ...refused, cause: 'tls' }, read, end('network')],
  ['an unknown name stays unknown', { ...refused, reason: 'ENOTFOUND' }, read, end('network')],
] as const)('no response: %s', (_, loss, circumstances, verdict) => {
  expect(afterNoResponse(loss, circumstances)).toEqual(verdict)
})

const undone = { status: 503, retryAfterMs: 3000 }

test.each([
  [
    '429 waits as told, even for an acting request',
    { status: 429, retryAfterMs: 2000 },
    acting,
    again(2000),
  ],
  [
    '429 never waits longer than a minute',
    { status: 429, retryAfterMs: 3_600_000 },
    read,
    again(60_000),
  ],
  [
    '429 of a daily limit is not retried',
    { status: 429, code: 'test_limit', retryAfterMs: 3_600_000 },
    acting,
    end('asAnswered'),
  ],
  ['429 without a time waits by itself', { status: 429 }, acting, again(250)],
  ['429 ends as answered', { status: 429 }, { ...acting, ...tired }, end('asAnswered')],
  ['5xx on a read is tried again', { status: 500 }, read, again(250)],
  ['5xx on a keyed request is tried again', { status: 502 }, keyed, again(250)],
  ['5xx on a read ends safely', { status: 500 }, { ...read, ...tired }, end('unavailable')],
  ['5xx on an acting request leaves doubt', { status: 500 }, acting, end('outcome_unknown')],
  ['503 without a time too', { status: 503 }, acting, end('outcome_unknown')],
  ['503 with a time says that it was not done', undone, acting, end('unavailable')],
  ['503 with a time on a read waits as told', undone, read, again(3000)],
  ['501 is an answer', { status: 501 }, read, end('asAnswered')],
  ['4xx is an answer', { status: 409, code: 'wrong_state' }, keyed, end('asAnswered')],
  [
    'the first with this key is under way',
    { status: 409, code: 'idempotency_in_flight' },
    keyed,
    again(250),
  ],
] as const)('error response: %s', (_, refusal, circumstances, verdict) => {
  expect(afterErrorResponse(refusal, circumstances)).toEqual(verdict)
})

test('delays grow, vary, and stay below eight seconds', () => {
  const wait = (retried: number, random: number) =>
    afterErrorResponse({ status: 500 }, { ...read, retries: 99, retried, random })
  expect([0, 1, 2, 9].map((retried) => wait(retried, 0))).toEqual([250, 500, 1000, 4000].map(again))
  expect([0, 1, 2, 9].map((retried) => wait(retried, 1))).toEqual(
    [500, 1000, 2000, 8000].map(again),
  )
})

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Mon, 01 Mar 2027 09:00:30 GMT', 30_000],
  ['Mon, 01 Mar 2027 08:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %j is %j ms', (header, ms) => {
  expect(readRetryAfter(header, Date.parse('2027-03-01T09:00:00Z'))).toBe(ms)
})
