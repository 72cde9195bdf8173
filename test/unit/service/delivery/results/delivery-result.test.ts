import { expect, test } from 'vitest'
import {
  deliveryResultOf,
  retryDelaysMs,
} from '../../../../../src/service/delivery/results/delivery-result.ts'

const now = 1_000_000

test('an accepted message is sent, a permanently refused one has failed', () => {
  expect(deliveryResultOf({ state: 'sent', response: '250 ok' }, 0, now)).toEqual({
    state: 'sent',
    attempts: 1,
    nextAt: 0,
    response: '250 ok',
    sentAt: now,
  })
  expect(deliveryResultOf({ state: 'failed', response: '550 no' }, 2, now)).toMatchObject({
    state: 'failed',
    attempts: 3,
    sentAt: null,
  })
})

test('a temporarily refused message is retried with growing delays for almost 48 hours', () => {
  let at = now
  let tries = 0
  for (;;) {
    const { state, attempts, nextAt } = deliveryResultOf(
      { state: 'deferred', response: '451' },
      tries,
      at,
    )
    expect(attempts).toBe(tries + 1)
    if (state === 'failed') break
    expect(state).toBe('deferred')
    expect(nextAt - at).toBe(retryDelaysMs[tries])
    at = nextAt
    tries++
  }
  const hours = (at - now) / 3_600_000
  expect(hours).toBeGreaterThan(47)
  expect(hours).toBeLessThan(48)
})

test('while the relay is unreachable, the message keeps waiting and no attempt is counted', () => {
  const lost = { state: 'unreachable', response: 'ECONNREFUSED' } as const
  expect(deliveryResultOf(lost, 0, now)).toMatchObject({
    state: 'pending',
    attempts: 0,
    sentAt: null,
  })
  expect(deliveryResultOf(lost, 3, now)).toMatchObject({ state: 'deferred', attempts: 3 })
})

test('an uncertain message is never due again', () => {
  expect(deliveryResultOf({ state: 'uncertain', response: '' }, 0, now)).toMatchObject({
    state: 'uncertain',
    attempts: 1,
    nextAt: 0,
  })
})
