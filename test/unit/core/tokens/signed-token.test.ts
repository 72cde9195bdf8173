import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signToken, type TokenKeys, verifyToken } from '../../../../src/core/tokens/signed-token.ts'

const first = { id: 1, secret: Buffer.alloc(32, 1) }
const second = { id: 2, secret: Buffer.alloc(32, 2) }
const keys: TokenKeys = [first]

const fields = fc.array(fc.maxSafeNat(), { maxLength: 4 })
const encoding = fc.constantFrom('base64url' as const, 'hex' as const)

test('a token returns the signed numbers, up to 2^53', () => {
  fc.assert(
    fc.property(fields, encoding, (numbers, written) => {
      const token = signToken('opt_in', numbers, keys, written)
      expect(verifyToken('opt_in', token, keys, written)).toEqual(numbers)
    }),
  )
})

test('the signature is HMAC-SHA-256, also with a key longer than a block of SHA-256', () => {
  const secret = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes))
  fc.assert(
    fc.property(fields, secret, (numbers, secret) => {
      const bytes = Buffer.from(signToken('open', numbers, [{ id: 1, secret }]), 'base64url')
      const hmac = createHmac('sha256', secret).update('open\0').update(bytes.subarray(0, -12))
      expect(bytes.subarray(-12)).toEqual(hmac.digest().subarray(0, 12))
    }),
  )
})

test('every byte of a long key counts', () => {
  const secret = Buffer.alloc(65, 1)
  const other = Buffer.from(secret)
  other[64] = 2
  const token = signToken('open', [7, 9], [{ id: 1, secret }])
  expect(verifyToken('open', token, [{ id: 1, secret }])).toEqual([7, 9])
  expect(verifyToken('open', token, [{ id: 1, secret: other }])).toBeUndefined()
  expect(verifyToken('open', token, [{ id: 1, secret: secret.subarray(0, 64) }])).toBeUndefined()
})

test('a token from an earlier release still verifies', () => {
  const token = 'AQGsAvCiBAMUx93rQoMRfXCAAhU'
  expect(verifyToken('click', token, keys)).toEqual([300, 70_000, 3])
  expect(signToken('click', [300, 70_000, 3], keys)).toBe(token)
})

test('a token for one purpose is invalid for another', () => {
  const token = signToken('open', [7, 9], keys)
  expect(verifyToken('unsubscribe', token, keys)).toBeUndefined()
  expect(verifyToken('open', token, keys)).toEqual([7, 9])
})

test('a token with a changed bit does not verify', () => {
  const bytes = Buffer.from(signToken('click', [300, 70_000, 3], keys), 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(verifyToken('click', changed.toString('base64url'), keys)).toBeUndefined()
  }
})

test('only the signed text verifies', () => {
  const token = signToken('click', [300, 70_000, 3], keys)
  const near = [`${token}=`, ` ${token}`, `${token}A`, token.slice(0, -1), token.toUpperCase(), '']
  for (const text of near) expect(verifyToken('click', text, keys)).toBeUndefined()
  fc.assert(fc.property(fc.string(), (text) => verifyToken('click', text, keys) === undefined))
})

test('another encoding of the same bytes does not verify', () => {
  const token = signToken('open', [1, 2], keys)
  const other = `${token.slice(0, -1)}${String.fromCharCode(token.charCodeAt(token.length - 1) + 1)}`
  expect(Buffer.from(other, 'base64url')).toEqual(Buffer.from(token, 'base64url'))
  expect(verifyToken('open', other, keys)).toBeUndefined()
})

test('after a rotation the new key signs and the old one still verifies', () => {
  const old = signToken('open', [1, 2], [first])
  const rotated: TokenKeys = [second, first]
  expect(verifyToken('open', old, rotated)).toEqual([1, 2])
  expect(verifyToken('open', signToken('open', [1, 2], rotated), [first])).toBeUndefined()
  expect(verifyToken('open', old, [second])).toBeUndefined()
})

test('a key id that names another secret does not verify', () => {
  const token = signToken('open', [1, 2], [first])
  expect(verifyToken('open', token, [{ id: 1, secret: second.secret }])).toBeUndefined()
})

test('a return path survives a relay that changes its case, and fits a local part', () => {
  const token = signToken('return_path', [123_456, 987_654_321], keys, 'hex')
  expect(token.length).toBeLessThanOrEqual(60)
  expect(verifyToken('return_path', token.toUpperCase(), keys, 'hex')).toEqual([
    123_456, 987_654_321,
  ])
})

test('a click token of a large account is 30 characters', () => {
  expect(signToken('click', [20_000, 50_000_000, 12], keys)).toHaveLength(30)
})

test.each([-1, 1.5, Number.NaN, 2 ** 53])('%d cannot be signed', (value) => {
  expect(() => signToken('open', [value], keys)).toThrow('internal')
})
