import { afterEach, expect, test } from 'vitest'
import type { AutomationNode } from '../../src/contract/shapes/automation-node.ts'
import { createTime, inLine, startAutomation, waysOf } from '../support/automations.ts'
import { testClock } from '../support/clock.ts'
import { jobsAt } from '../support/jobs.ts'
import { addList, addSender } from '../support/mailing.ts'
import { runJobs } from '../support/run-jobs.ts'
import { type StartOptions, startService, type TestService } from '../support/service.ts'
import { parseMessage, type Sink, startSink } from '../support/smtp-sink.ts'
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
const ways = async (automation: number) => [...(await waysOf(service, automation)).values()].flat()

/** The HTML of the message with this subject, once it has arrived. */
async function arrived(subject: string): Promise<string> {
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

test('a form, a yes, a click: each lets somebody in or on, and real messages arrive', async () => {
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
    inLine({ type: 'form', list_id: list.id }, [tag('formulario')]),
    'Formulario',
  )
  const clicked = await startAutomation(
    api,
    inLine({ type: 'clicked', link: 'https://tienda.example/' }, [tag('curioso')]),
    'Curiosos',
  )
  const opened = await startAutomation(
    api,
    { ...inLine({ type: 'opened' }, [message('te-vimos')]), settings: { reentry: 'always' } },
    'Lectores',
  )
  const email = 'ana@correo.example'
  await service.request('POST', '/v3/api/public/subscribe', { list_id: shown.public_id, email })
  await waitFor(() => sink.messages().length > 0, 20_000)
  expect(await ways(form)).toEqual([])
  const { text = '' } = await parseMessage(sink.messages()[0]?.raw ?? Buffer.alloc(0))
  await visit(/http\S+/.exec(text)?.[0], 'POST')

  const html = await arrived('bienvenida')
  await visit(/href="([^"]+\/c\/[^"]+)"/.exec(html)?.[1])
  await arrived('gracias')
  await visit(/src="([^"]+\/o\/[^"]+)"/.exec(html)?.[1])
  const seen = await arrived('te-vimos')
  await visit(/src="([^"]+\/o\/[^"]+)"/.exec(seen)?.[1])
  await waitFor(async () => {
    service.service.wake()
    const opens = await service.service.db
      .selectFrom('engagements')
      .select('id')
      .where('kind', '=', 'open')
      .execute()
    return opens.length === 2 && (await signals()).length === 0
  }, 20_000)
  expect(await ways(welcome)).toEqual([
    { way: ['start', 'bienvenida', 'pulsa yes', 'gracias'], ended: 'end' },
  ])
  expect(await ways(form)).toEqual([{ way: ['start', 'formulario'], ended: 'end' }])
  expect(await ways(clicked)).toEqual([{ way: ['start', 'curioso'], ended: 'end' }])
  // The message of that automation itself was opened too.
  expect(await ways(opened)).toEqual([{ way: ['start', 'te-vimos'], ended: 'end' }])
  const { body: contact } = await api('GET', `/lists/${list.id}/contacts/${email}`)
  expect(contact.tags.toSorted()).toEqual(['curioso', 'formulario'])
}, 60_000)

test('where no automation listens nothing is written down for one', async () => {
  await start({ clock: testClock() })
  const [list, watched] = [await addList(service, []), await addList(service, [])]
  const join = (id: number, email: string) =>
    service.api('POST', `/lists/${id}/contacts`, { email })
  await join(list, 'ana@correo.example')
  expect(await signals()).toEqual([])
  const automation = await startAutomation(
    service.api,
    inLine({ type: 'list_joined', list_id: watched }, [tag('visto')]),
  )
  await join(watched, 'eva@correo.example')
  expect(await signals()).toEqual([{ kind: 'joined' }])
  await createTime(service, testClock()).settle()
  expect(await signals()).toEqual([])
  await service.api('PUT', `/automations/${automation}/deactivate`, { mode: 'exit' })
  await join(watched, 'leo@correo.example')
  expect(await signals()).toEqual([])
})

test('an import into a list lets everybody in who is new, and nobody twice', async () => {
  const clock = testClock()
  await start({ clock })
  const list = await addList(service, ['p7@correo.example'])
  const automation = await startAutomation(
    service.api,
    inLine({ type: 'list_joined', list_id: list }, [tag('visto')]),
  )
  const rows = Array.from({ length: 2500 }, (_, at) => `p${at}@correo.example`).join('\n')
  const jobs = jobsAt(service)
  for (let time = 0; time < 2; time++) {
    await jobs.send(list, `email\n${rows}\n`)
    await runJobs(service)
    await createTime(service, clock).settle()
  }
  const { body } = await service.api('GET', `/automations/${automation}/stats`)
  expect(body).toMatchObject({ entered: 2499, active: 0, completed: 2499 })
})

test('a step that breaks is tried again later, and fails in the end; nobody else waits for it', async () => {
  const clock = testClock()
  await start({ clock })
  const list = await addList(service, [])
  const automation = await startAutomation(
    service.api,
    inLine({ type: 'list_joined', list_id: list }, [message('hola'), tag('visto')]),
  )
  const { db } = service.service
  const { campaign_id } = await db
    .selectFrom('automation_nodes')
    .select('campaign_id')
    .executeTakeFirstOrThrow()
  // Somebody has the place of the first run's message already.
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
      lease_until: 0,
      attempts: 1,
      next_at: 0,
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
  const time = createTime(service, clock)
  await time.settle()
  const through = { way: ['start', 'hola', 'visto'], ended: 'end' }
  expect(await ways(automation)).toEqual([{ way: ['start'], ended: null }, through, through])
  await time.passUntil(clock.now() + 3_600_000)
  expect((await ways(automation))[0]).toEqual({ way: ['start', 'hola internal'], ended: 'failed' })
})
