import fc from 'fast-check'
import { expect, test } from 'vitest'
import { check } from '../../../src/contract/check.ts'
import { fillPath, paramsOf, tokensOf } from '../../../src/contract/path.ts'

const path = '/lists/:id/contacts/:contact'

test('the tokens of a path are returned in order', () => {
  expect(tokensOf(path)).toEqual(['id', 'contact'])
  expect(tokensOf('/campaigns')).toEqual([])
})

test('a value is encoded, so that it cannot change the path', () => {
  expect(fillPath(path, { id: 7, contact: 'a/b?c#d@example.org' })).toBe(
    '/lists/7/contacts/a%2Fb%3Fc%23d%40example.org',
  )
})

test.each(['', '.', '..', undefined])('the value %j is refused', (contact) => {
  expect(fillPath(path, { id: 7, contact })).toBeUndefined()
})

test('for any value, a URL parser sees the same segments and the same value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (contact) => {
      fc.pre(contact !== '.' && contact !== '..' && contact.isWellFormed())
      const filled = fillPath(path, { id: 7, contact })
      const segments = new URL(filled ?? '', 'https://api.example.org').pathname.split('/')
      expect(segments).toHaveLength(5)
      expect(decodeURIComponent(segments[4] ?? '')).toBe(contact)
    }),
  )
})

test.each([
  ['id', 7, true],
  ['id', 0, false],
  ['id', 1.5, false],
  ['xsid', 'qwertyu', true],
  ['xsid', 'qwerty', false],
  ['xsid', 'q'.repeat(41), false],
  ['xsid', 'qwertyuA', false],
])('%s may be %j: %s', (token, value, isFine) => {
  expect('value' in check(paramsOf(`/x/:${token}`), { [token]: value })).toBe(isFine)
})
