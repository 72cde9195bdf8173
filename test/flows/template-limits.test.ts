import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startWorkers, type Workers } from '../../src/service/workers.ts'
import { createTimeline, linearGraph, startAutomation } from '../support/automations/automations.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

/** A comparison of 9,000,000 pairs. It took 22 seconds. */
const pairs = `{% assign a = (1..3000) %}{{ a | find_exp: "i", "a | find_exp: 'j', 'false'" }}`

/** Uses only what templates may use, and is far beyond the budget of a message. */
const loops = '{% for i in (1..400) %}{% for j in (1..400) %}{{ i }}{% endfor %}{% endfor %}'

const slow = { html: `<p>Hola</p>\n${loops}` }
const refused = { html: `<p>Hola</p>\n${pairs}` }

let sink: Sink
let server: TestService
let workers: Workers | undefined
let list: number
const clock = testClock()

beforeEach(async () => {
  sink = await startSink()
  server = await startService({ clock, settings: { smtpUrl: sink.url } })
  server.service.wake = () => workers?.wake()
  await addSender(server)
  list = await addList(
    server,
    Array.from({ length: 60 }, (_, index) => `p${index}@correo.example`),
  )
})
afterEach(async () => {
  await stopWorkers()
  await server.close()
  await sink.stop()
})

async function stopWorkers(): Promise<void> {
  const stopping = workers?.stop()
  workers = undefined
  // Where the clock stands still, a pause of a worker does not end.
  clock.advance(60_000)
  await stopping
}

/** Writes content into a campaign, as an earlier version has stored it. */
const store = (id: number, content: object) =>
  server.service.db.updateTable('campaigns').set(content).where('id', '=', id).execute()

async function draftWith(content: object): Promise<number> {
  const { body } = await server.api('POST', '/campaigns', campaignOf(list, { draft: true }))
  await store(body.id, content)
  return body.id
}

/** Answers of the API: the code of the failure and what it says about the template. */
const failureIn = ({ status, body }: Awaited<ReturnType<TestService['api']>>) => ({
  status,
  code: body.code,
  ...body.values,
})

const ofPairs = { status: 422, code: 'filter_refused', filter: 'find_exp', line: 2 }
const ofLoops = { status: 422, code: 'template_too_slow', line: 2 }

describe.each([
  ['a filter that is not offered', refused, ofPairs],
  ['loops beyond the budget', slow, ofLoops],
])('a template with %s', (_, content, failure) => {
  test('is refused when a draft is saved, with its place', async () => {
    const { api } = server
    const created = await api('POST', '/campaigns', campaignOf(list, { draft: true, ...content }))
    expect(failureIn(created)).toMatchObject({ ...failure, place: 'html' })
    const { body } = await api('POST', '/campaigns', campaignOf(list, { draft: true }))
    const edited = await api('PUT', `/campaigns/${body.id}`, content)
    expect(failureIn(edited)).toMatchObject({ ...failure, place: 'html' })
    const test = { variants: [{}, content], share: 20, winner: 'manual' }
    const varied = await api('PUT', `/campaigns/${body.id}`, { ab_test: test })
    expect(failureIn(varied)).toMatchObject({ ...failure, place: 'html' })
    expect((await api('PUT', `/campaigns/${body.id}`, { camp_name: 'Otra' })).status).toBe(200)
  })

  test('is refused when it is sent, scheduled, or saved as a template or in an automation', async () => {
    const { api } = server
    const sent = await api('POST', '/campaigns', campaignOf(list, content))
    expect(failureIn(sent)).toMatchObject(failure)
    const scheduled_at = new Date(clock.now() + 3_600_000).toISOString()
    const scheduled = await api(
      'POST',
      '/campaigns',
      campaignOf(list, { scheduled_at, ...content }),
    )
    expect(failureIn(scheduled)).toMatchObject(failure)
    const template = await api('POST', '/templates', {
      name: 'Rebajas',
      asunto: 'Hola',
      ...content,
    })
    expect(failureIn(template)).toMatchObject({ ...failure, place: 'html' })
    const config = { asunto: 'Hola', from_mail: 'hola@tienda.example', ...content }
    const graph = linearGraph({ type: 'list_joined', list_id: list }, [
      { id: 'hola', type: 'send', config },
    ])
    const edges = graph.edges.map(([from, to]) => ({ from, to }))
    const automation = await api('POST', '/automations', { name: 'Hola', ...graph, edges })
    expect(failureIn(automation)).toMatchObject({ ...failure, place: 'hola, html' })
  })

  test('that is stored is refused by preview, test and send, and named by the check', async () => {
    const { api } = server
    const id = await draftWith(content)
    const requests = [
      api('GET', `/campaigns/${id}/preview`),
      api('POST', `/campaigns/${id}/test`, { emails: ['ana@example.org'] }),
      api('PUT', `/campaigns/${id}/send`, {}),
    ]
    for (const answer of await Promise.all(requests)) {
      expect(failureIn(answer)).toMatchObject(failure)
    }
    const { body } = await api('GET', `/campaigns/${id}/check`)
    expect(body.ready).toBe(false)
    const [item] = body.items.filter(({ level }: { level: string }) => level === 'error')
    expect(item.code).toBe(failure.code)
    expect(item.message).toContain('line 2')
  })

  test('that is stored shows no web page, and the service answers others', async () => {
    const id = await draftWith({
      ...content,
      ...{ status: 'sent', started_at: 1, archived_at: 1, archive_slug: 'rebajas' },
    })
    await draftWith({
      asunto: `Hola ${content.html}`,
      ...{ status: 'sent', started_at: 1, archived_at: 1, archive_slug: 'enero' },
    })
    const archive = `/archive/${server.accountId}`
    const pages = ['/rebajas', '', '/feed.xml'].map((path) => server.request('GET', archive + path))
    for (const { status } of await Promise.all(pages)) expect(status).toBe(422)
    await store(id, { html: '<p>Hola</p>' })
    expect((await server.request('GET', `${archive}/rebajas`)).status).toBe(200)
  })

  test('that is stored pauses the campaign, and others go out', async () => {
    const poisoned = await draftWith({ ...content, status: 'queued' })
    workers = startWorkers(server.service)
    await untilStatus(server, poisoned, 'paused')
    const { body: sent } = await server.api('POST', '/campaigns', campaignOf(list))
    await untilStatus(server, sent.id, 'sent')
    expect(sink.messages()).toHaveLength(60)
    // After a restart too.
    await stopWorkers()
    workers = startWorkers(server.service)
    const { body: again } = await server.api('POST', '/campaigns', campaignOf(list))
    await untilStatus(server, again.id, 'sent')
    const { body } = await server.api('GET', `/campaigns/${poisoned}`)
    expect(body).toMatchObject({ status: 'paused', reason: 'template' })
    const { body: stats } = await server.api('GET', `/campaigns/${poisoned}/stats`)
    expect(stats.sent).toBe(0)
    // Enough to tell that it is the template, and those whose rendering had begun. The others wait.
    expect(stats.failed).toBeLessThan(20)
    expect(stats.failed + stats.pending).toBe(60)
  })
})

test('a message of an automation is paused like a campaign', async () => {
  const config = { asunto: 'Hola', from_mail: 'hola@tienda.example', html: '<p>Hola</p>' }
  const steps = [{ id: 'hola', type: 'send' as const, config }]
  await startAutomation(server.api, linearGraph({ type: 'list_joined', list_id: list }, steps))
  const { db } = server.service
  await db.updateTable('campaigns').set(refused).where('automation_id', 'is not', null).execute()
  clock.advance(1000)
  await server.api('POST', `/lists/${list}/contacts`, { email: 'ana@example.org' })
  await createTimeline(server, clock).runDueSteps()
  workers = startWorkers(server.service)
  const campaign = () =>
    db
      .selectFrom('campaigns')
      .select(['status', 'reason'])
      .where('automation_id', 'is not', null)
      .executeTakeFirstOrThrow()
  await waitFor(async () => (await campaign()).status === 'paused')
  expect(await campaign()).toEqual({ status: 'paused', reason: 'template' })
})

test('a long value of one contact fails one message, and the campaign goes on', async () => {
  const listed = await addList(server, [
    { email: 'eva@correo.example', fields: { plazas: '99999999' } },
    ...['ana', 'leo'].map((name) => ({ email: `${name}@correo.example`, fields: { plazas: '3' } })),
  ])
  const html = '{% for i in (1..plazas) %}★{% endfor %}'
  const { body } = await server.api('POST', '/campaigns', campaignOf(listed, { html }))
  workers = startWorkers(server.service)
  const stats = await untilStatus(server, body.id, 'sent')
  expect(stats).toMatchObject({ recipients: 3, sent: 2, failed: 1 })
})

test('while a preview is rendered, no other request waits for it', async () => {
  // Its text version alone takes half a second.
  const id = await draftWith({ html: '<p>Hola</p>'.repeat(90_000) })
  const start = performance.now()
  let previewMs: number | undefined
  const preview = server.api('GET', `/campaigns/${id}/preview?format=text`)
  const finished = preview.then(({ status }) => {
    previewMs = performance.now() - start
    expect(status).toBe(200)
  })
  let longestMs = 0
  while (previewMs === undefined) {
    const asked = performance.now()
    expect((await server.request('GET', '/health')).status).toBe(200)
    longestMs = Math.max(longestMs, performance.now() - asked)
  }
  await finished
  // On the same thread, one request waits for the whole preview.
  expect(longestMs).toBeLessThan(previewMs / 2)
})
