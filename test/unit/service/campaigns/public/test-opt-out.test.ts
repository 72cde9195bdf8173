import { expect, test } from 'vitest'
import {
  readTestOptOut,
  testOptOutUrl,
} from '../../../../../src/service/campaigns/public/test-opt-out.ts'
import { forge } from '../../../../support/forge.ts'

const keys = [{ id: 1, secret: Buffer.alloc(32, 7) }] as const

test('the link names the account and the address, and nobody else can make one', () => {
  const longest = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`
  for (const email of ['ana@correo.example', 'josé@correo.example', longest]) {
    const optOut = { accountId: 7, email }
    const url = testOptOutUrl('https://mail.example', optOut, keys)
    expect(url).toMatch(/^https:\/\/mail\.example\/u\/[\w-]{1,400}$/)
    const token = url.slice(url.lastIndexOf('/') + 1)
    expect(readTestOptOut(token, keys)).toEqual(optOut)
    expect(readTestOptOut(forge(token), keys)).toBeUndefined()
  }
})
