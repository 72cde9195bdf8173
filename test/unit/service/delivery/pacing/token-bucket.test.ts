import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTokenBucket } from '../../../../../src/service/delivery/pacing/token-bucket.ts'

const rates = fc.double({ min: 0.1, max: 500, noNaN: true })
const pauses = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 100 })

/** When each of those went that asked again and again at these times. */
function taken(perSecond: number, pausesMs: readonly number[]): number[] {
  let now = 0
  const bucket = createTokenBucket(perSecond, now)
  const times: number[] = []
  for (const pause of pausesMs) {
    now += pause
    for (let tries = 0; tries < 50 && bucket.waitMs(now) === 0; tries++) {
      bucket.take(now)
      times.push(now)
    }
  }
  return times
}

test('no period exceeds the rate plus the burst', () => {
  fc.assert(
    fc.property(rates, pauses, (perSecond, pausesMs) => {
      const times = taken(perSecond, pausesMs)
      const saved = Math.max(1, perSecond * 2)
      // Of any two that went, `to - from + 1` is at most what was saved and what came since.
      let least = Number.POSITIVE_INFINITY
      let excess = Number.NEGATIVE_INFINITY
      for (const [index, time] of times.entries()) {
        const due = (time / 1000) * perSecond
        least = Math.min(least, index - due)
        excess = Math.max(excess, index - due - least + 1 - saved)
      }
      expect(excess).toBeLessThanOrEqual(0.001)
    }),
    { numRuns: 100 },
  )
})

test('a token is available after the announced wait, and not before the rate allows', () => {
  fc.assert(
    fc.property(rates, fc.integer({ min: 1, max: 50 }), (perSecond, count) => {
      let now = 0
      const bucket = createTokenBucket(perSecond, now)
      const saved = Math.max(1, perSecond * 2)
      const most = Math.floor(saved) + count
      let mayGo = true
      for (let gone = 0; gone < most; gone++) {
        now += bucket.waitMs(now)
        mayGo &&= bucket.waitMs(now) === 0
        bucket.take(now)
      }
      expect(mayGo).toBe(true)
      const leastMs = ((most - saved) / perSecond) * 1000
      expect(now).toBeGreaterThanOrEqual(leastMs - 1)
      // Each wait is rounded up to a millisecond.
      expect(now).toBeLessThanOrEqual(leastMs + 1 + most)
    }),
    { numRuns: 100 },
  )
})

test('reservations follow one after the other', () => {
  const bucket = createTokenBucket(4, 0)
  expect([1, 2, 3].map(() => bucket.reserve(1000))).toEqual([1250, 1500, 1750])
  expect(bucket.reserve(60_000)).toBe(60_250)
})

test('a clock that is set back neither removes nor adds tokens', () => {
  const bucket = createTokenBucket(1, 10_000)
  bucket.take(10_000)
  bucket.take(10_000)
  expect(bucket.waitMs(5000)).toBe(1000)
  expect(bucket.waitMs(6000)).toBe(0)
})

test('a new rate applies immediately', () => {
  const bucket = createTokenBucket(10, 0)
  bucket.setRate(0.5, 0)
  bucket.take(0)
  expect(bucket.waitMs(0)).toBe(2000)
})
