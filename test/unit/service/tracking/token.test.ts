import { expect, test } from 'vitest'
import type { TokenKeys } from '../../../../src/core/tokens/signed-token.ts'
import {
  clickToken,
  openToken,
  readClickToken,
  readOpenTokens,
} from '../../../../src/service/tracking/token.ts'

const keys: TokenKeys = [{ id: 1, secret: Buffer.alloc(32, 7) }]

test('an open token names campaign and recipient', () => {
  const open = { campaign: 12, recipient: 345_678 }
  expect(readOpenTokens([openToken(open, keys)], keys)).toEqual([open])
})

test('a click token names campaign, recipient and link', () => {
  const click = { campaign: 12, recipient: 345_678, link: 0 }
  expect(readClickToken(clickToken(click, keys), keys)).toEqual(click)
})

test('click and open tokens are not interchangeable', () => {
  const of = { campaign: 1, recipient: 2, link: 3 }
  expect(readOpenTokens([clickToken(of, keys)], keys)).toEqual([undefined])
  expect(readClickToken(openToken(of, keys), keys)).toBeUndefined()
})

test('a token is valid in a URL and in an unquoted attribute', () => {
  for (let recipient = 0; recipient < 2000; recipient++) {
    expect(clickToken({ campaign: 1, recipient, link: 1 }, keys)).toMatch(/^[\w-]+$/)
  }
})
