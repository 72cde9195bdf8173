import { expect, test } from 'vitest'
import { createCampaignTurns } from '../../../../../src/service/delivery/pacing/campaign-turns.ts'

/** Returns the campaigns of this many turns. */
function turns(due: { id: number; account: number }[], count: number): number[] {
  const next = createCampaignTurns()
  return Array.from({ length: count }, () => next(due)?.id ?? 0)
}

const campaigns = (account: number, ...ids: number[]) => ids.map((id) => ({ id, account }))

test('campaigns of one account take turns', () => {
  expect(turns(campaigns(1, 4, 7, 9), 5)).toEqual([4, 7, 9, 4, 7])
})

test('an account with many campaigns gets as many turns as one with a single campaign', () => {
  const due = [...campaigns(1, 1, 2, 3, 4), ...campaigns(2, 5), ...campaigns(3, 6)]
  expect(turns(due, 9)).toEqual([1, 5, 6, 2, 5, 6, 3, 5, 6])
})

test('a campaign that is not due is passed over, and there may be none', () => {
  const next = createCampaignTurns()
  expect(next([])).toBeUndefined()
  expect(next(campaigns(1, 1, 2))?.id).toBe(1)
  expect(next(campaigns(2, 3))?.id).toBe(3)
  expect(next([...campaigns(1, 2), ...campaigns(2, 3)])?.id).toBe(2)
})
