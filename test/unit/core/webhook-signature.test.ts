import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from '../../../src/core/failure.ts'
import { isWebhookSecret, signWebhook, verifyWebhook } from '../../../src/core/webhook-signature.ts'

const key = Buffer.from('a key of thirty-two bytes, so so')
const secret = `whsec_${key.toString('base64')}`
const other = `whsec_${Buffer.from('another key').toString('base64')}`
const id = 'msg_1'
const timestamp = 1_795_000_000
const now = timestamp * 1000
const body = '{"event":"contact.open","nombre":"Íñigo"}'

const headersOf = (signature: string, at: number | string = timestamp) => ({
  'webhook-id': id,
  'webhook-timestamp': String(at),
  'webhook-signature': signature,
})

test('a signature is the HMAC of id, time and body', () => {
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  expect(signWebhook({ id, timestamp, body, secret })).toBe(`v1,${digest}`)
})

test('signed text and signed bytes verify', () => {
  const parts = fc.record({
    id: fc.stringMatching(/^[\w-]{1,40}$/),
    timestamp: fc.integer({ min: 0, max: 999_999_999_999 }),
    body: fc.oneof(fc.string({ unit: 'grapheme' }), fc.uint8Array()),
    key: fc.uint8Array({ minLength: 1, maxLength: 64 }),
  })
  fc.assert(
    fc.property(parts, ({ id, timestamp, body, key }) => {
      const secret = `whsec_${Buffer.from(key).toString('base64')}`
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signWebhook({ id, timestamp, body, secret }),
      }
      const check = { headers, body, secrets: [secret], now: timestamp * 1000 }
      expect(verifyWebhook(check)).toEqual({ ok: true })
    }),
  )
})

test('a changed bit in the body, the time or the signature does not match', () => {
  const bytes = Buffer.from(body)
  const signature = signWebhook({ id, timestamp, body, secret })
  fc.assert(
    fc.property(
      fc.nat(bytes.length - 1),
      fc.nat(7),
      fc.integer({ min: 3, max: signature.length - 2 }),
      (place, bit, letter) => {
        const changed = Buffer.from(bytes)
        changed[place] = (changed[place] ?? 0) ^ (1 << bit)
        const swapped = signature[letter] === 'A' ? 'B' : 'A'
        const forged = signature.slice(0, letter) + swapped + signature.slice(letter + 1)
        const mismatch = { ok: false, reason: 'no_match' }
        const known = { secrets: [secret], now }
        expect(verifyWebhook({ headers: headersOf(signature), body: changed, ...known })).toEqual(
          mismatch,
        )
        expect(verifyWebhook({ headers: headersOf(forged), body, ...known })).toEqual(mismatch)
        expect(
          verifyWebhook({ headers: headersOf(signature, timestamp + 1), body, ...known }),
        ).toEqual(mismatch)
      },
    ),
  )
})

test('one valid signature among several, with one of several secrets, is sufficient', () => {
  const good = signWebhook({ id, timestamp, body, secret })
  const bad = signWebhook({ id, timestamp, body: 'else', secret })
  const check = (signature: string, secrets: string[]) =>
    verifyWebhook({ headers: headersOf(signature), body, secrets, now }).ok
  expect(check(`v1a,abc ${bad} ${good}`, [other, secret])).toBe(true)
  expect(check(bad, [other, secret])).toBe(false)
  expect(check(good, [other])).toBe(false)
  expect(check(good.replace('v1,', 'v2,'), [secret])).toBe(false)
})

test('the time may differ by five minutes or by the given tolerance', () => {
  const headers = headersOf(signWebhook({ id, timestamp, body, secret }))
  const at = (seconds: number, toleranceSeconds?: number) =>
    verifyWebhook({
      ...{ headers, body, secrets: [secret], now: now + seconds * 1000 },
      ...(toleranceSeconds !== undefined && { toleranceSeconds }),
    })
  expect([at(300), at(-300), at(86_400, Infinity)]).toEqual(Array(3).fill({ ok: true }))
  expect(at(301)).toEqual({ ok: false, reason: 'too_old' })
  expect(at(-301)).toEqual({ ok: false, reason: 'too_new' })
  expect(at(11, 10)).toEqual({ ok: false, reason: 'too_old' })
})

test('missing, empty and invalid headers are distinguished', () => {
  const all = headersOf(signWebhook({ id, timestamp, body, secret }))
  const reason = (changed: Record<string, string | undefined>) => {
    const check = { headers: { ...all, ...changed }, body, secrets: [secret], now }
    const result = verifyWebhook(check)
    return result.ok ? undefined : result.reason
  }
  for (const name of Object.keys(all)) {
    expect(reason({ [name]: undefined })).toBe('headers_missing')
    expect(reason({ [name]: '' })).toBe('headers_missing')
  }
  for (const time of ['soon', '-1', '1e9', '1795000000.5', ' 1795000000']) {
    expect(reason({ 'webhook-timestamp': time })).toBe('timestamp_unreadable')
  }
})

test('only a complete secret is valid', () => {
  expect(isWebhookSecret(secret)).toBe(true)
  for (const text of ['', 'whsec_', key.toString('base64'), secret.slice(0, -2), `${secret} `]) {
    expect(isWebhookSecret(text), text).toBe(false)
  }
  expect(() => signWebhook({ id, timestamp, body, secret: 'whsec_' })).toThrow(Failure)
})
