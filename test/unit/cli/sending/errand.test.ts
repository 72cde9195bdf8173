import { expect, test } from 'vitest'
import { type Errand, identify, isOnce } from '../../../../src/cli/sending/errand.ts'
import { contract } from '../../../../src/contract/index.ts'

const apiUrl = 'https://api.example/v3/api'
const account = { origin: 'https://api.example', name: '1', shown: 'ana' }
const idOf = (errand: Errand, more: object = {}) =>
  identify(errand, { account, apiUrl, ...more }).id

const { campaigns, lists, users } = contract
const news: Errand = { endpoint: lists.create, request: { name: 'News', description: 'Monthly' } }

test('the same request of the same account is the same, in whatever order it was typed', () => {
  expect(idOf(news)).toBe(idOf({ ...news, request: { description: 'Monthly', name: 'News' } }))
  expect(idOf(news)).not.toBe(idOf({ ...news, request: { name: 'News' } }))
  expect(idOf(news)).not.toBe(idOf(news, { account: { ...account, name: '2' } }))
  expect(idOf(news)).not.toBe(idOf(news, { account: { ...account, origin: 'https://b.example' } }))
})

test('a time sets it apart by the minute, and another way of saying it does not', () => {
  const send: Errand = { endpoint: campaigns.send, request: { id: 7 } }
  const minute = Date.parse('2027-03-05T09:00:00Z')
  const planned: Errand = {
    endpoint: campaigns.schedule,
    request: { id: 7, scheduled_at: '2027-03-05T09:00:00Z' },
    subject: send,
    slot: minute,
  }
  expect(idOf(planned)).toBe(idOf({ ...planned, slot: minute + 59_999 }))
  expect(idOf(planned)).not.toBe(idOf({ ...planned, slot: minute + 60_000 }))
  expect(idOf(planned)).not.toBe(idOf(send))
  const { slot: _, ...held } = planned
  expect(idOf(held)).toBe(idOf(send))
  expect(identify(planned, { account, apiUrl }).lock).toBe(identify(send, { account, apiUrl }).lock)
})

test('no password is in what becomes a key, and a given key stands for itself', () => {
  const user = (pass: string): Errand => ({
    endpoint: users.create,
    request: { username: 'ana', email: 'ana@example.org', role: 'User', pass },
  })
  expect(idOf(user('one'))).toBe(idOf(user('two')))
  expect(idOf(news, { key: 'k' })).toBe(idOf({ ...news, request: { name: 'Other' } }, { key: 'k' }))
})

test('what steers or changes always goes out, and so does a test', () => {
  const once = [campaigns.create, campaigns.send, campaigns.schedule, lists.create, users.create]
  const always = [campaigns.resume, campaigns.pause, campaigns.cancel, campaigns.test, lists.update]
  expect(once.map(isOnce)).toEqual(once.map(() => true))
  expect([...always, lists.delete, contract.public.subscribe].map(isOnce)).not.toContain(true)
})
