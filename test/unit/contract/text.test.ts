import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { check } from '../../../src/contract/check.ts'
import { contract } from '../../../src/contract/index.ts'
import { fromText } from '../../../src/contract/text.ts'

const shape = z.strictObject({
  count: z.int().default(5),
  share: z.number().nullable().optional(),
  on: z.boolean().optional(),
  name: z.string().optional(),
  ids: z.array(z.int()).optional(),
  values: z.record(z.string(), z.string()).optional(),
})

test.each([
  [{ count: '12' }, { count: 12 }],
  [{ share: '-1.5' }, { share: -1.5 }],
  [{ on: 'true' }, { on: true }],
  [{ on: 'false' }, { on: false }],
  [{ name: '12' }, { name: '12' }],
  [{ ids: '3' }, { ids: [3] }],
  [{ ids: ['3', '4'] }, { ids: [3, 4] }],
  [{ 'values[3]': 'a', 'values[city]': 'b' }, { values: { 3: 'a', city: 'b' } }],
])('%j becomes %j', (texts, values) => {
  expect(fromText(shape, texts)).toEqual(values)
})

test.each([
  [{ count: '1e3' }],
  [{ count: '0x10' }],
  [{ count: '' }],
  [{ on: 'yes' }],
  [{ count: ['1', '2'] }],
  [{ unheard: 'x' }],
  [{ 'name[x]': 'y' }],
])('%j does not convert and stays unchanged', (texts) => {
  expect(fromText(shape, texts)).toEqual(texts)
})

test('an inherited property name is not a field', () => {
  expect(fromText(shape, { constructor: 'x', toString: 'y' })).toEqual({
    constructor: 'x',
    toString: 'y',
  })
})

test('every integer survives conversion to text', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (number) => {
      expect(fromText(shape, { count: String(number) })).toEqual({ count: number })
    }),
  )
})

test('the query of a list arrives as text and is checked with its defaults', () => {
  const { query } = contract.campaigns.list
  expect(check(query, fromText(query, { limit: '10', status: 'active' }))).toEqual({
    value: { limit: 10, status: 'active' },
  })
  expect(check(query, {})).toEqual({ value: { limit: 50 } })
  expect(check(query, fromText(query, { limit: '501' }))).toEqual({
    problems: [{ field: 'limit', code: 'too_large', values: { limit: 500 } }],
  })
})
