import { afterEach, expect, test } from 'vitest'
import type { AutomationNode } from '../../src/contract/shapes/flows/automation-node.ts'
import {
  createTimeline,
  linearGraph,
  runPathsOf,
  startAutomation,
} from '../support/automations/automations.ts'
import { addList, addSender } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { jobsAt } from '../support/jobs.ts'
import { parseMessage, type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { runJobs } from '../support/run-jobs.ts'
import { type StartOptions, startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let service: TestService
let sink: Sink
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function start(options: StartOptions = {}): Promise<void> {
  service = await startService(options)
  open.push(() => service.close())
  await addSender(service)
}

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const message = (id: string): AutomationNode => ({
  id,
  type: 'send',
  config: {
    asunto: id,
    from_mail: 'hola@tienda.example',
    html: '<p>Hola</p><a href="https://tienda.example/rebajas">Ver</a>',
    track_reads: true,
    track_links: true,
  },
})
const tag = (id: string): AutomationNode => ({ id, type: 'add_tag', config: { tag: id } })
const signals = () => service.service.db.selectFrom('signals').select(['kind']).execute()
const pathsOf = async (automation: number) =>
  [...(await runPathsOf(service, automation)).values()].flat()

/** Waits for the message with this subject and returns its HTML. */
async function waitForMail(subject: string): Promise<string> {
  let html = ''
  await waitFor(async () => {
    service.service.wake()
    for (const { raw } of sink.messages()) {
      const mail = await parseMessage(raw)
      if (mail.subject === subject) html = mail.html ?? ''
    }
    return html !== ''
  }, 20_000)
  return html
}

const visit = (url = '', method = 'GET') =>
  service.request(method, new URL(url).pathname, undefined, { 'user-agent': browser })

test('a form, an opt-in and a click each enter or advance a contact, and messages arrive', async () => {
  sink = await startSink()
  open.push(() => sink.stop())
  await start({ workers: true, settings: { smtpUrl: sink.url } })
  const { api } = service
  const { body: list } = await api('POST', '/lists', { name: 'Boletín', double_optin: true })
  const { body: shown } = await api('GET', `/lists/${list.id}`)
  const welcome = await startAutomation(api, {
    trigger: { type: 'confirmed', list_id: list.id },
    nodes: [
      { id: 'start', type: 'trigger', config: {} },
      message('bienvenida'),
      {
        id: 'pulsa',
        type: 'wait_event',
        config: { event: 'click', node: 'bienvenida', timeout: '1d' },
      },
      message('gracias'),
      { id: 'fin', type: 'exit', config: {} },
    ],
    edges: [
      ['start', 'bienvenida'],
      ['bienvenida', 'pulsa'],
      ['pulsa', 'gracias', 'yes'],
      ['pulsa', 'fin', 'timeout'],
    ],
  })
  const form = await startAutomation(
    api,
    linearGraph({ type: 'form', list_id: list.id }, [tag('formulario')]),
    'Formulario',
  )
  const clicked = await startAutomation(
    api,
    linearGraph({ type: 'clicked', link: 'https://tienda.example/' }, [tag('curioso')]),
    'Curiosos',
  )
  const opened = await startAutomation(
    api,
    { ...linearGraph({ type: 'opened' }, [message('te-vimos')]), settings: { reentry: 'always' } },
    'Lectores',
  )
  const email = 'ana@correo.example'
  await service.request('POST', '/v3/api/public/subscribe', { list_id: shown.public_id, email })
  await waitFor(() => sink.messages().length > 0, 20_000)
  expect(await pathsOf(form)).toEqual([])
  const { text = '' } = await parseMessage(sink.messages()[0]?.raw ?? Buffer.alloc(0))
  await visit(/http\S+/.exec(text)?.[0], 'POST')

  const html = await waitForMail('bienvenida')
  await visit(/href="([^"]+\/c\/[^"]+)"/.exec(html)?.[1])
  await waitForMail('gracias')
  await visit(/src="([^"]+\/o\/[^"]+)"/.exec(html)?.[1])
  const lastHtml = await waitForMail('te-vimos')
  await visit(/src="([^"]+\/o\/[^"]+)"/.exec(lastHtml)?.[1])
  await waitFor(async () => {
    service.service.wake()
    const opens = await service.service.db
      .selectFrom('engagements')
      .select('id')
      .where('kind', '=', 'open')
      .execute()
    return opens.length === 2 && (await signals()).length === 0
  }, 20_000)
  expect(await pathsOf(welcome)).toEqual([
    { path: ['start', 'bienvenida', 'pulsa yes', 'gracias'], ended: 'end' },
  ])
  expect(await pathsOf(form)).toEqual([{ path: ['start', 'formulario'], ended: 'end' }])
  expect(await pathsOf(clicked)).toEqual([{ path: ['start', 'curioso'], ended: 'end' }])
  // The message that this automation sent was opened too.
  expect(await pathsOf(opened)).toEqual([{ path: ['start', 'te-vimos'], ended: 'end' }])
  const { body: contact } = await api('GET', `/lists/${list.id}/contacts/${email}`)
  expect(contact.tags.toSorted()).toEqual(['curioso', 'formulario'])
}, 60_000)

test('nothing is recorded for automations where none is listening', async () => {
  await start({ clock: testClock() })
  const [list, watched] = [await addList(service, []), await addList(service, [])]
  const join = (id: number, email: string) =>
    service.api('POST', `/lists/${id}/contacts`, { email })
  await join(list, 'ana@correo.example')
  expect(await signals()).toEqual([])
  const automation = await startAutomation(
    service.api,
    linearGraph({ type: 'list_joined', list_id: watched }, [tag('visto')]),
  )
  await join(watched, 'eva@correo.example')
  expect(await signals()).toEqual([{ kind: 'joined' }])
  await createTimeline(service, testClock()).runDueSteps()
  expect(await signals()).toEqual([])
  await service.api('PUT', `/automations/${automation}/deactivate`, { mode: 'exit' })
  await join(watched, 'leo@correo.example')
  expect(await signals()).toEqual([])
})

test('an import enters each new contact once', async () => {
  const clock = testClock()
  await start({ clock })
  const list = await addList(service, ['p7@correo.example'])
  const automation = await startAutomation(
    service.api,
    linearGraph({ type: 'list_joined', list_id: list }, [tag('visto')]),
  )
  const rows = Array.from({ length: 2500 }, (_, index) => `p${index}@correo.example`).join('\n')
  const jobs = jobsAt(service)
  for (let time = 0; time < 2; time++) {
    await jobs.send(list, `email\n${rows}\n`)
    await runJobs(service)
    await createTimeline(service, clock).runDueSteps()
  }
  const { body } = await service.api('GET', `/automations/${automation}/stats`)
  expect(body).toMatchObject({ entered: 2499, active: 0, completed: 2499 })
})

test('a failing step is retried later and finally fails; other contacts do not wait', async () => {
  const clock = testClock()
  await start({ clock })
  const list = await addList(service, [])
  const automation = await startAutomation(
    service.api,
    linearGraph({ type: 'list_joined', list_id: list }, [message('hola'), tag('visto')]),
  )
  const { db } = service.service
  const { campaign_id } = await db
    .selectFrom('automation_nodes')
    .select('campaign_id')
    .executeTakeFirstOrThrow()
  // Occupies the unique key of the first run's message.
  await db
    .insertInto('recipients')
    .values({
      account_id: service.accountId,
      campaign_id: campaign_id ?? 0,
      address_key: 'ana@correo.example',
      visit: 1024 + 2,
      contact_id: 1,
      state: 'sent',
      claim: null,
      attempts: 1,
      response: null,
      sent_at: 1,
      opened_at: null,
      clicked_at: null,
      variant: null,
    })
    .execute()
  for (const name of ['ana', 'eva', 'leo']) {
    await service.api('POST', `/lists/${list}/contacts`, { email: `${name}@correo.example` })
  }
  const time = createTimeline(service, clock)
  await time.runDueSteps()
  const through = { path: ['start', 'hola', 'visto'], ended: 'end' }
  expect(await pathsOf(automation)).toEqual([{ path: ['start'], ended: null }, through, through])
  await time.advanceTo(clock.now() + 3_600_000)
  expect((await pathsOf(automation))[0]).toEqual({
    path: ['start', 'hola internal'],
    ended: 'failed',
  })
})
