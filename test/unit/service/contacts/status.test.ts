import { expect, test } from 'vitest'
import { contactStatuses } from '../../../../src/contract/shapes/contact.ts'
import {
  formOutcome,
  hasUnsubscribed,
  initialStatus,
  mayOwnerActivate,
  ownOutcome,
  statusWithNewAddress,
} from '../../../../src/service/contacts/status.ts'

const single = { doubleOptin: false }
const double = { doubleOptin: true }

test('a new contact is active, or unconfirmed on a list with double opt-in', () => {
  expect([initialStatus(single), initialStatus(double)]).toEqual(['active', 'unconfirmed'])
})

test('the owner may reactivate a bounced address, but no one who unsubscribed', () => {
  const may = contactStatuses.filter((status) => mayOwnerActivate(status, single))
  expect(may).toEqual(['active', 'unconfirmed', 'bounced'])
})

test('on a list with double opt-in the owner cannot confirm for a contact', () => {
  expect(mayOwnerActivate('unconfirmed', double)).toBe(false)
})

test('unsubscribed and complained contacts count as unsubscribed', () => {
  expect(contactStatuses.filter(hasUnsubscribed)).toEqual(['unsubscribed', 'complained'])
})

test('a new address has to confirm on a list with double opt-in, and resubscribes no one', () => {
  expect(contactStatuses.map((status) => statusWithNewAddress(status, double))).toEqual([
    'unconfirmed',
    'unconfirmed',
    'unsubscribed',
    'unconfirmed',
    'complained',
  ])
})

test('a form subscribes new contacts, asks inactive ones to confirm, and ignores the others', () => {
  const effect = (status: (typeof contactStatuses)[number] | undefined) =>
    formOutcome({ status, suppressed: 'none' }, single)
  expect(effect(undefined)).toBe('join')
  expect(contactStatuses.map(effect)).toEqual(['nothing', 'ask', 'ask', 'ask', 'nothing'])
})

test('a form asks an unsubscribed address to confirm, and ignores one that is blocked', () => {
  expect(formOutcome({ status: undefined, suppressed: 'unsubscribed' }, single)).toBe('ask')
  expect(formOutcome({ status: undefined, suppressed: 'forbidden' }, single)).toBe('nothing')
  expect(formOutcome({ status: undefined, suppressed: 'none' }, double)).toBe('ask')
})

test('a form sends no mail to a subscriber whose address is closed to other lists only', () => {
  expect(formOutcome({ status: 'active', suppressed: 'unsubscribed' }, single)).toBe('nothing')
  expect(formOutcome({ status: 'active', suppressed: 'unsubscribed' }, double)).toBe('nothing')
})

test('by their own link a person may ask for mail again after anything', () => {
  const outcomes = contactStatuses.map((status) =>
    ownOutcome({ status, suppressed: 'none' }, single),
  )
  expect(outcomes).toEqual(['nothing', 'ask', 'ask', 'ask', 'ask'])
  expect(ownOutcome({ status: 'complained', suppressed: 'forbidden' }, single)).toBe('ask')
  expect(ownOutcome({ status: 'active', suppressed: 'forbidden' }, single)).toBe('ask')
  expect(ownOutcome({ status: undefined, suppressed: 'none' }, single)).toBe('join')
})
