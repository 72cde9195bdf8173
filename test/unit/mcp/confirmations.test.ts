import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createConfirmations, digestOf } from '../../../src/mcp/confirmations.ts'
import { testClock } from '../../support/clock.ts'

const key = randomBytes(32)
const plan = { action: 'campaigns.send', arguments: { id: 7 }, recipients: { count: 2 } }

test('a confirmation is valid once for its plan, in any order of keys', () => {
  const confirmations = createConfirmations({ key, clock: testClock() })
  const given = confirmations.issue('1', plan)
  const same = { recipients: { count: 2 }, arguments: { id: 7 }, action: 'campaigns.send' }
  expect(confirmations.redeem('1', same, given)).toBeUndefined()
  expect(confirmations.redeem('1', same, given)).toBe('used')
})

test('another plan, account or key does not use a confirmation up', () => {
  const clock = testClock()
  const confirmations = createConfirmations({ key, clock })
  const given = confirmations.issue('1', plan)
  expect(confirmations.redeem('1', { ...plan, recipients: { count: 3 } }, given)).toBe('changed')
  expect(confirmations.redeem('2', plan, given)).toBe('forged')
  const others = createConfirmations({ key: randomBytes(32), clock })
  expect(others.redeem('1', plan, given)).toBe('forged')
  expect(confirmations.redeem('1', plan, given)).toBeUndefined()
})

test('a confirmation expires after ten minutes', () => {
  const clock = testClock()
  const confirmations = createConfirmations({ key, clock })
  const [early, late] = [confirmations.issue('1', plan), confirmations.issue('1', plan)]
  clock.advance(10 * 60_000 - 1)
  expect(confirmations.redeem('1', plan, early)).toBeUndefined()
  clock.advance(1)
  expect(confirmations.redeem('1', plan, late)).toBe('expired')
})

test('a process with the same key accepts the confirmation', () => {
  const clock = testClock()
  const given = createConfirmations({ key, clock }).issue('1', plan)
  expect(createConfirmations({ key, clock }).redeem('1', plan, given)).toBeUndefined()
})

test('any other text is refused', () => {
  const confirmations = createConfirmations({ key, clock: testClock() })
  const given = confirmations.issue('1', plan)
  fc.assert(
    fc.property(fc.nat(given.length - 1), fc.constantFrom(...'aZ0.-_'), (at, letter) => {
      const text = given.slice(0, at) + letter + given.slice(at + 1)
      fc.pre(text !== given)
      expect(confirmations.redeem('1', plan, text)).toBe('forged')
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(confirmations.redeem('1', plan, text)).toBe('forged')
    }),
  )
})

test('different plans have different digests', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other))
      const isSame = digestOf(one) === digestOf(other)
      expect(isSame).toBe(canonical(one) === canonical(other))
    }),
  )
})

const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`)
    .sort()
    .join()}}`
}
