import { expect, test } from 'vitest'
import { createQueueLimit } from '../../../../../src/service/delivery/pacing/queue-limit.ts'

test('as many messages wait as are sent in half a second, within limits', () => {
  const limit = createQueueLimit(64)
  expect(limit.current()).toBe(64)
  limit.begin(5000)
  limit.countResults(20, 5050)
  expect(limit.current()).toBe(64)
  limit.countResults(40, 5100)
  expect(limit.current()).toBe(300)
  limit.countResults(1000, 5200)
  expect(limit.current()).toBe(512)
  // A relay that becomes slow.
  limit.countResults(200, 6200)
  expect(limit.current()).toBe(100)
  // After an hour without messages.
  limit.begin(3_606_200)
  expect(limit.current()).toBe(100)
  limit.countResults(30, 3_606_300)
  expect(limit.current()).toBe(150)
})

test('a clock that is set back begins the count anew', () => {
  const limit = createQueueLimit(8)
  limit.begin(9000)
  limit.countResults(500, 1000)
  limit.countResults(10, 1100)
  expect(limit.current()).toBe(50)
})
