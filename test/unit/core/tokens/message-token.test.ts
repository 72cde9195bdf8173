import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBlockMac } from '../../../../src/core/tokens/cmac.ts'
import type { TokenContent } from '../../../../src/core/tokens/message-token.ts'
import {
  signToken,
  signTokens,
  type TokenKeys,
  verifyToken,
  verifyTokens,
} from '../../../../src/core/tokens/signed-token.ts'

const single = { id: 1, secret: Buffer.alloc(32, 1) }
const forMessages = { id: 2, secret: Buffer.alloc(16, 2), signsMessagesFrom: 1000 }
const keys: TokenKeys = [single, forMessages]

const number = fc.nat({ max: 2 ** 40 - 1 })
const arity = { open: 2, click: 3, conversion: 2, web_version: 2, return_path: 2, unsubscribe: 3 }
const content = fc
  .constantFrom('open', 'click', 'conversion', 'web_version', 'return_path', 'unsubscribe')
  .chain((purpose) =>
    fc
      .array(number, { minLength: arity[purpose as 'open'], maxLength: arity[purpose as 'open'] })
      .map((fields) => ({ purpose, fields }) as TokenContent),
  )

test('the MAC of a block is AES-CMAC, by the example of RFC 4493', () => {
  const mac = createBlockMac(Buffer.from('2b7e151628aed2a6abf7158809cf4f3c', 'hex'))
  const block = Buffer.from('6bc1bee22e409f96e93d7e117393172a', 'hex')
  expect(mac(Buffer.from(block)).toString('hex')).toBe('070a16b46b4d4144f79bdd9dd04a287c')
  expect(
    mac(Buffer.concat([block, block]))
      .subarray(16)
      .toString('hex'),
  ).toBe('070a16b46b4d4144f79bdd9dd04a287c')
})

test('every token of a message verifies for its own purpose and fields alone', () => {
  fc.assert(
    fc.property(fc.array(content, { maxLength: 30 }), (contents) => {
      const tokens = signTokens(contents, keys, 1000)
      for (const [index, { purpose, fields }] of contents.entries()) {
        expect(verifyToken(purpose, tokens[index] ?? '', keys)).toEqual(fields)
        const other = purpose === 'open' ? 'web_version' : 'open'
        expect(verifyToken(other, tokens[index] ?? '', keys)).toBeUndefined()
        expect(verifyToken('opt_in', tokens[index] ?? '', keys)).toBeUndefined()
      }
    }),
  )
})

test('a token is the same, whatever other tokens are signed with it', () => {
  const click: TokenContent = { purpose: 'click', fields: [300, 70_000, 3] }
  const [, together] = signTokens([{ purpose: 'open', fields: [300, 70_000] }, click], keys, 1000)
  expect(signTokens([click], keys, 1000)).toEqual([together])
})

test('a token with a changed bit does not verify, nor does one with another number', () => {
  const [token] = signTokens([{ purpose: 'click', fields: [300, 70_000, 3] }], keys, 1000)
  const bytes = Buffer.from(token, 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(verifyToken('click', changed.toString('base64url'), keys)).toBeUndefined()
  }
})

test('another way to write the same numbers does not verify', () => {
  const [token] = signTokens([{ purpose: 'open', fields: [1, 2] }], keys, 1000)
  const bytes = Buffer.from(token, 'base64url')
  const longer = Buffer.concat([bytes.subarray(0, 2), Buffer.from([0x81, 0x00]), bytes.subarray(3)])
  expect(verifyToken('open', longer.toString('base64url'), keys)).toBeUndefined()
})

test('until the key for messages is in use, each token is signed on its own', () => {
  const contents: TokenContent[] = [
    { purpose: 'open', fields: [1, 2] },
    { purpose: 'return_path', fields: [1, 2], encoding: 'hex' },
  ]
  expect(signTokens(contents, keys, 999)).toEqual([
    signToken('open', [1, 2], keys),
    signToken('return_path', [1, 2], keys, 'hex'),
  ])
  expect(signTokens(contents, [single], 1000)[0]).toBe(signToken('open', [1, 2], [single]))
})

test('ids beyond a block are signed on their own, and verify', () => {
  const fields = [2 ** 40, 5]
  const [token] = signTokens([{ purpose: 'open', fields }], keys, 1000)
  expect(token).toBe(signToken('open', fields, keys))
  expect(verifyToken('open', token, keys)).toEqual(fields)
})

test('a token of one key does not verify as one of the other', () => {
  const body = Buffer.from([1, forMessages.id, 1, 2])
  const mac = createHmac('sha256', forMessages.secret).update('open\0').update(body).digest()
  const token = Buffer.concat([body, mac.subarray(0, 12)]).toString('base64url')
  expect(verifyToken('open', token, keys)).toBeUndefined()
  const [other] = signTokens([{ purpose: 'open', fields: [1, 2] }], keys, 1000)
  expect(verifyToken('open', other, [single])).toBeUndefined()
})

test('a return path survives a relay that changes its case', () => {
  const fields = [123_456, 987_654_321]
  const [token] = signTokens([{ purpose: 'return_path', fields, encoding: 'hex' }], keys, 1000)
  expect(token.length).toBeLessThanOrEqual(60)
  expect(verifyToken('return_path', token.toUpperCase(), keys, 'hex')).toEqual(fields)
})

test('tokens that are checked together have the result of each alone', () => {
  const ofAnyKey = content.map((each) => signTokens([each], keys, 1000)[0] ?? '')
  const ofSingleKey = fc
    .array(number, { maxLength: 4 })
    .map((fields) => signToken('open', fields, keys))
  const text = fc.oneof(ofAnyKey, ofSingleKey, fc.string(), fc.base64String())
  const isMixed = fc.property(fc.array(text, { maxLength: 100 }), (texts) => {
    const alone = texts.map((each) => verifyToken('open', each, keys))
    expect(verifyTokens('open', texts, keys)).toEqual(alone)
  })
  fc.assert(isMixed)
})
