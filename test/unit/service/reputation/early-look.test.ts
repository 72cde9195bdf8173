import { expect, test } from 'vitest'
import { createEarlyLook } from '../../../../src/service/reputation/early-look.ts'

function looksAfter(results: readonly [count: number, bad: number][]): number {
  let looks = 0
  const countResults = createEarlyLook(() => looks++)
  for (const [count, bad] of results) countResults(count, bad)
  return looks
}

test('reputations are looked at after every 100 results with a bad one among them', () => {
  expect(looksAfter([[99, 99]])).toBe(0)
  expect(
    looksAfter([
      [99, 1],
      [1, 0],
    ]),
  ).toBe(1)
  expect(looksAfter(Array(10).fill([50, 1]))).toBe(5)
})

test('good results cause no look, and a bad one after 100 of them does', () => {
  expect(looksAfter([[5000, 0]])).toBe(0)
  expect(
    looksAfter([
      [5000, 0],
      [1, 1],
      [99, 1],
    ]),
  ).toBe(1)
  expect(
    looksAfter([
      [5000, 0],
      [1, 1],
      [100, 1],
    ]),
  ).toBe(2)
})
