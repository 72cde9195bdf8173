import { expect, test } from 'vitest'
import { createSendRate } from '../../../../../src/service/delivery/pacing/send-rate.ts'

test('the rate is that of the last time in which there was something to send', () => {
  const rate = createSendRate()
  expect(rate.perSecond()).toBe(0)
  rate.begin(5000)
  rate.count(20, 5050)
  expect(rate.perSecond()).toBe(0)
  rate.count(20, 5100)
  expect(rate.perSecond()).toBe(400)
  // A relay that becomes slow.
  rate.count(1, 6100)
  expect(rate.perSecond()).toBe(1)
  // An hour without messages.
  rate.begin(3_606_100)
  rate.count(30, 3_606_200)
  expect(rate.perSecond()).toBe(300)
})

test('a clock that is set back begins the count anew', () => {
  const rate = createSendRate()
  rate.begin(9000)
  rate.count(500, 1000)
  rate.count(10, 1100)
  expect(rate.perSecond()).toBe(100)
})
