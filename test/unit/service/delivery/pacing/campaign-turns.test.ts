import { expect, test } from 'vitest'
import { createCampaignTurns } from '../../../../../src/service/delivery/pacing/campaign-turns.ts'

/** Returns the campaigns of this many turns. */
function turns(due: ReturnType<typeof campaigns>, count: number): number[] {
  const next = createCampaignTurns(weightOf)
  return Array.from({ length: count }, () => next(due)?.id ?? 0)
}

const weightOf = (plan: string): number => (plan === 'paid' ? 4 : 1)

const campaigns = (account: number, ...ids: number[]) =>
  ids.map((id) => ({ id, account, plan: account > 100 ? 'paid' : 'free' }))

test('campaigns of one account take turns', () => {
  expect(turns(campaigns(1, 4, 7, 9), 5)).toEqual([4, 7, 9, 4, 7])
})

test('an account with many campaigns gets as many turns as one with a single campaign', () => {
  const due = [...campaigns(1, 1, 2, 3, 4), ...campaigns(2, 5), ...campaigns(3, 6)]
  expect(turns(due, 9)).toEqual([1, 5, 6, 2, 5, 6, 3, 5, 6])
})

test('a campaign that is not due is passed over, and there may be none', () => {
  const next = createCampaignTurns(weightOf)
  expect(next([])).toBeUndefined()
  expect(next(campaigns(1, 1, 2))?.id).toBe(1)
  expect(next(campaigns(2, 3))?.id).toBe(3)
  expect(next([...campaigns(1, 2), ...campaigns(2, 3)])?.id).toBe(2)
})

test('an account with a larger plan has more turns, spread among those of the others', () => {
  const due = [...campaigns(1, 1), ...campaigns(2, 2), ...campaigns(101, 7, 8)]
  const chosen = turns(due, 600)
  const count = (...ids: number[]) => chosen.filter((id) => ids.includes(id)).length
  expect([count(1), count(2), count(7), count(8)]).toEqual([100, 100, 200, 200])
  // No account waits longer than a round.
  for (let start = 0; start < 594; start++) {
    expect(chosen.slice(start, start + 7)).toEqual(expect.arrayContaining([1, 2]))
  }
})
