import { expect, test } from 'vitest'
import { createCircuitBreaker } from '../../../../../src/service/delivery/pacing/circuit-breaker.ts'
import { testClock } from '../../../../support/clock.ts'

const lost = { state: 'unreachable', response: '' } as const
const sent = { state: 'sent', response: '' } as const

test('while the relay is unreachable, each pause is twice as long, until the next answer', () => {
  const clock = testClock()
  const hold = createCircuitBreaker(clock)
  const heldMs = () => {
    hold.recordOutcome(lost)
    // What else was in flight fails too, and does not make it longer.
    hold.recordOutcome(lost)
    let ms = 0
    for (; hold.isOpen(); ms += 1000) clock.advance(1000)
    return ms
  }
  expect([heldMs(), heldMs(), heldMs()]).toEqual([5000, 10_000, 20_000])
  for (let times = 0; times < 10; times++) heldMs()
  expect(heldMs()).toBe(300_000)
  hold.recordOutcome(sent)
  clock.advance(11_000)
  expect(heldMs()).toBe(5000)
})

test('one refused connection among recent answers does not open the breaker', () => {
  const clock = testClock()
  const hold = createCircuitBreaker(clock)
  hold.recordOutcome(sent)
  clock.advance(9000)
  hold.recordOutcome(lost)
  expect(hold.isOpen()).toBe(false)
})

test('the trouble is over with the next answer, or when nothing has been tried for minutes', () => {
  const clock = testClock()
  const changes: (string | undefined)[] = []
  const breaker = createCircuitBreaker(clock, (trouble) => changes.push(trouble?.response))
  const since = clock.now()
  const fail = () => breaker.recordOutcome({ state: 'unreachable', response: 'refused' })
  fail()
  clock.advance(299_000)
  expect(breaker.trouble()).toEqual({ since, response: 'refused' })
  fail()
  clock.advance(299_000)
  expect(breaker.trouble()).toEqual({ since, response: 'refused' })
  expect(changes).toEqual(['refused'])
  // Its campaign was paused, for example.
  clock.advance(600_000)
  expect(breaker.trouble()).toBeUndefined()
  fail()
  expect(breaker.trouble()).toEqual({ since: clock.now(), response: 'refused' })
  breaker.recordOutcome(sent)
  expect(breaker.trouble()).toBeUndefined()
  expect(changes).toEqual(['refused', 'refused', undefined])
})
