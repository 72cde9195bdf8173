import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AutomationNode } from '../../src/contract/shapes/flows/automation-node.ts'
import { recordVisits } from '../../src/service/tracking/record-visits.ts'
import {
  type AutomationGraph,
  createTimeline,
  runPathsOf,
  startAutomation,
  submittedMessages,
} from '../support/automations/automations.ts'
import { addSender } from '../support/campaign-fixtures.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { rememberedApi, startService, type TestService } from '../support/service.ts'

/** The period contains the start of summer time in Europe, on 28 March. */
const begin = Date.parse('2027-03-08T07:00:00Z')
const end = Date.parse('2027-04-07T07:00:00Z')

let clock: TestClock
let service: TestService
let api: TestService['api']
let time: ReturnType<typeof createTimeline>

beforeEach(async () => {
  clock = testClock(begin)
  service = await startService({ clock })
  api = await rememberedApi(service)
  time = createTimeline(service, clock, { hasDates: true })
  await addSender(service)
})
afterEach(() => service.close())

const message = (id: string): AutomationNode => ({
  id,
  type: 'send',
  config: { asunto: id, from_mail: 'hola@tienda.example', html: '<p>Hola</p>' },
})
const timeOf = (text: string) => Date.parse(`2027-${text}Z`)
const start: AutomationNode = { id: 'start', type: 'trigger', config: {} }
const exit: AutomationNode = { id: 'fin', type: 'exit', config: {} }

async function makeList(name: string): Promise<number> {
  const { body } = await api('POST', '/lists', { name })
  await api('POST', `/lists/${body.id}/fields`, { name: 'cumple', type: 'date' })
  await api('POST', `/lists/${body.id}/fields`, { name: 'timezone', type: 'text' })
  return body.id
}

const unixDay = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000
const zoneOf = { madrid: 'Europe/Madrid', tokio: 'Asia/Tokyo', lima: 'America/Lima' }

async function join(list: number, name: keyof typeof zoneOf | 'nadie', day?: string) {
  const customFields = {
    ...(name !== 'nadie' && { timezone: zoneOf[name] }),
    ...(day !== undefined && { cumple: unixDay(day) }),
  }
  const { body } = await api('POST', `/lists/${list}/contacts`, {
    email: `${name}@correo.example`,
    customFields,
  })
  return body.id as number
}

/** Marks all submitted messages as sent, and the contact's last message as opened. */
async function open(contact: number): Promise<void> {
  const { db } = service.service
  const now = clock.now()
  await db
    .updateTable('recipients')
    .set({ state: 'sent', sent_at: now - 60_000 })
    .where('state', '=', 'pending')
    .execute()
  const { id, campaign_id } = await db
    .selectFrom('recipients')
    .select(['id', 'campaign_id'])
    .where('contact_id', '=', contact)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const visit = { recipient: id, campaign: campaign_id, at: now, isMachineAgent: false, count: 1 }
  await db
    .transaction()
    .execute((tx) => recordVisits(tx, [{ ...visit, kind: 'open' }], { windowMs: 0 }))
}

const mailTo = async (name: string) =>
  (await submittedMessages(service)).flatMap((line) => {
    const [address, ...rest] = line.split(' ')
    return address?.startsWith(name) ? [rest.join(' ')] : []
  })

test('a welcome series keeps the local hour of each contact across clock changes', async () => {
  const list = await makeList('Clientes')
  const series: AutomationGraph = {
    trigger: { type: 'list_joined', list_id: list },
    nodes: [
      start,
      message('hola'),
      { id: 'hasta-las-diez', type: 'delay', config: { until_hour: 10 } },
      message('consejos'),
      { id: 'veinte-dias', type: 'delay', config: { period: '20d' } },
      { id: 'otra-vez-las-diez', type: 'delay', config: { until_hour: 10 } },
      message('oferta'),
    ],
    edges: [
      ['start', 'hola'],
      ['hola', 'hasta-las-diez'],
      ['hasta-las-diez', 'consejos'],
      ['consejos', 'veinte-dias'],
      ['veinte-dias', 'otra-vez-las-diez'],
      ['otra-vez-las-diez', 'oferta'],
    ],
  }
  await startAutomation(api, series)
  await time.advanceTo(timeOf('03-08T07:30'))
  for (const name of ['madrid', 'tokio', 'lima', 'nadie'] as const) await join(list, name)
  await time.advanceTo(end)
  // The delay of 20 days ends in summer time, at eleven in Madrid, so the next ten o'clock is on the next
  // day.
  expect(await mailTo('madrid')).toEqual([
    'hola 2027-03-08T07:30',
    'consejos 2027-03-08T09:00',
    'oferta 2027-03-29T08:00',
  ])
  expect(await mailTo('tokio')).toEqual([
    'hola 2027-03-08T07:30',
    'consejos 2027-03-09T01:00',
    'oferta 2027-03-29T01:00',
  ])
  expect(await mailTo('lima')).toEqual([
    'hola 2027-03-08T07:30',
    'consejos 2027-03-08T15:00',
    'oferta 2027-03-28T15:00',
  ])
  // The account's time zone is Madrid's.
  expect(await mailTo('nadie')).toEqual(await mailTo('madrid'))
})

test('a birthday message is sent at nine local time, once a year and every year', async () => {
  const list = await makeList('Clientes')
  await join(list, 'madrid', '1990-03-20')
  await join(list, 'tokio', '1985-03-28')
  await join(list, 'lima', '2001-04-02')
  await join(list, 'nadie', '1990-12-24')
  await startAutomation(api, {
    trigger: { type: 'date_field', list_id: list, field: 'cumple', yearly: true },
    nodes: [start, message('felicidades')],
    edges: [['start', 'felicidades']],
    settings: { reentry: 'always' },
  })
  await startAutomation(
    api,
    {
      trigger: {
        type: 'date_field',
        list_id: list,
        field: 'cumple',
        yearly: true,
        offset_days: -7,
        hour: 18,
      },
      nodes: [start, message('ya-casi')],
      edges: [['start', 'ya-casi']],
    },
    'Una semana antes',
  )
  await time.advanceTo(end)
  expect(await submittedMessages(service)).toEqual([
    'madrid@correo.example ya-casi 2027-03-13T17:00',
    'madrid@correo.example felicidades 2027-03-20T08:00',
    'tokio@correo.example ya-casi 2027-03-21T09:00',
    'lima@correo.example ya-casi 2027-03-26T23:00',
    'tokio@correo.example felicidades 2027-03-28T00:00',
    'lima@correo.example felicidades 2027-04-02T14:00',
  ])
})

test('a birthday missed by more than a day is skipped', async () => {
  const list = await makeList('Clientes')
  await join(list, 'madrid', '1990-03-10')
  await join(list, 'lima', '1990-03-12')
  await startAutomation(api, {
    trigger: { type: 'date_field', list_id: list, field: 'cumple', yearly: true },
    nodes: [start, message('felicidades')],
    edges: [['start', 'felicidades']],
  })
  await time.runDueSteps()
  // The service is down between these two times.
  clock.advance(timeOf('03-13T08:00') - clock.now())
  await time.advanceTo(timeOf('03-15T00:00'))
  expect(await submittedMessages(service)).toEqual([
    'lima@correo.example felicidades 2027-03-13T08:00',
  ])
})

test('an abandoned cart gets a reminder an hour later, unless the contact buys', async () => {
  const list = await makeList('Clientes')
  const [buyer, forgetful, moved] = [
    await join(list, 'madrid'),
    await join(list, 'tokio'),
    await join(list, 'lima'),
  ]
  const automation = await startAutomation(api, {
    trigger: { type: 'event', event: 'carrito' },
    nodes: [
      start,
      {
        id: 'compra',
        type: 'wait_event',
        config: { event: 'custom', name: 'pedido', timeout: '1h' },
      },
      message('tu-carrito'),
      {
        id: 'vuelve',
        type: 'wait_event',
        config: { event: 'conversion', node: 'tu-carrito', timeout: '1d' },
      },
      { id: 'vendido', type: 'goal', config: {} },
      exit,
    ],
    edges: [
      ['start', 'compra'],
      ['compra', 'fin', 'yes'],
      ['compra', 'tu-carrito', 'timeout'],
      ['tu-carrito', 'vuelve'],
      ['vuelve', 'vendido', 'yes'],
      ['vuelve', 'fin', 'timeout'],
    ],
    settings: { reentry: 'after_exit' },
  })
  const trigger = (contact_id: number, event: string, idempotency = event) =>
    api('POST', `/automations/${automation}/trigger`, {
      contact_id,
      event,
      idempotency: `${contact_id} ${idempotency}`,
    })
  await time.advanceTo(timeOf('03-10T10:07'))
  for (const contact of [buyer, forgetful, moved]) await trigger(contact, 'carrito')
  // A shop that got no response repeats its event. The contact must not enter twice.
  await trigger(buyer, 'carrito')
  await time.advanceTo(timeOf('03-10T10:40'))
  await trigger(buyer, 'pedido')
  await time.advanceTo(timeOf('03-10T12:00'))
  const { campaign_id } = await service.service.db
    .selectFrom('automation_nodes')
    .select('campaign_id')
    .where('node', '=', 'tu-carrito')
    .executeTakeFirstOrThrow()
  const sold = await api('POST', `/campaigns/${campaign_id}/conversions`, {
    contact_id: moved,
    name: 'compra',
    event_id: 'pedido-1',
  })
  expect(sold.status).toBe(200)
  await time.advanceTo(timeOf('03-20T09:30'))
  await trigger(forgetful, 'carrito', 'otro')
  await time.advanceTo(end)
  expect(await submittedMessages(service)).toEqual([
    'tokio@correo.example tu-carrito 2027-03-10T11:07',
    'lima@correo.example tu-carrito 2027-03-10T11:07',
    'tokio@correo.example tu-carrito 2027-03-20T10:30',
  ])
  const late = {
    path: ['start', 'compra timeout', 'tu-carrito', 'vuelve timeout', 'fin exit'],
    ended: 'exit',
  }
  expect(await runPathsOf(service, automation)).toEqual(
    new Map([
      [buyer, [{ path: ['start', 'compra yes', 'fin exit'], ended: 'exit' }]],
      [forgetful, [late, late]],
      [
        moved,
        [
          {
            path: ['start', 'compra timeout', 'tu-carrito', 'vuelve yes', 'vendido goal'],
            ended: 'goal',
          },
        ],
      ],
    ]),
  )
})

test('contacts inactive for three weeks get a question, and their reaction is tagged', async () => {
  const list = await makeList('Clientes')
  const [awake, woken, asleep] = [
    await join(list, 'madrid'),
    await join(list, 'tokio'),
    await join(list, 'lima'),
  ]
  const automation = await startAutomation(api, {
    trigger: { type: 'list_joined', list_id: list, existing: true },
    nodes: [
      start,
      message('novedades'),
      { id: 'tres-semanas', type: 'delay', config: { period: '3w' } },
      {
        id: 'abre',
        type: 'condition',
        config: { conditions: { op: 'and', rules: [{ event: 'open', within: { days: 21 } }] } },
      },
      message('te-echamos-de-menos'),
      {
        id: 'abre-esta',
        type: 'wait_event',
        config: { event: 'open', node: 'te-echamos-de-menos', timeout: '5d' },
      },
      { id: 'despierto', type: 'add_tag', config: { tag: 'activo' } },
      { id: 'dormido', type: 'add_tag', config: { tag: 'dormido' } },
    ],
    edges: [
      ['start', 'novedades'],
      ['novedades', 'tres-semanas'],
      ['tres-semanas', 'abre'],
      ['abre', 'despierto', 'yes'],
      ['abre', 'te-echamos-de-menos', 'no'],
      ['te-echamos-de-menos', 'abre-esta'],
      ['abre-esta', 'despierto', 'yes'],
      ['abre-esta', 'dormido', 'timeout'],
    ],
  })
  await time.advanceTo(timeOf('03-12T12:00'))
  await open(awake)
  await time.advanceTo(timeOf('03-30T18:00'))
  await open(woken)
  await time.advanceTo(end)
  expect(await submittedMessages(service)).toEqual([
    'madrid@correo.example novedades 2027-03-08T07:00',
    'tokio@correo.example novedades 2027-03-08T07:00',
    'lima@correo.example novedades 2027-03-08T07:00',
    'tokio@correo.example te-echamos-de-menos 2027-03-29T07:00',
    'lima@correo.example te-echamos-de-menos 2027-03-29T07:00',
  ])
  const firstSteps = ['start', 'novedades', 'tres-semanas']
  const reminded = [...firstSteps, 'abre no', 'te-echamos-de-menos']
  expect(await runPathsOf(service, automation)).toEqual(
    new Map([
      [awake, [{ path: [...firstSteps, 'abre yes', 'despierto'], ended: 'end' }]],
      [woken, [{ path: [...reminded, 'abre-esta yes', 'despierto'], ended: 'end' }]],
      [asleep, [{ path: [...reminded, 'abre-esta timeout', 'dormido'], ended: 'end' }]],
    ]),
  )
})
