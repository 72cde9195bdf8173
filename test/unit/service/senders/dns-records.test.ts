import { expect, test } from 'vitest'
import { checkDkim, checkDmarc, checkSpf } from '../../../../src/service/senders/dns-records.ts'

const host = 'mail.example'
const spf = (...texts: string[]) => checkSpf('shop.test', texts, host)

test('an SPF record authorises us when it names our host before its all', () => {
  for (const good of [
    'v=spf1 include:mail.example ~all',
    'V=SPF1 +include:MAIL.example -all',
    'v=spf1 mx  a:mail.example',
  ]) {
    expect(spf(good), good).toMatchObject({ isGood: true, record: { value: good, found: good } })
  }
  for (const bad of [
    'v=spf1 include:other.example ~all',
    'v=spf1 -all include:mail.example',
    'v=spf1 -include:mail.example all',
    'v=spf1 include:notmail.example',
    'v=spf10 include:mail.example',
  ]) {
    expect(spf(bad).isGood, bad).toBe(false)
  }
})

test('two SPF records are invalid', () => {
  const good = 'v=spf1 include:mail.example ~all'
  expect(spf(good, 'v=spf1 mx ~all').isGood).toBe(false)
  expect(spf(good, 'google-site-verification=x').isGood).toBe(true)
})

test('the suggested SPF record keeps the existing terms, since only one record is allowed', () => {
  expect(spf('v=spf1 include:_spf.other.example -all').record.value).toBe(
    'v=spf1 include:mail.example include:_spf.other.example -all',
  )
  expect(spf().record).toEqual({
    type: 'TXT',
    name: 'shop.test',
    value: 'v=spf1 include:mail.example ~all',
    found: null,
  })
})

test('a DKIM key is valid if it is ours, and the suggested record points to it', () => {
  const key = { selector: 'remite', publicKey: 'MIGfMA0', host }
  const dkim = (...texts: string[]) => checkDkim('shop.test', texts, key)
  expect(dkim('v=DKIM1; k=rsa; p=MIGfMA0').isGood).toBe(true)
  expect(dkim('k=rsa;p=MIGf MA0').isGood).toBe(true)
  expect(dkim('v=DKIM1; p=', 'v=DKIM1; p=MIGfMA0').isGood).toBe(true)
  expect(dkim('v=DKIM1; k=rsa; p=MIGfMA1').isGood).toBe(false)
  expect(dkim('v=DKIM1; p=').isGood).toBe(false)
  expect(dkim('v=DKIM2; p=MIGfMA0').isGood).toBe(false)
  expect(dkim().record).toEqual({
    type: 'CNAME',
    name: 'remite._domainkey.shop.test',
    value: 'remite._domainkey.mail.example',
    found: null,
  })
})

test('a DMARC record is valid if it is the only one and has a policy', () => {
  const dmarc = (...texts: string[]) => checkDmarc('shop.test', texts)
  expect(dmarc('v=DMARC1; p=reject; rua=mailto:d@shop.test').isGood).toBe(true)
  expect(dmarc('v=DMARC1; rua=mailto:d@shop.test').isGood).toBe(false)
  expect(dmarc('v=DMARC1; p=none', 'v=DMARC1; p=reject').isGood).toBe(false)
  expect(dmarc().record).toMatchObject({ name: '_dmarc.shop.test', value: 'v=DMARC1; p=none' })
})
