import { expect, test } from 'vitest'
import { createSids } from '../../../../src/core/sids.ts'
import { readXsid, xsidOf } from '../../../../src/service/subscription/xsid-of.ts'

const sids = createSids(Buffer.alloc(16, 7))
const contactId = 123_456

test('an xsid names the campaign of its message, or the list where there is none', () => {
  const named = readXsid(sids, xsidOf(sids, { contactId, listId: 4, campaignId: 88 }))
  expect(named).toEqual({ contactId, listId: 4, mayBeCampaign: 88 })
  const plain = readXsid(sids, xsidOf(sids, { contactId, listId: 4, campaignId: null }))
  expect(plain?.mayBeCampaign).toBe(4)
})

test('it keeps the pattern of the specification up to eleven digits for list and campaign', () => {
  const xsid = xsidOf(sids, { contactId, listId: 99_999_999_999, campaignId: 99_999_999_999 })
  expect(xsid).toMatch(/^[qwertyuiops]{7,40}$/)
})

test('a number that has not 15 digits names nobody', () => {
  expect(readXsid(sids, 'qsqsq')).toBeUndefined()
  expect(readXsid(sids, 'qwertysqsq')).toBeUndefined()
})
