import { afterEach, describe, expect, test } from 'vitest'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { jobsAt } from '../support/jobs.ts'
import { parseMessage, startSink } from '../support/mail/smtp-sink.ts'
import { startService } from '../support/service.ts'
import { crossingStatements } from '../support/sharding/crossing-statements.ts'
import { waitFor } from '../support/wait.ts'

const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

/**
 * What crosses the nodes of a cluster today, by reason. An entry may go, and none may come: name the
 * account in the new statement instead.
 */
const crossing = {
  /** The rows are found by the id of the row above. */
  byOwner: ['delete campaign_counts', 'select campaign_counts'],
  /** A worker looks for due work of all accounts. In a cluster a worker asks each node. */
  search: [
    'select automation_runs, automations, campaign_counts, campaigns, deliveries, events, jobs, message_queue, optin_requests, recipient_queue, signals, tallies, webhooks, welcomes',
    ...['select automation_runs, automations', 'select campaigns'],
    ...['select campaigns, recipient_queue', 'select message_queue', 'select recipient_queue'],
    ...['select deliveries, webhooks', 'select event_sequences, events', 'select events'],
    // Ends the order that all accounts share, when an account has its first event.
    'insert events',
    ...['select jobs', 'select jobs, uploads', 'select signals', 'select tallies'],
    ...['select welcomes', 'update campaign_lists, campaigns, list_counts', 'update campaigns'],
    ...['update deliveries', 'update jobs', 'delete tallies'],
    ...['delete uploads', 'delete campaign_counts, campaigns'],
  ],
  /** The purge looks for expired rows of all accounts. */
  purge: [
    ...['select automation_runs', 'select contacts, lists'],
    ...[
      'select contacts, people',
      'select event_keys',
      'select event_storage',
      'select idempotency',
    ],
    ...['select link_checks', 'select login_networks', 'select media', 'select optin_requests'],
    'delete jobs',
  ],
  /** A batch holds messages, visits or events of several accounts, and finds them by id. */
  batch: [
    'update deliveries, event_sequences, events',
    ...['select campaign_links', 'select campaign_links, engagements', 'select contacts'],
    'select recipients',
    ...['select bounces, contacts, lists, recipients, suppressions', 'update contacts'],
    ...['update recipients'],
    ...['select recipient_queue, recipients', 'delete recipient_queue'],
    'update campaigns, contacts, recipient_queue, recipients, suppressions',
    'update campaigns, recipient_queue',
    'delete campaign_counts, recipient_queue, recipients, signal_listeners, signals, tallies',
  ],
  /** Joined by the account of a row that is found by its key. */
  joined: ['select senders'],
}
describe.runIf(process.env.REMITE_TEST_DATABASE_URL)('on PostgreSQL', () => {
  test('no request reads or writes rows without their account', async () => {
    const queries: string[] = []
    const server = await startService({ queries })
    ending.push(() => server.close())
    const { api } = server
    queries.length = 0
    await addSender(server)
    const list = await addList(server, ['ana@correo.example', 'leo@correo.example'])
    const person = `/lists/${list}/contacts/eva@correo.example`
    await api('POST', `/lists/${list}/contacts`, { email: 'eva@correo.example' })
    await api('PATCH', person, { nombre: 'Eva' })
    await api('POST', '/campaigns', campaignOf(list, { status: 'draft' }))
    for (const path of [
      ...['/lists', `/lists/${list}`, `/lists/${list}/contacts`, person, '/campaigns'],
      ...['/dashboard', '/dashboard/events', `/users/${server.accountId}/webhooks`, '/templates'],
    ]) {
      expect((await api('GET', path)).status, path).toBe(200)
    }
    expect([...crossingStatements(queries).keys()]).toEqual([])
  })

  test('no worker reads or writes rows without their account, apart from those listed', async () => {
    const queries: string[] = []
    const clock = testClock()
    const sink = await startSink()
    ending.push(() => sink.stop())
    const settings = { smtpUrl: sink.url, machineWindowMs: 0 }
    const server = await startService({ clock, workers: true, queries, settings })
    ending.push(() => server.close())
    const { api } = server
    queries.length = 0
    await addSender(server)
    const list = await addList(server, ['ana@correo.example', 'leo@correo.example'])
    await jobsAt(server).importFile(list, 'email,nombre\neva@correo.example,Eva\n')
    const html = '<p>Hola <a href="https://tienda.example/a">a</a></p>'
    const tracked = campaignOf(list, { html, track_reads: true, track_links: true })
    const { id } = (await api('POST', '/campaigns', tracked)).body
    await untilStatus(server, id, 'sent')
    const { html: sent = '' } = await parseMessage(sink.messages()[0]?.raw ?? Buffer.alloc(0))
    for (const [, url = ''] of (sent || '').matchAll(/"([^"]+\/[oc]\/[^"]+)"/g)) {
      await server.request('GET', new URL(url).pathname, undefined, { 'user-agent': 'Safari/605' })
    }
    await waitFor(async () => {
      clock.advance(1000)
      return (await api('GET', `/campaigns/${id}/stats`)).body.clicks > 0
    })
    const known = new Set(Object.values(crossing).flat())
    const found = crossingStatements(queries)
    expect([...found.keys()].filter((kind) => !known.has(kind)).sort()).toEqual([])
  })
})
