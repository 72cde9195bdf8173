import { expect, test } from 'vitest'
import { retryDelaysMs, settle } from '../../../../src/service/delivery/settlement.ts'

const now = 1_000_000

test('what the relay took is sent, what it refuses for good has failed', () => {
  expect(settle({ state: 'sent', response: '250 ok' }, 0, now)).toEqual({
    state: 'sent',
    attempts: 1,
    nextAt: 0,
    response: '250 ok',
    sentAt: now,
  })
  expect(settle({ state: 'failed', response: '550 no' }, 2, now)).toMatchObject({
    state: 'failed',
    attempts: 3,
    sentAt: null,
  })
})

test('what is refused for now is tried again later each time, for not quite 48 hours', () => {
  let at = now
  let tries = 0
  for (;;) {
    const { state, attempts, nextAt } = settle({ state: 'deferred', response: '451' }, tries, at)
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

test('without a relay nothing was tried: it waits as before, and no attempt is counted', () => {
  const lost = { state: 'unreachable', response: 'ECONNREFUSED' } as const
  expect(settle(lost, 0, now)).toMatchObject({ state: 'pending', attempts: 0, sentAt: null })
  expect(settle(lost, 3, now)).toMatchObject({ state: 'deferred', attempts: 3 })
})

test('what may have arrived is never due again', () => {
  expect(settle({ state: 'uncertain', response: '' }, 0, now)).toMatchObject({
    state: 'uncertain',
    attempts: 1,
    nextAt: 0,
  })
})
