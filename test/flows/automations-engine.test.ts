import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AutomationNode } from '../../src/contract/shapes/automation-node.ts'
import { writeVisits } from '../../src/service/tracking/store.ts'
import { startWorkers } from '../../src/service/workers.ts'
import { createTime, handedOver, inLine, startAutomation, waysOf } from '../support/automations.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { addList, addSender } from '../support/mailing.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
let clock: TestClock
let service: TestService

beforeEach(async () => {
  clock = testClock()
  service = await startService({ clock })
  await addSender(service)
})
afterEach(() => service.close())

const message = (id: string, asunto = id): AutomationNode => ({
  id,
  type: 'send',
  config: { asunto, from_mail: 'hola@tienda.example', html: '<p>Hola</p>' },
})
const join = (list: number, email: string) =>
  service.api('POST', `/lists/${list}/contacts`, { email })
const only = async (automation: number) => [...(await waysOf(service, automation)).values()].flat()

test('whoever joins a list is sent the series, each message at its minute', async () => {
  const list = await addList(service, [])
  const automation = await startAutomation(
    service.api,
    inLine({ type: 'list_joined', list_id: list }, [
      message('hola'),
      { id: 'pausa', type: 'delay', config: { period: '3d' } },
      message('consejos'),
    ]),
  )
  clock.advance(1000)
  await join(list, 'ana@correo.example')
  const time = createTime(service, clock)
  await time.passUntil(clock.now() + 4 * dayMs)
  expect(await handedOver(service)).toEqual([
    'ana@correo.example hola 2027-03-01T09:00',
    'ana@correo.example consejos 2027-03-04T09:00',
  ])
  expect(await only(automation)).toEqual([
    { way: ['start', 'hola', 'pausa', 'consejos'], ended: 'end' },
  ])
})

const addTag = (tag: string, id = tag): AutomationNode => ({ id, type: 'add_tag', config: { tag } })
const pause = (id: string, period: string): AutomationNode => ({
  id,
  type: 'delay',
  config: { period },
})
const joined = (list: number) => ({ type: 'list_joined' as const, list_id: list })
const bought = { type: 'event' as const, event: 'compra' }
const put = (automation: number, mode: string) =>
  service.api('PUT', `/automations/${automation}/deactivate`, { mode })
const stats = async (automation: number) =>
  (await service.api('GET', `/automations/${automation}/stats`)).body
const statusOf = async (automation: number) =>
  (await service.api('GET', `/automations/${automation}`)).body.status
const enter = async (automation: number, contact_id: number, more: object = {}) =>
  (await service.api('POST', `/automations/${automation}/trigger`, { contact_id, ...more })).body
    .enrolled
async function newContact(list: number, email = 'ana@correo.example'): Promise<number> {
  return (await join(list, email)).body.id
}

test('nobody enters who may not be mailed, and whoever leaves the list leaves the automation', async () => {
  const list = await addList(service, [])
  const [ana, eva] = [await newContact(list), await newContact(list, 'eva@correo.example')]
  await service.api('PUT', `/lists/${list}/contacts/${eva}`, { status: 'unsubscribed' })
  const automation = await startAutomation(
    service.api,
    inLine(bought, [pause('espera', '1h'), message('hola')]),
  )
  const time = createTime(service, clock)
  expect([await enter(automation, ana), await enter(automation, eva)]).toEqual([true, false])
  await time.settle()
  await service.api('PUT', `/lists/${list}/contacts/${ana}`, { status: 'unsubscribed' })
  await time.passUntil(clock.now() + 2 * hourMs)
  expect(await only(automation)).toEqual([{ way: ['start', 'espera left'], ended: 'left' }])
  expect(await handedOver(service)).toEqual([])
})

test('a contact that is erased on the way is on no way any more, and nothing of theirs is kept', async () => {
  const list = await addList(service, [])
  const ana = await newContact(list)
  const automation = await startAutomation(service.api, inLine(bought, [pause('espera', '1h')]))
  await enter(automation, ana, { event: 'compra', properties: { regalo: 'para Luis' } })
  const time = createTime(service, clock)
  await time.settle()
  const held = () => service.service.db.selectFrom('automation_runs').select('properties').execute()
  expect(await held()).toEqual([{ properties: '{"regalo":"para Luis"}' }])
  await service.api('DELETE', `/lists/${list}/contacts/${ana}?erase=1`)
  await time.passUntil(clock.now() + 2 * hourMs)
  expect(await only(automation)).toEqual([{ way: ['start', 'espera removed'], ended: 'removed' }])
  expect(await held()).toEqual([{ properties: '{}' }])
})

test.each([
  ['never', [true, false, false]],
  ['after_exit', [true, false, true]],
  ['always', [true, true, true]],
] as const)('who may enter again is what the settings say: %s', async (reentry, entered) => {
  const list = await addList(service, [])
  const ana = await newContact(list)
  const automation = await startAutomation(service.api, {
    ...inLine(bought, [pause('espera', '1h')]),
    settings: { reentry },
  })
  const time = createTime(service, clock)
  const seen = [await enter(automation, ana), await enter(automation, ana)]
  await time.passUntil(clock.now() + 2 * hourMs)
  seen.push(await enter(automation, ana))
  expect(seen).toEqual(entered)
})

test('what an automation does lets nobody into itself, but into another', async () => {
  const [list, other] = [await addList(service, []), await addList(service, [])]
  const copy: AutomationNode = { id: 'copia', type: 'add_list', config: { list_id: other } }
  const again = { settings: { reentry: 'always' as const } }
  const own = await startAutomation(service.api, { ...inLine(joined(other), [copy]), ...again })
  const watching = await startAutomation(
    service.api,
    { ...inLine(joined(other), [addTag('visto')]), ...again },
    'Vigía',
  )
  await enter(own, await newContact(list))
  await createTime(service, clock).settle()
  expect(await only(own)).toEqual([{ way: ['start', 'copia'], ended: 'end' }])
  expect(await only(watching)).toEqual([{ way: ['start', 'visto'], ended: 'end' }])
  const copied = await service.service.db
    .selectFrom('contacts')
    .select(['email', 'status'])
    .where('list_id', '=', other)
    .execute()
  expect(copied).toEqual([{ email: 'ana@correo.example', status: 'active' }])
})

test('a step that cannot be made fails alone and says why; the others of its batch go on', async () => {
  const list = await addList(service, [])
  const other = await addList(service, [])
  const [ana, eva] = [await newContact(list), await newContact(list, 'eva@correo.example')]
  await service.api('POST', `/lists/${list}/fields`, { name: 'ciudad', type: 'text' })
  const automation = await startAutomation(service.api, {
    trigger: bought,
    nodes: [
      { id: 'start', type: 'trigger', config: {} },
      {
        id: 'vip',
        type: 'condition',
        config: {
          conditions: { op: 'and', rules: [{ field: 'tags', operator: 'contains', value: 'vip' }] },
        },
      },
      { id: 'copia', type: 'add_list', config: { list_id: other } },
      addTag('normal'),
    ],
    edges: [
      ['start', 'vip'],
      ['vip', 'copia', 'yes'],
      ['vip', 'normal', 'no'],
    ],
  })
  await service.api('PUT', `/lists/${list}/contacts/${ana}`, { tags: ['vip'] })
  await enter(automation, ana)
  await enter(automation, eva)
  await service.service.db.deleteFrom('lists').where('id', '=', other).execute()
  await createTime(service, clock).settle()
  expect(await only(automation)).toEqual([
    { way: ['start', 'vip yes', 'copia unknown_id to_list_id'], ended: 'failed' },
    { way: ['start', 'vip no', 'normal'], ended: 'end' },
  ])
  expect(await stats(automation)).toMatchObject({ entered: 2, active: 0, completed: 1 })
})

test('a condition on a field that is gone sends nobody on', async () => {
  const list = await addList(service, [])
  const ana = await newContact(list)
  const { body: field } = await service.api('POST', `/lists/${list}/fields`, {
    name: 'ciudad',
    type: 'text',
  })
  const rules = [{ field: 'ciudad', operator: 'eq' as const, value: 'Lugo' }]
  const automation = await startAutomation(service.api, {
    trigger: bought,
    nodes: [
      { id: 'start', type: 'trigger', config: {} },
      pause('espera', '1h'),
      { id: 'lucense', type: 'condition', config: { conditions: { op: 'not', rules } } },
      message('hola'),
      { id: 'fin', type: 'exit', config: {} },
    ],
    edges: [
      ['start', 'espera'],
      ['espera', 'lucense'],
      ['lucense', 'hola', 'yes'],
      ['lucense', 'fin', 'no'],
    ],
  })
  await enter(automation, ana)
  const time = createTime(service, clock)
  await time.settle()
  await service.service.db.deleteFrom('list_fields').where('id', '=', field.id).execute()
  await time.passUntil(clock.now() + 2 * hourMs)
  expect(await only(automation)).toEqual([
    {
      way: ['start', 'espera', 'lucense unknown_field /conditions/rules/0/field'],
      ended: 'failed',
    },
  ])
  expect(await handedOver(service)).toEqual([])
})

test('where the month has no sends left, messages wait for more', async () => {
  const list = await addList(service, [])
  const people = [await newContact(list), await newContact(list, 'eva@correo.example')]
  const { db } = service.service
  await db.updateTable('accounts').set({ monthly_sends: 1 }).execute()
  const automation = await startAutomation(service.api, inLine(bought, [message('hola')]))
  for (const contact of people) await enter(automation, contact)
  const time = createTime(service, clock)
  await time.passUntil(clock.now() + 2 * hourMs)
  expect(await handedOver(service)).toHaveLength(1)
  expect(await stats(automation)).toMatchObject({ active: 1, completed: 1 })
  await db.updateTable('accounts').set({ monthly_sends: 2 }).execute()
  await time.passUntil(clock.now() + 2 * hourMs)
  expect(await handedOver(service)).toHaveLength(2)
})

test('paused, nobody moves or enters; what fell due meanwhile goes on at once', async () => {
  const list = await addList(service, [])
  const ana = await newContact(list)
  const automation = await startAutomation(
    service.api,
    inLine(joined(list), [pause('espera', '1h'), addTag('visto')]),
  )
  await service.api('POST', `/automations/${automation}/trigger`, { contact_id: ana })
  const time = createTime(service, clock)
  await time.settle()
  await put(automation, 'pause')
  await join(list, 'eva@correo.example')
  await time.settle()
  clock.advance(5 * hourMs)
  await time.settle()
  expect(await only(automation)).toEqual([{ way: ['start'], ended: null }])
  await service.api('PUT', `/automations/${automation}/activate`)
  await time.settle()
  expect(await only(automation)).toEqual([{ way: ['start', 'espera', 'visto'], ended: 'end' }])
})

test('draining, those inside go on to their end, and then it has stopped', async () => {
  const list = await addList(service, [])
  const ana = await newContact(list)
  const automation = await startAutomation(service.api, inLine(bought, [pause('espera', '1h')]))
  await enter(automation, ana)
  const time = createTime(service, clock)
  await time.settle()
  await put(automation, 'drain')
  expect(await statusOf(automation)).toBe('draining')
  await time.passUntil(clock.now() + 2 * hourMs)
  await time.settle()
  expect(await only(automation)).toEqual([{ way: ['start', 'espera'], ended: 'end' }])
  expect(await statusOf(automation)).toBe('stopped')
})

test('told to exit, everybody ends where they stand', async () => {
  const list = await addList(service, [])
  const ana = await newContact(list)
  const automation = await startAutomation(service.api, inLine(bought, [pause('espera', '1h')]))
  await enter(automation, ana)
  const time = createTime(service, clock)
  await time.settle()
  await put(automation, 'exit')
  await time.settle()
  expect(await only(automation)).toEqual([{ way: ['start', 'espera stopped'], ended: 'stopped' }])
  expect(await statusOf(automation)).toBe('stopped')
})

test('an event that comes before the wait for it is reached counts, one of another message does not', async () => {
  const list = await addList(service, [])
  const [ana, eva] = [await newContact(list), await newContact(list, 'eva@correo.example')]
  const wait = (id: string, node: string): AutomationNode => ({
    id,
    type: 'wait_event',
    config: { event: 'open', node, timeout: '1d' },
  })
  const automation = await startAutomation(service.api, {
    trigger: bought,
    nodes: [
      { id: 'start', type: 'trigger', config: {} },
      message('uno'),
      message('dos'),
      pause('espera', '1h'),
      wait('abre-uno', 'uno'),
      addTag('abre'),
      addTag('no'),
    ],
    edges: [
      ['start', 'uno'],
      ['uno', 'dos'],
      ['dos', 'espera'],
      ['espera', 'abre-uno'],
      ['abre-uno', 'abre', 'yes'],
      ['abre-uno', 'no', 'timeout'],
    ],
  })
  await enter(automation, ana)
  await enter(automation, eva)
  const time = createTime(service, clock)
  await time.settle()
  await openMessage(ana, 'uno')
  await openMessage(eva, 'dos')
  await time.passUntil(clock.now() + 2 * hourMs)
  expect((await only(automation)).map(({ way }) => way.at(-1))).toEqual(['abre', 'espera'])
  await time.passUntil(clock.now() + dayMs)
  expect((await only(automation)).map(({ way }) => way.at(-1))).toEqual(['abre', 'no'])
})

test('figures of nodes and of runs add up, and the webhook of a node is told', async () => {
  const receiver = await startWebhookReceiver()
  const list = await addList(service, [])
  const ana = await newContact(list)
  const automation = await startAutomation(
    service.api,
    inLine(bought, [
      { id: 'aviso', type: 'webhook', config: { url: receiver.url } },
      { id: 'reparto', type: 'exit', config: {} },
    ]),
  )
  await enter(automation, ana)
  await createTime(service, clock).settle()
  expect(await stats(automation)).toMatchObject({
    entered: 1,
    active: 0,
    completed: 1,
    nodes: [
      { id: 'start', entered: 1, active: 0, completed: 1, failed: 0 },
      { id: 'aviso', entered: 1, active: 0, completed: 1, failed: 0 },
      { id: 'reparto', entered: 1, active: 0, completed: 1, failed: 0 },
    ],
  })
  const workers = startWorkers(service.service)
  await waitFor(() => {
    workers.wake()
    return receiver.received.length > 0
  })
  await workers.stop()
  receiver.close()
  expect(receiver.received.map(({ json }) => json)).toMatchObject([
    { event: 'automation.webhook', automation_id: automation, contact_id: ana, node: 'aviso' },
  ])
})

/** The relay has taken what was handed over, and the person opens that message. */
async function openMessage(contact: number, subject: string): Promise<void> {
  const { db } = service.service
  const now = clock.now()
  const { id, campaign_id } = await db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .select(['recipients.id', 'campaign_id'])
    .where('contact_id', '=', contact)
    .where('asunto', '=', subject)
    .executeTakeFirstOrThrow()
  const sent = { state: 'sent', sent_at: now - 60_000 }
  await db.updateTable('recipients').set(sent).where('id', '=', id).execute()
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
  const visit = { kind: 'open' as const, recipient: id, campaign: campaign_id, at: now, agent }
  await db.transaction().execute((tx) => writeVisits(tx, [visit], { windowMs: 0 }))
}
