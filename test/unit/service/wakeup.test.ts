import { expect, test } from 'vitest'
import { createWakeup } from '../../../src/service/wakeup.ts'
import { testClock } from '../../support/clock.ts'

test('a notification ends the wait at once, and each wait anew', async () => {
  const wakeup = createWakeup(testClock())
  for (let round = 0; round < 3; round++) {
    const waiting = wakeup.wait(1000)
    wakeup.notify()
    expect(await waiting).toBe(true)
  }
})

test('a notification between two waits ends the second, and only that one', async () => {
  const clock = testClock()
  const wakeup = createWakeup(clock)
  wakeup.notify()
  wakeup.notify()
  expect(await wakeup.wait(1000)).toBe(true)
  const waiting = wakeup.wait(1000)
  clock.advance(1000)
  expect(await waiting).toBe(false)
})

test('the sleep of a wait that was notified does not end the next one', async () => {
  const clock = testClock()
  const wakeup = createWakeup(clock)
  const first = wakeup.wait(1000)
  wakeup.notify()
  await first
  clock.advance(500)
  let hasEnded = false
  const second = wakeup.wait(1000).then((wasNotified) => {
    hasEnded = true
    return wasNotified
  })
  clock.advance(999)
  await new Promise(setImmediate)
  expect(hasEnded).toBe(false)
  clock.advance(1)
  expect(await second).toBe(false)
})
