import { expect, test } from 'vitest'
import type { Trigger } from '../../../../src/contract/shapes/automation-node.ts'
import { isTriggered } from '../../../../src/service/automations/engine/triggers.ts'

const told = (kind: string, more: object = {}) => ({
  kind,
  list_id: 3,
  campaign_id: null,
  url: null,
  name: null,
  ...more,
})

const clicked: Trigger = { type: 'clicked', campaign_id: 7, link: 'https://tienda.example/a' }
const url = 'https://tienda.example/a?utm=1'

test.each<[string, Trigger, ReturnType<typeof told>, boolean]>([
  ['joins its list', { type: 'list_joined', list_id: '3' }, told('joined'), true],
  ['joins another list', { type: 'list_joined', list_id: 4 }, told('joined'), false],
  ['comes by a form', { type: 'form', list_id: 3 }, told('form'), true],
  ['comes otherwise', { type: 'form', list_id: 3 }, told('joined'), false],
  ['confirms', { type: 'confirmed', list_id: 3 }, told('confirmed'), true],
  ['opens anything', { type: 'opened' }, told('open', { campaign_id: 9 }), true],
  ['opens another', { type: 'opened', campaign_id: 7 }, told('open', { campaign_id: 9 }), false],
  ['clicks the link', clicked, told('click', { campaign_id: 7, url }), true],
  ['clicks elsewhere', clicked, told('click', { campaign_id: 7, url: 'https://a.example' }), false],
  ['clicks in another', clicked, told('click', { campaign_id: 8, url }), false],
  [
    'does what it names',
    { type: 'event', event: 'compra' },
    told('custom', { name: 'compra' }),
    true,
  ],
  [
    'does something else',
    { type: 'event', event: 'compra' },
    told('custom', { name: 'visita' }),
    false,
  ],
  ['has a birthday', { type: 'date_field', list_id: 3, field: 'c' }, told('joined'), false],
])('somebody who %s', (_, trigger, signal, expected) => {
  expect(isTriggered(trigger, signal)).toBe(expected)
})
