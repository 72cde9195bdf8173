import { expect, test } from 'vitest'
import { contactStatuses } from '../../../../src/contract/shapes/contact.ts'
import {
  effectOfForm,
  hasLeft,
  mayConfirm,
  mayOwnerActivate,
  statusOfNew,
  statusWithNewAddress,
} from '../../../../src/service/contacts/status.ts'

const single = { doubleOptin: false }
const double = { doubleOptin: true }

test('a new contact is active, or unconfirmed where the list asks first', () => {
  expect([statusOfNew(single), statusOfNew(double)]).toEqual(['active', 'unconfirmed'])
})

test('the owner may bring back an address that bounced, nobody who left', () => {
  const may = contactStatuses.filter((status) => mayOwnerActivate(status, single))
  expect(may).toEqual(['active', 'unconfirmed', 'bounced'])
})

test('on a list that asks first the owner cannot say yes for somebody', () => {
  expect(mayOwnerActivate('unconfirmed', double)).toBe(false)
})

test('whoever reads the mail may come back from anything but a complaint', () => {
  expect(contactStatuses.filter((status) => !mayConfirm(status))).toEqual(['complained'])
})

test('those who unsubscribed or complained have left', () => {
  expect(contactStatuses.filter(hasLeft)).toEqual(['unsubscribed', 'complained'])
})

test('a new address has to be asked again on a list that asks, and brings nobody back who left', () => {
  expect(contactStatuses.map((status) => statusWithNewAddress(status, double))).toEqual([
    'unconfirmed',
    'unconfirmed',
    'unsubscribed',
    'unconfirmed',
    'complained',
  ])
})

test('a form lets newcomers join, asks those who are or were away, and leaves the others alone', () => {
  const effect = (status: (typeof contactStatuses)[number] | undefined) =>
    effectOfForm({ status, suppressed: 'no' }, single)
  expect(effect(undefined)).toBe('join')
  expect(contactStatuses.map(effect)).toEqual(['nothing', 'ask', 'ask', 'ask', 'nothing'])
})

test('a form asks whoever is suppressed since they left, and does nothing against a ban', () => {
  expect(effectOfForm({ status: undefined, suppressed: 'left' }, single)).toBe('ask')
  expect(effectOfForm({ status: undefined, suppressed: 'forbidden' }, single)).toBe('nothing')
  expect(effectOfForm({ status: undefined, suppressed: 'no' }, double)).toBe('ask')
})
