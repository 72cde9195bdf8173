import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../src/core/clock.ts'
import { connectPostgres } from '../../src/service/database/connect.ts'
import { startInstallation } from '../../src/service/installation.ts'
import { createMetrics } from '../../src/service/metrics.ts'
import { addBacklogGauges, addConnectionGauge } from '../../src/service/monitoring/backlog.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { logLines } from '../support/log-lines.ts'
import { startSink } from '../support/mail/smtp-sink.ts'
import { startService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const people = ['ana@correo.example', 'eva@correo.example']

/** Returns the value of a series, such as `remite_backlog{kind="imports"}`. */
function seriesValue(metrics: string, series: string): number {
  const line = metrics.split('\n').find((each) => each.startsWith(`${series} `))
  if (line === undefined) throw new Error(`no ${series} in\n${metrics}`)
  return Number(line.slice(series.length + 1))
}

test('the log names each step of a campaign, and the metrics count its messages', async () => {
  const sink = await startSink()
  ends.push(sink.stop)
  const { log, lines } = logLines()
  const server = await startService({ workers: true, log, settings: { smtpUrl: sink.url } })
  ends.push(server.close)
  addBacklogGauges(server.service.metrics, server.service)
  await addSender(server)
  const list = await addList(server, people)
  const { id } = (await server.api('POST', '/campaigns', campaignOf(list))).body
  await untilStatus(server, id, 'sent')
  const steps = lines.filter(({ event }) => String(event).startsWith('campaign '))
  expect(steps).toEqual([
    expect.objectContaining({
      level: 'info',
      event: 'campaign sending',
      campaign: id,
      recipients: 2,
    }),
    expect.objectContaining({
      level: 'info',
      event: 'campaign sent',
      campaign: id,
      sent: 2,
      failed: 0,
    }),
  ])
  const metrics = await server.service.metrics.render()
  expect(seriesValue(metrics, 'remite_messages_total{outcome="sent"}')).toBe(2)
  expect(seriesValue(metrics, 'remite_relay_duration_seconds_count')).toBe(2)
  for (const state of ['queued', 'in_flight']) {
    expect(seriesValue(metrics, `remite_messages_in_process{state="${state}"}`)).toBe(0)
  }
  expect(seriesValue(metrics, 'remite_relay_up')).toBe(1)
  expect(seriesValue(metrics, 'remite_database_up')).toBe(1)
  expect(seriesValue(metrics, 'remite_backlog{kind="campaign_messages"}')).toBe(0)
  expect(seriesValue(metrics, 'remite_processes{role="sender"}')).toBe(1)
  const created = 'method="POST",route="/v3/api/campaigns",status="200"'
  expect(seriesValue(metrics, `remite_http_request_duration_seconds_count{${created}}`)).toBe(1)
  expect(metrics).toContain('nodejs_eventloop_lag_seconds')
  expect(metrics).not.toContain('correo.example')
})

test('the dashboard, the alerts and the page name only metrics that exist', async () => {
  const server = await startService({ workers: true })
  ends.push(server.close)
  const { metrics } = server.service
  addBacklogGauges(metrics, server.service)
  addConnectionGauge(metrics, server.database.connections)
  const offered = await metrics.render()
  const known = new Set([...offered.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
  const named = ['grafana-dashboard.json', 'alerts.yml', 'README.md'].flatMap((file) => {
    const text = readFileSync(join('docs/operations', file), 'utf8')
    return [...text.matchAll(/\b(?:remite|nodejs)_[a-z0-9_]+/g)].map(([name]) =>
      name.replace(/_(bucket|count|sum)$/, ''),
    )
  })
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('a campaign that is paused by the service is a warning with the reason', async () => {
  const { log, lines } = logLines()
  const server = await startService({ workers: true, log })
  ends.push(server.close)
  addBacklogGauges(server.service.metrics, server.service)
  await addSender(server)
  const list = await addList(server, people)
  const expected = { ...campaignOf(list), expect_recipients: { min: 5, max: 9 } }
  const { id } = (await server.api('POST', '/campaigns', expected)).body
  await untilStatus(server, id, 'paused')
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      event: 'campaign paused',
      campaign: id,
      reason: 'drift',
    }),
  )
  const metrics = await server.service.metrics.render()
  expect(seriesValue(metrics, 'remite_campaigns{status="paused",reason="drift"}')).toBe(1)
})

test('a scrape does not wait for a database that is silent', async () => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo // TCP, so no path
  const { reader } = connectPostgres(`postgres://ana@127.0.0.1:${port}/remite`)
  const clock = testClock()
  const metrics = createMetrics({ version: '1.2.3' })
  addBacklogGauges(metrics, { reader, clock })
  const scrape = metrics.render()
  await waitFor(() => sockets.size > 0)
  clock.advance(3_000)
  expect(seriesValue(await scrape, 'remite_database_up')).toBe(0)
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test('what is counted begins with 0, so that an alert can tell “none” from “unknown”', async () => {
  const metrics = await createMetrics({ version: '1.2.3' }).render()
  expect(seriesValue(metrics, 'remite_messages_total{outcome="sent"}')).toBe(0)
  expect(seriesValue(metrics, 'remite_recovered_messages_total{outcome="uncertain"}')).toBe(0)
})

test('a failed login is counted', async () => {
  const server = await startService()
  ends.push(server.close)
  const login = { username: 'ana', pass: 'wrong password' }
  await server.request('POST', '/v3/api/auth/getToken', login)
  const metrics = await server.service.metrics.render()
  expect(seriesValue(metrics, 'remite_failed_logins_total')).toBe(1)
})

test('a login that the database cannot check is not counted', async () => {
  const server = await startService({ log: logLines().log })
  await server.service.db.destroy()
  const login = { username: 'ana', pass: 'wrong password' }
  const { status } = await server.request('POST', '/v3/api/auth/getToken', login)
  expect(status).toBe(500)
  const metrics = await server.service.metrics.render()
  expect(seriesValue(metrics, 'remite_failed_logins_total')).toBe(0)
  ends.push(server.close)
})

test('an installation on hold answers and sends nothing, and serves its metrics apart', async () => {
  const { log, lines } = logLines()
  const metricsAddress = { host: '127.0.0.1', port: await freePort() }
  const installation = await startInstallation({
    ...{ database: join(newFolder(), 'remite.db'), host: '127.0.0.1', port: await freePort() },
    ...{ trustedProxies: 0, hostName: 'mail.example', instance: 'test', clock: systemClock, log },
    smtpUrl: 'smtp://user:secret@127.0.0.1:9',
    admin: { username: 'ana', language: 'es', timezone: 'Europe/Madrid' },
    ...{ version: '1.2.3', metricsAddress, holdsWork: true },
  })
  ends.push(installation.close)
  const started = lines.find(({ event }) => event === 'started')
  expect(started).toMatchObject({ version: '1.2.3', database: 'sqlite', hold: true })
  expect(started?.relay).toBe('smtp://127.0.0.1:9')
  expect(JSON.stringify(lines)).not.toContain('secret')
  expect(new Set(lines.map(({ process }) => process)).size).toBe(1)
  const at = `http://127.0.0.1:${metricsAddress.port}`
  const scrape = await fetch(`${at}/metrics`)
  expect(scrape.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  const metrics = await scrape.text()
  expect(seriesValue(metrics, 'remite_build_info{version="1.2.3"}')).toBe(1)
  // Workers announce these, and none runs.
  expect(metrics).not.toContain('remite_messages_in_process')
  expect((await fetch(`${at}/v3/api/lists`)).status).toBe(404)
})

test('without a place for the first password there is no account', async () => {
  const settings = async (keep: () => void) => ({
    ...{ database: join(newFolder(), 'remite.db'), host: '127.0.0.1', port: await freePort() },
    ...{ trustedProxies: 0, hostName: 'mail.example', instance: 'test', clock: systemClock },
    ...{ log: logLines().log, version: '1.2.3', holdsWork: true },
    admin: { username: 'ana', language: 'es', timezone: 'Europe/Madrid', keep } as const,
  })
  const refusing = await settings(() => {
    throw new Error('no space left')
  })
  await expect(startInstallation(refusing)).rejects.toThrow('no space left')
  const { database } = refusing
  const installation = await startInstallation({ ...(await settings(() => {})), database })
  ends.push(installation.close)
  expect(installation.firstAccount?.username).toBe('ana')
})
