import { expect, test } from 'vitest'
import { splitBranch } from '../../../../../../src/service/automations/engine/steps/split.ts'

const runs = 20_000
const sharesOf = (shares: Record<string, number>, node = 'reparto') => {
  const counts: Record<string, number> = {}
  for (let run = 1; run <= runs; run++) {
    const branch = splitBranch(run, node, shares)
    counts[branch] = (counts[branch] ?? 0) + 1
  }
  return counts
}

test.each([[{ a: 50, b: 50 }], [{ a: 90, b: 10 }], [{ a: 1, b: 1, c: 98 }], [{ a: 100 }]])(
  'each branch gets its share: %o',
  (shares) => {
    const counts = sharesOf(shares)
    expect(Object.keys(counts).sort()).toEqual(Object.keys(shares))
    for (const [branch, share] of Object.entries(shares)) {
      const expected = (runs * share) / 100
      // Five standard deviations.
      const slack = 5 * Math.sqrt(expected * (1 - share / 100))
      expect(Math.abs((counts[branch] ?? 0) - expected)).toBeLessThanOrEqual(slack)
    }
  },
)

test('a run always takes the same branch, whatever the order of the branches', () => {
  for (let run = 1; run <= 100; run++) {
    expect(splitBranch(run, 'n', { b: 30, a: 70 })).toBe(splitBranch(run, 'n', { a: 70, b: 30 }))
  }
})

test('two splits are independent', () => {
  const both = Array.from({ length: runs }, (_, index) =>
    [
      splitBranch(index + 1, 'uno', { a: 50, b: 50 }),
      splitBranch(index + 1, 'dos', { a: 50, b: 50 }),
    ].join(''),
  )
  const aa = both.filter((pair) => pair === 'aa').length
  expect(Math.abs(aa - runs / 4)).toBeLessThan(5 * Math.sqrt((runs * 3) / 16))
})
