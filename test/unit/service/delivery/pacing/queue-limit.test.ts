import { expect, test } from 'vitest'
import { createQueueLimit } from '../../../../../src/service/delivery/pacing/queue-limit.ts'

function startedAt(start: number, maxSubmitting: number) {
  const limit = createQueueLimit(maxSubmitting)
  limit.begin(start)
  return {
    ...limit,
    /** Counts answers that come in the middle of a time, and one at its end. */
    answer(count: number, from: number, to: number) {
      for (let left = count; left > 1; left--) limit.countAnswer((from + to) / 2)
      limit.countAnswer(to)
    },
  }
}

test('as many messages wait as are sent in half a second, within limits', () => {
  const { answer, begin, current } = startedAt(5000, 64)
  expect(current()).toBe(64)
  answer(20, 5000, 5050)
  expect(current()).toBe(64)
  answer(40, 5050, 5100)
  expect(current()).toBe(300)
  answer(1000, 5100, 5200)
  expect(current()).toBe(512)
  // A relay that becomes slow.
  for (let second = 1; second <= 5; second++) answer(1, 4200 + second * 1000, 5200 + second * 1000)
  expect(current()).toBe(64)
  // After an hour without messages.
  begin(3_606_200)
  answer(30, 3_606_200, 3_606_300)
  expect(current()).toBe(150)
})

test('a clock that is set back begins the count anew', () => {
  const { answer, current } = startedAt(9000, 8)
  answer(1, 1000, 1000)
  answer(10, 1000, 1100)
  expect(current()).toBe(50)
})
