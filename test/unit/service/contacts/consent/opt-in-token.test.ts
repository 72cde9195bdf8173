import { expect, test } from 'vitest'
import type { TokenKeys } from '../../../../../src/core/tokens/signed-token.ts'
import { isPending } from '../../../../../src/service/contacts/consent/confirm.ts'
import {
  fingerprintOf,
  optInToken,
  readOptInToken,
} from '../../../../../src/service/contacts/consent/opt-in-token.ts'
import type { Contact } from '../../../../../src/service/contacts/store.ts'

const keys: TokenKeys = [{ id: 1, secret: Buffer.alloc(32, 7) }]
const now = Date.parse('2027-03-01T09:00:00.500Z')
const asked = { listId: 3, contactId: 9, emailKey: 'ana@example.org', now }
const weekMs = 7 * 86_400_000

test('a token is valid for a week and contains the exact time of the request', () => {
  const token = optInToken(asked, keys)
  expect(readOptInToken(token, keys, now + weekMs - 1)).toEqual({
    listId: 3,
    contactId: 9,
    fingerprint: fingerprintOf('ana@example.org'),
    requestedAt: now,
  })
  expect(readOptInToken(token, keys, now + weekMs)).toBeUndefined()
})

const contact = (more: Partial<Contact>) =>
  ({
    status: 'unconfirmed',
    email_key: 'ana@example.org',
    confirmed_at: null,
    unsubscribed_at: null,
    ...more,
  }) as Contact // the rest is not looked at

test('a confirmation, an unsubscribe, a complaint and a new address supersede a request', () => {
  const optIn = {
    listId: 3,
    contactId: 9,
    fingerprint: fingerprintOf('ana@example.org'),
    requestedAt: now,
  }
  expect(isPending(optIn, contact({}))).toBe(true)
  expect(isPending(optIn, contact({ unsubscribed_at: now - 1, status: 'unsubscribed' }))).toBe(true)
  expect(isPending(optIn, contact({ confirmed_at: now }))).toBe(false)
  expect(isPending(optIn, contact({ unsubscribed_at: now, status: 'unsubscribed' }))).toBe(false)
  expect(isPending(optIn, contact({ unsubscribed_at: now, status: 'complained' }))).toBe(false)
  expect(isPending(optIn, contact({ email_key: 'bob@example.org' }))).toBe(false)
})
