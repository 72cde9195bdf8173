import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import isEmailCommonJs from 'validator/lib/isEmail.js'
import { expect, test } from 'vitest'
import { isAddress, normaliseAddress, storedAddress } from '../../../src/core/address.ts'

const isEmail = isEmailCommonJs as unknown as (text: string) => boolean

const letters = fc.constantFrom(
  'a',
  'Z',
  '9',
  '.',
  '_',
  '-',
  '+',
  '@',
  'ñ',
  'org',
  'xn--',
  '"',
  ' ',
)
const texts = fc.array(letters, { maxLength: 30 }).map((parts) => parts.join(''))
const likely = fc.tuple(texts, texts).map(([local, domain]) => `${local}a@a${domain}.es`)
const anything = fc.oneof(texts, likely, fc.emailAddress())

test('the fast pattern agrees with the validator', () => {
  fc.assert(
    fc.property(anything, (text) => {
      expect(isAddress(text)).toBe(isEmail(text) && !text.includes('"'))
    }),
    { numRuns: 2000 },
  )
})

test('the fast path agrees with the conversion to ASCII', () => {
  fc.assert(
    fc.property(anything.filter(isAddress), (text) => {
      const domain = domainToASCII(text.slice(text.lastIndexOf('@') + 1))
      expect(normaliseAddress(text)?.domain).toBe(domain || undefined)
    }),
    { numRuns: 2000 },
  )
})

test('a quoted local part is refused, and can still be looked up unless it contains a line break', () => {
  for (const [text, key] of [
    ['"a b"@Example.org', '"a b"@example.org'],
    ['"Ana"@example.org', '"ana"@example.org'],
    ['"a\nBcc: x"@example.org', undefined],
  ] as const) {
    expect([text, isEmail(text)]).toEqual([text, true])
    expect([text, isAddress(text), normaliseAddress(text)]).toEqual([text, false, undefined])
    expect([text, storedAddress(text)?.key]).toEqual([text, key])
  }
})

test('the length limits of RFC 5321 apply', () => {
  expect(isAddress(`${'a'.repeat(64)}@example.org`)).toBe(true)
  expect(isAddress(`${'a'.repeat(65)}@example.org`)).toBe(false)
  expect(isAddress(`a@${'b'.repeat(63)}.org`)).toBe(true)
  expect(isAddress(`a@${'b'.repeat(64)}.org`)).toBe(false)
})

test.each([
  [' Ana.Ruiz@EXAMPLE.org\u00a0', 'Ana.Ruiz@example.org', 'ana.ruiz@example.org'],
  ['ÑU@España.example', 'ÑU@xn--espaa-rta.example', 'ñu@xn--espaa-rta.example'],
  ['jose\u0301@example.org', 'josé@example.org', 'josé@example.org'],
])('%j is sent to as %s and compared as %s', (text, email, key) => {
  expect(normaliseAddress(text)).toMatchObject({ email, key })
})

test.each([
  '',
  'ana',
  'ana@example',
  'ana@@example.org',
  'Ana <ana@example.org>',
  'a b@example.org',
])('%j is not an address', (text) => {
  expect(normaliseAddress(text)).toBeUndefined()
})
