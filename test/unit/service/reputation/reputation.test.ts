import { expect, test } from 'vitest'
import { defaultReputationLimits as limits } from '../../../../src/core/service/reputation-limits.ts'
import { findProblem } from '../../../../src/service/reputation/reputation.ts'

const figures = (tried: number, bounces: number, complaints = 0, refusals = 0) => ({
  ...{ tried, bounces, complaints, refusals },
})

test.each([
  ['few messages say nothing', figures(199, 199), undefined],
  ['a share at the limit is allowed', figures(200, 16), undefined],
  ['a share above it is not', figures(200, 17), 'bounces'],
  ['two complaints are allowed, however few the messages', figures(200, 0, 2), undefined],
  ['three complaints of 200 are not', figures(200, 0, 3), 'complaints'],
  ['three complaints of 1000 are allowed', figures(1000, 0, 3), undefined],
  ['refusals for one reason', figures(200, 0, 0, 41), 'refusals'],
  ['complaints are named before bounces', figures(200, 100, 10), 'complaints'],
])('%s', (_, given, problem) => {
  expect(findProblem(given, { limits })).toBe(problem)
})

test('only what came after the accepted figures counts', () => {
  const base = figures(400, 200)
  expect(findProblem(figures(599, 399), { base, limits })).toBeUndefined()
  expect(findProblem(figures(600, 216), { base, limits })).toBeUndefined()
  expect(findProblem(figures(600, 217), { base, limits })).toBe('bounces')
})

test('an omitted limit allows everything, and an account needs more messages', () => {
  expect(findProblem(figures(5000, 5000), { limits: {} })).toBeUndefined()
  expect(findProblem(figures(999, 999), { limits, of: 'account' })).toBeUndefined()
  expect(findProblem(figures(1000, 999), { limits, of: 'account' })).toBe('bounces')
})
