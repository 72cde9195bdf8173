import { expect, test } from 'vitest'
import { readXsid, xsidOf } from '../../../../src/service/subscription/xsid-of.ts'

const sid = 123_456_789_012_345

test('an xsid names the campaign of its message, or the list where there is none', () => {
  expect(readXsid(xsidOf({ sid, listId: 4, campaignId: 88 }))).toEqual({
    sid,
    listId: 4,
    mayBeCampaign: 88,
  })
  expect(readXsid(xsidOf({ sid, listId: 4, campaignId: null }))?.mayBeCampaign).toBe(4)
})

test('it keeps the pattern of the specification up to eleven digits for list and campaign', () => {
  const xsid = xsidOf({ sid, listId: 99_999_999_999, campaignId: 99_999_999_999 })
  expect(xsid).toMatch(/^[qwertyuiops]{7,40}$/)
})
