import { expect, test } from 'vitest'
import type { Trigger } from '../../../../../../src/contract/shapes/flows/automation-node.ts'
import { matchesTrigger } from '../../../../../../src/service/automations/engine/signals/triggers.ts'

const signalOf = (kind: string, more: object = {}) => ({
  kind,
  list_id: 3,
  campaign_id: null,
  url: null,
  name: null,
  ...more,
})

const clicked: Trigger = { type: 'clicked', campaign_id: 7, link: 'https://tienda.example/a' }
const url = 'https://tienda.example/a?utm=1'

test.each<[string, Trigger, ReturnType<typeof signalOf>, boolean]>([
  ['joins its list', { type: 'list_joined', list_id: '3' }, signalOf('joined'), true],
  ['joins another list', { type: 'list_joined', list_id: 4 }, signalOf('joined'), false],
  ['signs up through a form', { type: 'form', list_id: 3 }, signalOf('form'), true],
  ['is added in another way', { type: 'form', list_id: 3 }, signalOf('joined'), false],
  ['confirms', { type: 'confirmed', list_id: 3 }, signalOf('confirmed'), true],
  ['opens any campaign', { type: 'opened' }, signalOf('open', { campaign_id: 9 }), true],
  [
    'opens another campaign',
    { type: 'opened', campaign_id: 7 },
    signalOf('open', { campaign_id: 9 }),
    false,
  ],
  ['clicks the link', clicked, signalOf('click', { campaign_id: 7, url }), true],
  [
    'clicks elsewhere',
    clicked,
    signalOf('click', { campaign_id: 7, url: 'https://a.example' }),
    false,
  ],
  ['clicks in another campaign', clicked, signalOf('click', { campaign_id: 8, url }), false],
  [
    'causes the event',
    { type: 'event', event: 'compra' },
    signalOf('custom', { name: 'compra' }),
    true,
  ],
  [
    'causes another event',
    { type: 'event', event: 'compra' },
    signalOf('custom', { name: 'visita' }),
    false,
  ],
  ['has a birthday', { type: 'date_field', list_id: 3, field: 'c' }, signalOf('joined'), false],
])('a contact that %s', (_, trigger, signal, expected) => {
  expect(matchesTrigger(trigger, signal)).toBe(expected)
})
