import { expect, test } from 'vitest'
import { check } from '../../../src/contract/check.ts'
import { contract } from '../../../src/contract/index.ts'
import { isOn } from '../../../src/contract/shapes/wire.ts'

/** What the specification shows must pass to the letter. */

const shownCampaign = {
  camp_name: 'Spring',
  asunto: 'Hello',
  html: '<p>Hello</p>',
  from_name: 'Ana',
  from_mail: 'ana@example.org',
  list_id: ['12', '13'],
  track_reads: true,
  track_links: true,
}

test('the campaign in the specification is accepted unchanged', () => {
  expect(check(contract.campaigns.create.body.schema, shownCampaign)).toEqual({
    value: shownCampaign,
  })
})

test.each([true, 1, '1', 'true'])('a flag written as %j is on', (written) => {
  const value = { ...shownCampaign, track_reads: written }
  const checked = check(contract.campaigns.create.body.schema, value)
  expect('value' in checked && isOn(checked.value.track_reads)).toBe(true)
})

test.each([false, 0, '0', 'false', '', undefined])('a flag written as %j is off', (written) => {
  const { track_reads: _, ...others } = shownCampaign
  const value = written === undefined ? others : { ...others, track_reads: written }
  const checked = check(contract.campaigns.create.body.schema, value)
  expect('value' in checked && isOn(checked.value.track_reads)).toBe(false)
})

test('list ids are also accepted as numbers', () => {
  const value = { ...shownCampaign, list_id: [12] }
  expect('value' in check(contract.campaigns.create.body.schema, value)).toBe(true)
})

test('an update of a subscription ignores unknown fields', () => {
  const value = { nombre: 'Ana', customFields: { 3: 'x' }, email: 'other@example.org' }
  expect(check(contract.subscription.update.body.schema, value)).toEqual({
    value: { nombre: 'Ana', customFields: { 3: 'x' } },
  })
})

test('a subscriber response has the fields in the specification', () => {
  const subscriber = {
    email: 'ana@example.org',
    nombre: 'Ana',
    listData: { name: 'News', description: '' },
    customFields: [{ id: 3, name: 'City', value: 'Vigo', type: 'text' }],
  }
  expect(check(contract.subscription.get.output.schema, subscriber)).toEqual({ value: subscriber })
})

test('a form on another site may send fields of its own', () => {
  const value = { list_id: 'abc', email: 'ana@example.org', utm_source: 'footer' }
  expect(check(contract.public.subscribe.body.schema, value)).toEqual({
    value: { list_id: 'abc', email: 'ana@example.org' },
  })
})
