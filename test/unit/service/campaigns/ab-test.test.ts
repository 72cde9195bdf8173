import { expect, test } from 'vitest'
import type { AbTest } from '../../../../src/contract/shapes/campaign.ts'
import {
  bestVariant,
  hasRemainder,
  inVariant,
  testSize,
} from '../../../../src/service/campaigns/ab-test.ts'
import { assignVariants } from '../../../../src/service/campaigns/sending/ab-assignment.ts'

const three: AbTest = {
  variants: [{}, { asunto: 'B' }, { html: '<p>C</p>' }],
  share: 30,
  winner: 'open',
}

test('the share applies to all recipients, and each variant gets at least one if there are enough', () => {
  expect(testSize(three, 1000)).toBe(300)
  expect(testSize(three, 5)).toBe(3)
  expect(testSize(three, 2)).toBe(2)
  expect(testSize({ ...three, share: 100 }, 1000)).toBe(1000)
})

test('a test of the whole audience leaves no recipients waiting for the winner', () => {
  const row = (share: number, ab_winner: string | null = null) => ({
    ab_test: JSON.stringify({ ...three, share }),
    ab_winner,
  })
  expect(hasRemainder(row(30), 1000)).toBe(true)
  expect(hasRemainder(row(100), 1000)).toBe(false)
  expect(hasRemainder(row(30), 3)).toBe(false)
  expect(hasRemainder(row(30, 'b'), 1000)).toBe(false)
  expect(hasRemainder({ ab_test: null, ab_winner: null }, 1000)).toBe(false)
})

test('a variant is the campaign with the variant’s changes', () => {
  const row = { asunto: 'A', html: '<p>A</p>', ab_test: JSON.stringify(three) }
  expect(inVariant(row, 'a')).toMatchObject({ asunto: 'A', html: '<p>A</p>' })
  expect(inVariant(row, 'b')).toMatchObject({ asunto: 'B', html: '<p>A</p>' })
  expect(inVariant(row, 'c')).toMatchObject({ asunto: 'A', html: '<p>C</p>' })
  expect(inVariant(row, 'd')).toEqual(row)
  expect(inVariant(row, null)).toEqual(row)
})

test('the winner has the best rate, and a tie goes to the first', () => {
  const a = { variant: 'a', sent: 100, delivered: 100, unique_opens: 20, unique_clicks: 10 }
  const b = { variant: 'b', sent: 50, delivered: 50, unique_opens: 15, unique_clicks: 5 }
  const nobody = { variant: 'c', sent: 0, delivered: 0, unique_opens: 0, unique_clicks: 0 }
  expect(bestVariant([a, b, nobody], 'open')).toBe('b')
  expect(bestVariant([b, a, nobody], 'click')).toBe('a')
  expect(bestVariant([nobody], 'click')).toBe('c')
})

test('for any slices, exactly the share is assigned, and variants differ by one at most', () => {
  for (const [total, size, slice] of [
    [10_000, 3000, 1000],
    [997, 500, 100],
    [7, 3, 2],
    [5000, 5000, 999],
  ] as const) {
    const counts = new Map<string | null, number>()
    const drawing = { campaign: 7, total, size, variants: ['a', 'b', 'c'] }
    const ids = Array.from({ length: total }, (_, at) => at + 1)
    for (let seen = 0; seen < total; seen += slice) {
      const drawn = assignVariants(drawing, ids.slice(seen, seen + slice), seen)
      expect(drawn.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids.slice(seen, seen + slice))
      for (const { variant } of drawn) counts.set(variant, (counts.get(variant) ?? 0) + 1)
    }
    expect(counts.get(null) ?? 0).toBe(total - size)
    const even = ['a', 'b', 'c'].map((variant) => counts.get(variant) ?? 0)
    expect(Math.max(...even) - Math.min(...even)).toBeLessThanOrEqual(1)
  }
})

test('a list of alternating pairs does not bias the variants', () => {
  const ids = Array.from({ length: 1000 }, (_, at) => at + 1)
  const drawing = { campaign: 7, total: 1000, size: 1000, variants: ['a', 'b'] }
  const first = assignVariants(drawing, ids, 0).filter(({ variant }) => variant === 'a')
  const odd = first.filter(({ id }) => id % 2 === 1).length
  // 500 of 1,000 by chance: six standard deviations to each side.
  expect(odd).toBeGreaterThan(155)
  expect(odd).toBeLessThan(345)
})
