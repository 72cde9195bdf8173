import { expect, test } from 'vitest'
import { createRestarts } from '../../../../src/service/process-group/restarts.ts'

const soon = { ranMs: 100, hadStarted: true }

test('a process that ends again and again is started after longer and longer pauses', () => {
  const { pauseAfter } = createRestarts()
  const pauses = Array.from({ length: 8 }, () => pauseAfter(soon))
  expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000])
})

test('a process that has run for a minute is started again at once', () => {
  const { pauseAfter } = createRestarts()
  for (let run = 0; run < 5; run++) pauseAfter(soon)
  expect(pauseAfter({ ranMs: 60_000, hadStarted: true })).toBe(250)
})

test('the fifth failed start in a row is the last', () => {
  const { pauseAfter } = createRestarts()
  const failed = { ranMs: 1000, hadStarted: false }
  for (let run = 0; run < 4; run++) expect(pauseAfter(failed)).toBeGreaterThan(0)
  pauseAfter(soon)
  for (let run = 0; run < 4; run++) expect(pauseAfter(failed)).toBeGreaterThan(0)
  expect(pauseAfter(failed)).toBeUndefined()
})
