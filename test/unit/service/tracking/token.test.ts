import { expect, test } from 'vitest'
import type { TokenKeys } from '../../../../src/core/signed-token.ts'
import {
  clickToken,
  openToken,
  readClickToken,
  readOpenToken,
} from '../../../../src/service/tracking/token.ts'

const keys: TokenKeys = [{ id: 1, secret: Buffer.alloc(32, 7) }]

test('a pixel says who opened which campaign', () => {
  const open = { campaign: 12, recipient: 345_678 }
  expect(readOpenToken(openToken(open, keys), keys)).toEqual(open)
})

test('a link says who clicked on which link', () => {
  const click = { campaign: 12, recipient: 345_678, link: 0 }
  expect(readClickToken(clickToken(click, keys), keys)).toEqual(click)
})

test('a click is no open and an open is no click', () => {
  const of = { campaign: 1, recipient: 2, link: 3 }
  expect(readOpenToken(clickToken(of, keys), keys)).toBeUndefined()
  expect(readClickToken(openToken(of, keys), keys)).toBeUndefined()
})

test('a token can stand in an address and in an unquoted attribute', () => {
  for (let recipient = 0; recipient < 2000; recipient++) {
    expect(clickToken({ campaign: 1, recipient, link: 1 }, keys)).toMatch(/^[\w-]+$/)
  }
})
