import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSids } from '../../../src/core/sids.ts'

const sids = createSids(Buffer.alloc(16, 1))
const ids = fc.integer({ min: 1, max: 8e14 })

test('every contact has a 15-digit number that maps back to it', () => {
  fc.assert(
    fc.property(ids, (id) => {
      const sid = sids.sidOf(id)
      expect(String(sid)).toMatch(/^[1-9]\d{14}$/)
      expect(sids.idOf(sid)).toBe(id)
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1e14, max: 1e15 - 1 }), (sid) => {
      expect(sids.sidOf(sids.idOf(sid))).toBe(sid)
    }),
  )
})

test('consecutive ids and other keys have unrelated numbers', () => {
  const others = createSids(Buffer.alloc(16, 2))
  const near = Array.from({ length: 1000 }, (_, id) => sids.sidOf(id + 1))
  expect(new Set(near).size).toBe(1000)
  const rising = near.filter((sid, at) => sid > (near[at - 1] ?? 0)).length
  expect(rising).toBeGreaterThan(400)
  expect(rising).toBeLessThan(600)
  expect(near.filter((sid, at) => sid === others.sidOf(at + 1))).toEqual([])
})

test.each([0, 1, 1e14 - 1, 1e15, 1.5, Number.NaN])("%d is not a contact's number", (sid) => {
  expect(sids.idOf(sid)).toBeNaN()
})
