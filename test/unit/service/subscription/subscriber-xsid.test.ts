import { expect, test } from 'vitest'
import { createSids } from '../../../../src/core/sids.ts'
import { readXsid, subscriberXsid } from '../../../../src/service/subscription/subscriber-xsid.ts'

const sids = createSids(Buffer.alloc(16, 7))
const contactId = 123_456

test('an xsid contains the campaign of its message, or the list without one', () => {
  const named = readXsid(sids, subscriberXsid(sids, { contactId, listId: 4, campaignId: 88 }))
  expect(named).toEqual({ contactId, listId: 4, mayBeCampaign: 88 })
  const plain = readXsid(sids, subscriberXsid(sids, { contactId, listId: 4, campaignId: null }))
  expect(plain?.mayBeCampaign).toBe(4)
})

test('an xsid matches the specification with up to eleven digits for list and campaign', () => {
  const xsid = subscriberXsid(sids, {
    contactId,
    listId: 99_999_999_999,
    campaignId: 99_999_999_999,
  })
  expect(xsid).toMatch(/^[qwertyuiops]{7,40}$/)
})

test('a subscriber number without 15 digits is invalid', () => {
  expect(readXsid(sids, 'qsqsq')).toBeUndefined()
  expect(readXsid(sids, 'qwertysqsq')).toBeUndefined()
})
