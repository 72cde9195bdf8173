import { expect, test } from 'vitest'
import type { AbTest } from '../../../../src/contract/shapes/campaign.ts'
import {
  bestVariant,
  hasRest,
  inVariant,
  sizeOfTest,
} from '../../../../src/service/campaigns/ab-test.ts'
import { drawSlice } from '../../../../src/service/campaigns/draw.ts'

const three: AbTest = {
  variants: [{}, { asunto: 'B' }, { html: '<p>C</p>' }],
  share: 30,
  winner: 'open',
}

test('the share is of everybody, and each version has somebody as far as there are people', () => {
  expect(sizeOfTest(three, 1000)).toBe(300)
  expect(sizeOfTest(three, 5)).toBe(3)
  expect(sizeOfTest(three, 2)).toBe(2)
  expect(sizeOfTest({ ...three, share: 100 }, 1000)).toBe(1000)
})

test('a test of everybody leaves nobody to wait for a winner', () => {
  const row = (share: number, ab_winner: string | null = null) => ({
    ab_test: JSON.stringify({ ...three, share }),
    ab_winner,
  })
  expect(hasRest(row(30), 1000)).toBe(true)
  expect(hasRest(row(100), 1000)).toBe(false)
  expect(hasRest(row(30), 3)).toBe(false)
  expect(hasRest(row(30, 'b'), 1000)).toBe(false)
  expect(hasRest({ ab_test: null, ab_winner: null }, 1000)).toBe(false)
})

test('a version is the campaign, but for what it changes', () => {
  const row = { asunto: 'A', html: '<p>A</p>', ab_test: JSON.stringify(three) }
  expect(inVariant(row, 'a')).toMatchObject({ asunto: 'A', html: '<p>A</p>' })
  expect(inVariant(row, 'b')).toMatchObject({ asunto: 'B', html: '<p>A</p>' })
  expect(inVariant(row, 'c')).toMatchObject({ asunto: 'A', html: '<p>C</p>' })
  expect(inVariant(row, 'd')).toEqual(row)
  expect(inVariant(row, null)).toEqual(row)
})

test('the winner is the one of the best rate, and of equals the first', () => {
  const a = { variant: 'a', sent: 100, unique_opens: 20, unique_clicks: 10 }
  const b = { variant: 'b', sent: 50, unique_opens: 15, unique_clicks: 5 }
  const nobody = { variant: 'c', sent: 0, unique_opens: 0, unique_clicks: 0 }
  expect(bestVariant([a, b, nobody], 'open')).toBe('b')
  expect(bestVariant([b, a, nobody], 'click')).toBe('a')
  expect(bestVariant([nobody], 'click')).toBe('c')
})

test('whatever the slices, exactly the share is drawn, the versions even within one', () => {
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
      const drawn = drawSlice(drawing, ids.slice(seen, seen + slice), seen)
      expect(drawn.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids.slice(seen, seen + slice))
      for (const { variant } of drawn) counts.set(variant, (counts.get(variant) ?? 0) + 1)
    }
    expect(counts.get(null) ?? 0).toBe(total - size)
    const even = ['a', 'b', 'c'].map((variant) => counts.get(variant) ?? 0)
    expect(Math.max(...even) - Math.min(...even)).toBeLessThanOrEqual(1)
  }
})

test('a list that goes in pairs is not told apart by it', () => {
  const ids = Array.from({ length: 1000 }, (_, at) => at + 1)
  const drawing = { campaign: 7, total: 1000, size: 1000, variants: ['a', 'b'] }
  const first = drawSlice(drawing, ids, 0).filter(({ variant }) => variant === 'a')
  const odd = first.filter(({ id }) => id % 2 === 1).length
  // 500 of 1,000 by chance: six standard deviations to each side.
  expect(odd).toBeGreaterThan(155)
  expect(odd).toBeLessThan(345)
})
