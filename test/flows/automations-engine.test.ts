import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AutomationNode } from '../../src/contract/shapes/flows/automation-node.ts'
import { recordVisits } from '../../src/service/tracking/record-visits.ts'
import { startWorkers } from '../../src/service/workers.ts'
import {
  createTimeline,
  linearGraph,
  runPathsOf,
  startAutomation,
  submittedMessages,
} from '../support/automations/automations.ts'
import { addList, addSender } from '../support/campaign-fixtures.ts'
import { type TestClock, testClock } from '../support/clock.ts'
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
const only = async (automation: number) =>
  [...(await runPathsOf(service, automation)).values()].flat()

test('a new contact of the list gets the series, each message at its minute', async () => {
  const list = await addList(service, [])
  const automation = await startAutomation(
    service.api,
    linearGraph({ type: 'list_joined', list_id: list }, [
      message('hola'),
      { id: 'pausa', type: 'delay', config: { period: '3d' } },
      message('consejos'),
    ]),
  )
  clock.advance(1000)
  await join(list, 'ana@correo.example')
  const time = createTimeline(service, clock)
  await time.advanceTo(clock.now() + 4 * dayMs)
  expect(await submittedMessages(service)).toEqual([
    'ana@correo.example hola 2027-03-01T09:00',
    'ana@correo.example consejos 2027-03-04T09:00',
  ])
  expect(await only(automation)).toEqual([
    { path: ['start', 'hola', 'pausa', 'consejos'], ended: 'end' },
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

test('contacts that may not be mailed do not enter, and unsubscribing exits the automation', async () => {
  const list = await addList(service, [])
  const [ana, eva] = [await newContact(list), await newContact(list, 'eva@correo.example')]
  await service.api('PUT', `/lists/${list}/contacts/${eva}`, { status: 'unsubscribed' })
  const automation = await startAutomation(
    service.api,
    linearGraph(bought, [pause('espera', '1h'), message('hola')]),
  )
  const time = createTimeline(service, clock)
  expect([await enter(automation, ana), await enter(automation, eva)]).toEqual([true, false])
  await time.runDueSteps()
  await service.api('PUT', `/lists/${list}/contacts/${ana}`, { status: 'unsubscribed' })
  await time.advanceTo(clock.now() + 2 * hourMs)
  expect(await only(automation)).toEqual([{ path: ['start', 'espera left'], ended: 'left' }])
  expect(await submittedMessages(service)).toEqual([])
})

test('an erased contact leaves all automations, and no data of theirs stays', async () => {
  const list = await addList(service, [])
  const ana = await newContact(list)
  const automation = await startAutomation(
    service.api,
    linearGraph(bought, [pause('espera', '1h')]),
  )
  await enter(automation, ana, { event: 'compra', properties: { regalo: 'para Luis' } })
  const time = createTimeline(service, clock)
  await time.runDueSteps()
  const storedEvents = () =>
    service.service.db.selectFrom('automation_runs').select(['properties', 'events']).execute()
  expect(JSON.stringify(await storedEvents())).toContain('para Luis')
  await service.api('DELETE', `/lists/${list}/contacts/${ana}?erase=1`)
  await time.advanceTo(clock.now() + 2 * hourMs)
  expect(await only(automation)).toEqual([{ path: ['start', 'espera removed'], ended: 'removed' }])
  expect(await storedEvents()).toEqual([{ properties: '{}', events: null }])
})

test.each([
  ['never', [true, false, false]],
  ['after_exit', [true, false, true]],
  ['always', [true, true, true]],
] as const)('who may enter again is what the settings say: %s', async (reentry, entered) => {
  const list = await addList(service, [])
  const ana = await newContact(list)
  const automation = await startAutomation(service.api, {
    ...linearGraph(bought, [pause('espera', '1h')]),
    settings: { reentry },
  })
  const time = createTimeline(service, clock)
  const results = [await enter(automation, ana), await enter(automation, ana)]
  await time.advanceTo(clock.now() + 2 * hourMs)
  results.push(await enter(automation, ana))
  expect(results).toEqual(entered)
})

test('the actions of an automation can enter contacts into another automation but not itself', async () => {
  const [list, other] = [await addList(service, []), await addList(service, [])]
  const copy: AutomationNode = { id: 'copia', type: 'add_list', config: { list_id: other } }
  const again = { settings: { reentry: 'always' as const } }
  const copying = await startAutomation(service.api, {
    ...linearGraph(joined(other), [copy]),
    ...again,
  })
  const watching = await startAutomation(
    service.api,
    { ...linearGraph(joined(other), [addTag('visto')]), ...again },
    'Vigía',
  )
  await enter(copying, await newContact(list))
  await createTimeline(service, clock).runDueSteps()
  expect(await only(copying)).toEqual([{ path: ['start', 'copia'], ended: 'end' }])
  expect(await only(watching)).toEqual([{ path: ['start', 'visto'], ended: 'end' }])
  const copied = await service.service.db
    .selectFrom('contacts')
    .select(['email', 'status'])
    .where('list_id', '=', other)
    .execute()
  expect(copied).toEqual([{ email: 'ana@correo.example', status: 'active' }])
})

test('a step that fails fails alone with a reason; the rest of its batch continues', async () => {
  const list = await addList(service, [])
  const otherList = await addList(service, [])
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
      { id: 'copia', type: 'add_list', config: { list_id: otherList } },
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
  await service.service.db.deleteFrom('lists').where('id', '=', otherList).execute()
  await createTimeline(service, clock).runDueSteps()
  expect(await only(automation)).toEqual([
    { path: ['start', 'vip yes', 'copia unknown_id to_list_id'], ended: 'failed' },
    { path: ['start', 'vip no', 'normal'], ended: 'end' },
  ])
  expect(await stats(automation)).toMatchObject({ entered: 2, active: 0, completed: 1 })
})

test('a condition on a deleted field lets nobody continue', async () => {
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
  const time = createTimeline(service, clock)
  await time.runDueSteps()
  await service.service.db.deleteFrom('list_fields').where('id', '=', field.id).execute()
  await time.advanceTo(clock.now() + 2 * hourMs)
  expect(await only(automation)).toEqual([
    {
      path: ['start', 'espera', 'lucense unknown_field /conditions/rules/0/field'],
      ended: 'failed',
    },
  ])
  expect(await submittedMessages(service)).toEqual([])
})

test('messages wait when the monthly sends are used up', async () => {
  const list = await addList(service, [])
  const people = [await newContact(list), await newContact(list, 'eva@correo.example')]
  const { db } = service.service
  await db.updateTable('accounts').set({ monthly_sends: 1 }).execute()
  const automation = await startAutomation(service.api, linearGraph(bought, [message('hola')]))
  for (const contact of people) await enter(automation, contact)
  const time = createTimeline(service, clock)
  await time.advanceTo(clock.now() + 2 * hourMs)
  expect(await submittedMessages(service)).toHaveLength(1)
  expect(await stats(automation)).toMatchObject({ active: 1, completed: 1 })
  await db.updateTable('accounts').set({ monthly_sends: 2 }).execute()
  await time.advanceTo(clock.now() + 2 * hourMs)
  expect(await submittedMessages(service)).toHaveLength(2)
})

test('while paused, nobody enters or advances; due steps run after the resume', async () => {
  const list = await addList(service, [])
  const ana = await newContact(list)
  const automation = await startAutomation(
    service.api,
    linearGraph(joined(list), [pause('espera', '1h'), addTag('visto')]),
  )
  await service.api('POST', `/automations/${automation}/trigger`, { contact_id: ana })
  const time = createTimeline(service, clock)
  await time.runDueSteps()
  await put(automation, 'pause')
  await join(list, 'eva@correo.example')
  await time.runDueSteps()
  clock.advance(5 * hourMs)
  await time.runDueSteps()
  expect(await only(automation)).toEqual([{ path: ['start'], ended: null }])
  await service.api('PUT', `/automations/${automation}/activate`)
  await time.runDueSteps()
  expect(await only(automation)).toEqual([{ path: ['start', 'espera', 'visto'], ended: 'end' }])
})

test('while draining, contacts inside finish, and then the automation stops', async () => {
  const list = await addList(service, [])
  const ana = await newContact(list)
  const automation = await startAutomation(
    service.api,
    linearGraph(bought, [pause('espera', '1h')]),
  )
  await enter(automation, ana)
  const time = createTimeline(service, clock)
  await time.runDueSteps()
  await put(automation, 'drain')
  expect(await statusOf(automation)).toBe('draining')
  await time.advanceTo(clock.now() + 2 * hourMs)
  await time.runDueSteps()
  expect(await only(automation)).toEqual([{ path: ['start', 'espera'], ended: 'end' }])
  expect(await statusOf(automation)).toBe('stopped')
})

test('with exit on deactivation, every contact ends at their current step', async () => {
  const list = await addList(service, [])
  const ana = await newContact(list)
  const automation = await startAutomation(
    service.api,
    linearGraph(bought, [pause('espera', '1h')]),
  )
  await enter(automation, ana)
  const time = createTimeline(service, clock)
  await time.runDueSteps()
  await put(automation, 'exit')
  await time.runDueSteps()
  expect(await only(automation)).toEqual([{ path: ['start', 'espera stopped'], ended: 'stopped' }])
  expect(await statusOf(automation)).toBe('stopped')
})

test('an event before its wait counts, and an event of another message does not', async () => {
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
  const time = createTimeline(service, clock)
  await time.runDueSteps()
  await openMessage(ana, 'uno')
  await openMessage(eva, 'dos')
  await time.advanceTo(clock.now() + 2 * hourMs)
  expect((await only(automation)).map(({ path }) => path.at(-1))).toEqual(['abre', 'espera'])
  await time.advanceTo(clock.now() + dayMs)
  expect((await only(automation)).map(({ path }) => path.at(-1))).toEqual(['abre', 'no'])
})

test('the figures of nodes and runs add up, and webhook nodes are called', async () => {
  const receiver = await startWebhookReceiver()
  const list = await addList(service, [])
  const ana = await newContact(list)
  const automation = await startAutomation(
    service.api,
    linearGraph(bought, [
      { id: 'aviso', type: 'webhook', config: { url: receiver.url } },
      { id: 'reparto', type: 'exit', config: {} },
    ]),
  )
  await enter(automation, ana)
  await createTimeline(service, clock).runDueSteps()
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

/** Marks the contact's message with this subject as sent and opened. */
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
  const person = { isMachineAgent: false, count: 1 }
  const visit = { kind: 'open' as const, recipient: id, campaign: campaign_id, at: now, ...person }
  await db.transaction().execute((tx) => recordVisits(tx, [visit], { windowMs: 0 }))
}
