import { expect, test } from 'vitest'
import type { Operation } from '../../../../src/cli/command/operation.ts'
import { identify, isOnce, isRecorded } from '../../../../src/cli/sending/operation-identity.ts'
import { contract } from '../../../../src/contract/index.ts'

const apiUrl = 'https://api.example/v3/api'
const account = { origin: 'https://api.example', name: '1', shown: 'ana' }
const idOf = (operation: Operation, more: object = {}) =>
  identify(operation, { account, apiUrl, ...more }).id

const { campaigns, lists, users } = contract
const news: Operation = {
  endpoint: lists.create,
  request: { name: 'News', description: 'Monthly' },
}

test('the order of flags does not change the id of an operation', () => {
  expect(idOf(news)).toBe(idOf({ ...news, request: { description: 'Monthly', name: 'News' } }))
  expect(idOf(news)).not.toBe(idOf({ ...news, request: { name: 'News' } }))
  expect(idOf(news)).not.toBe(idOf(news, { account: { ...account, name: '2' } }))
  expect(idOf(news)).not.toBe(idOf(news, { account: { ...account, origin: 'https://b.example' } }))
})

test('a scheduled time distinguishes operations by the minute, its notation does not', () => {
  const send: Operation = { endpoint: campaigns.send, request: { id: 7 } }
  const minute = Date.parse('2027-03-05T09:00:00Z')
  const planned: Operation = {
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

test('a password is not part of the id, and a key from the user replaces the body', () => {
  const user = (pass: string): Operation => ({
    endpoint: users.create,
    request: { username: 'ana', email: 'ana@example.org', role: 'User', pass },
  })
  expect(idOf(user('one'))).toBe(idOf(user('two')))
  expect(idOf(news, { key: 'k' })).toBe(idOf({ ...news, request: { name: 'Other' } }, { key: 'k' }))
})

const asOperation = (endpoint: Operation['endpoint'], request = {}): Operation => ({
  endpoint,
  request,
})

test('what reaches people happens once, what only creates happens each time', () => {
  const { automations, contacts, templates, segments } = contract
  const once = [
    ...[campaigns.create, campaigns.send, campaigns.schedule],
    ...[campaigns.abWinner, automations.activate, automations.trigger, contacts.add, lists.import],
  ].map((endpoint) => asOperation(endpoint))
  const each = [
    asOperation(campaigns.create, { draft: true }),
    ...[
      campaigns.duplicate,
      campaigns.resend,
      lists.create,
      users.create,
      templates.create,
      segments.duplicate,
    ].map((endpoint) => asOperation(endpoint)),
  ]
  expect(once.filter((operation) => !isOnce(operation))).toEqual([])
  expect(each.filter((operation) => isOnce(operation) || !isRecorded(operation))).toEqual([])
})

test('updates, resumes and tests are always sent', () => {
  const always = [campaigns.resume, campaigns.pause, campaigns.cancel, campaigns.test, lists.update]
  const unrecorded = [...always, lists.delete, contract.public.subscribe]
  expect(unrecorded.map((endpoint) => isRecorded(asOperation(endpoint)))).not.toContain(true)
})
