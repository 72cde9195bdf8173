import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scanJson } from '../../../../src/service/http/json-scan.ts'

test('the largest batch of contacts with sixty fields, a name and tags is read', () => {
  const customFields = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, '1']))
  const contact = { email: 'eva@uno.example', nombre: 'Eva', customFields, tags: ['a', 'b', 'c'] }
  const contacts = Array.from({ length: 5000 }, () => contact)
  const scan = scanJson(Buffer.from(JSON.stringify({ contacts, mode: 'upsert' })))
  expect(scan).toEqual({ names: 2 + 5000 * 64, isExact: true })
})

const isExact = (text: string): boolean => scanJson(Buffer.from(text)).isExact

test.each([
  '{"contacts":[{"email":"a@b.example","nombre":"Ñandú","customFields":{"4":"x","15":12}}]}',
  '[0,1,123456789012345,true,false,null,"",{},[]]',
  '{"1":{"7":1,"a":2,"b":3},"2":{"0":1}}',
  '["\\r\\n\\t\\"\\\\","\\b\\f"]',
])('what JSON.stringify writes is exact: %s', (text) => {
  expect(JSON.stringify(JSON.parse(text))).toBe(text)
  expect(isExact(text)).toBe(true)
})

test.each([
  '{"a": 1}',
  '{"a":1}\n',
  '[1e3]',
  '[1E3]',
  '[1.0]',
  '[-0]',
  '[12345678901234567890]',
  '["\\u00e9"]',
  '["\\/"]',
  '["\\u000a"]',
  '{"\\u0031":1}',
  '{"2":1,"1":1}',
  '{"a":1,"1":1}',
  '{"b":{"1":2},"a":{"b":1,"0":1}}',
  '{"10":1,"9":1}',
  '{"4294967294":1,"1":1}',
])('what JSON.stringify writes in another way is not exact: %s', (text) => {
  expect(JSON.stringify(JSON.parse(text))).not.toBe(text)
  expect(isExact(text)).toBe(false)
})

test('a text that is exact is the one that JSON.stringify writes', () => {
  const pieces = [
    ...['{', '}', '[', ']', ',', ':', '"', '"a"', '"1"', '"10"', '"01"', '"1a"', '"é"', '"2":'],
    ...[
      '"\\n"',
      '"\\/"',
      '"\\\\"',
      '"1\\"":',
      '0',
      '1',
      '12',
      '-1',
      '1.5',
      '1e2',
      'e',
      'true',
      'null',
      ' ',
      '\\',
      '"b":',
      '{"3":1,',
    ],
  ]
  const anyJson = fc
    .tuple(fc.json(), fc.constantFrom(undefined, 1))
    .map(([text, space]) => JSON.stringify(JSON.parse(text), null, space))
  const anyText = fc
    .array(fc.constantFrom(...pieces), { maxLength: 8 })
    .map((some) => some.join(''))
  let exact = 0
  fc.assert(
    fc.property(fc.oneof(anyJson, anyText), (text) => {
      let value: unknown
      try {
        value = JSON.parse(text)
      } catch {
        return
      }
      if (!isExact(text) || /("[^"]*":).*\1/.test(text)) return
      exact++
      expect(JSON.stringify(value)).toBe(text)
    }),
    { numRuns: 3000 },
  )
  expect(exact).toBeGreaterThan(100)
})
