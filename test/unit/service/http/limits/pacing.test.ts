import { expect, test } from 'vitest'
import { createPacer } from '../../../../../src/service/http/limits/pacing.ts'

const start = 1_000_000

test('a burst does not wait, and what follows keeps to the pace', () => {
  const pacer = createPacer({ perSecond: 200, burst: 2000 })
  const waits = Array.from({ length: 2100 }, () => pacer.take('a', start))
  expect(waits.slice(0, 2000).every((wait) => wait === 0)).toBe(true)
  expect(waits.slice(2000)).toEqual(Array.from({ length: 100 }, (_, index) => (index + 1) * 5))
})

test('a client at the pace never waits, and another has a pace of its own', () => {
  const pacer = createPacer({ perSecond: 200, burst: 10 })
  for (let index = 0; index < 1000; index += 1) {
    expect(pacer.take('a', start + index * 5)).toBe(0)
  }
  for (let index = 0; index < 100; index += 1) pacer.take('a', start + 5000)
  expect(pacer.take('a', start + 5000)).toBeGreaterThan(0)
  expect(pacer.take('b', start + 5000)).toBe(0)
})

test('a pause gives the burst back', () => {
  const pacer = createPacer({ perSecond: 200, burst: 100 })
  for (let index = 0; index < 200; index += 1) pacer.take('a', start)
  expect(pacer.take('a', start)).toBeGreaterThan(0)
  const waits = Array.from({ length: 100 }, () => pacer.take('a', start + 2000))
  expect(waits.every((wait) => wait === 0)).toBe(true)
})
