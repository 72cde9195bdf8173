import { expect, test } from 'vitest'
import { createThrottle } from '../../../../../src/service/delivery/pacing/throttle.ts'
import type { Outcome } from '../../../../../src/service/smtp/outcome.ts'
import { testClock } from '../../../../support/clock.ts'

const lento = { account: 1 as number | null, domain: 'lento.example' }
const otro = { account: 1, domain: 'otro.example' }

const tooMuch: Outcome = { state: 'deferred', response: '', code: 450, enhanced: '4.7.1' }
const goAway: Outcome = { state: 'deferred', response: '', code: 421 }
const greylisted: Outcome = { state: 'deferred', response: '', code: 451, enhanced: '4.2.0' }

const clock = testClock()
function throttled(rates = {}) {
  const throttle = createThrottle(rates, clock)
  throttle.share(1)
  return throttle
}

/** How many go in ten seconds, asked for each half of a second. */
function inTenSeconds(throttle: ReturnType<typeof throttled>, letter = lento, most = 1000): number {
  let gone = 0
  for (let times = 0; times < 20; times++) {
    while (gone < most && throttle.tryAcquire(letter) === undefined) gone++
    clock.advance(500)
  }
  return gone
}

test('without rates nothing is throttled', () => {
  expect(inTenSeconds(throttled())).toBe(1000)
})

test.each([tooMuch, goAway])('a rate-limit refusal slows the domain down', (outcome) => {
  const throttle = throttled()
  throttle.recordOutcome(lento, outcome)
  expect(inTenSeconds(throttle)).toBeLessThanOrEqual(96)
  expect(inTenSeconds(throttle, otro)).toBe(1000)
})

test('other temporary refusals slow nothing down', () => {
  const throttle = throttled()
  throttle.recordOutcome(lento, greylisted)
  throttle.recordOutcome(lento, { ...tooMuch, state: 'failed' })
  expect(inTenSeconds(throttle)).toBe(1000)
})

test('the rate halves with each refusal, once for all messages in flight, and recovers', () => {
  const throttle = throttled()
  const afterRefusal = () => {
    for (let times = 0; times < 20; times++) throttle.recordOutcome(lento, tooMuch)
    // What it had saved is not its rate.
    inTenSeconds(throttle)
    return inTenSeconds(throttle)
  }
  expect([afterRefusal(), afterRefusal(), afterRefusal()]).toEqual([80, 40, 20])
  clock.advance(50_000)
  expect(throttle.tryAcquire(lento)).toBeUndefined()
  inTenSeconds(throttle)
  expect(inTenSeconds(throttle)).toBe(40)
  clock.advance(60_000)
  throttle.tryAcquire(lento)
  clock.advance(60_000)
  expect(inTenSeconds(throttle)).toBe(1000)
})

test('a domain that keeps refusing still gets one message in ten seconds', () => {
  const throttle = throttled()
  for (let times = 0; times < 20; times++) {
    throttle.recordOutcome(lento, tooMuch)
    clock.advance(10_000)
  }
  expect(inTenSeconds(throttle)).toBeGreaterThanOrEqual(1)
  throttle.tryAcquire(lento)
  expect(throttle.tryAcquire(lento)).toBeLessThanOrEqual(clock.now() + 600_000)
})

test('accounts are throttled independently, and messages without an account are not throttled by account', () => {
  const throttle = throttled({ account: 5 })
  expect(inTenSeconds(throttle)).toBeLessThanOrEqual(60)
  expect(inTenSeconds(throttle, { account: 2, domain: 'lento.example' })).toBeGreaterThanOrEqual(50)
  expect(throttle.tryAcquire({ account: null, domain: 'lento.example' })).toBeUndefined()
})

test('a message postponed for its domain does not use the account’s rate', () => {
  const throttle = throttled({ account: 10, domain: 1 })
  for (let times = 0; times < 100; times++) throttle.tryAcquire(lento)
  expect(throttle.tryAcquire(otro)).toBeUndefined()
})

test('the relay rate applies to all messages together', () => {
  const throttle = throttled({ relay: 2 })
  for (const letter of [lento, otro, lento, otro]) throttle.tryAcquire(letter)
  expect(throttle.relayWaitMs()).toBe(500)
  clock.advance(500)
  expect(throttle.relayWaitMs()).toBe(0)
})

test('processes divide the rates, and one that joins waits until the others know of it', () => {
  const wait = (processes: number) => {
    const throttle = createThrottle({ relay: 10, account: 4, domain: 2 }, clock)
    expect(throttle.relayWaitMs()).toBeGreaterThan(0)
    throttle.share(processes)
    return { throttle, waitMs: throttle.relayWaitMs() }
  }
  expect(wait(1).waitMs).toBe(0)
  const { throttle, waitMs } = wait(2)
  expect(waitMs).toBe(15_000)
  clock.advance(waitMs)
  expect(throttle.relayWaitMs()).toBe(0)
  // Two a second to the account, with two seconds saved at the start.
  const ofAccount = { account: 1, domain: 'a.example' }
  const go = (message: typeof ofAccount) => throttle.tryAcquire(message) === undefined
  expect(
    Array.from({ length: 9 }, (_, n) => go({ ...ofAccount, domain: `${n}` })).filter(Boolean),
  ).toHaveLength(4)
  // The other has ended: the whole rate of a domain, two a second.
  throttle.share(1)
  const domains = Array.from({ length: 9 }, (_, n) => go({ account: n, domain: 'b.example' }))
  expect(domains.filter(Boolean)).toHaveLength(4)
})

test('without rates, a process that joins others sends at once', () => {
  const throttle = createThrottle({}, clock)
  throttle.share(3)
  expect(throttle.relayWaitMs()).toBe(0)
})

test('rates can be changed, set and removed while messages are sent', () => {
  const throttle = throttled({ relay: 1 })
  const sent = () => {
    let count = 0
    while (count < 1000 && throttle.relayWaitMs() === 0) {
      count++
      throttle.tryAcquire(lento)
    }
    return count
  }
  expect(sent()).toBe(2)
  throttle.setRates({ relay: 10 })
  clock.advance(1000)
  expect(sent()).toBe(10)
  throttle.setRates({})
  expect(sent()).toBe(1000)
  throttle.setRates({ relay: 3 })
  expect(sent()).toBe(6)
})
