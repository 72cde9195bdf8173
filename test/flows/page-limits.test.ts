import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clock, systemClock } from '../../src/core/clock.ts'
import { apiPrefix } from '../../src/service/app.ts'
import { createLimits } from '../../src/service/http/limits/limits.ts'
import { clickToken, openToken } from '../../src/service/tracking/token.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { headOf, openRaw } from '../support/http/raw-connection.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

/** At the beginning of an hour, so that no window of a limit ends in the middle of a test. */
const early = systemClock.now() % 3_600_000
const waits: number[] = []
const clock: Clock = {
  now: () => systemClock.now() - early,
  async sleep(ms, signal) {
    // Workers can be stopped, a request that waits cannot.
    if (signal) return systemClock.sleep(ms, signal)
    waits.push(ms)
  },
}

let sink: Sink
let server: TestService
beforeAll(async () => {
  sink = await startSink()
  server = await startService({
    ...{ clock, trustedProxies: 1, workers: true, settings: { smtpUrl: sink.url } },
  })
})
afterAll(async () => {
  await server.close()
  await sink.stop()
})

const from = (address: string) => ({ 'x-forwarded-for': address })

/** Sends so many requests for a path, and counts the answers by status. */
async function flood(path: string, count: number, headers: Record<string, string>) {
  const raw = openRaw(server.origin)
  raw.send(headOf('GET', path, headers).repeat(count - 1))
  raw.send(headOf('GET', path, { ...headers, connection: 'close' }))
  await waitFor(() => raw.isClosed())
  const statuses: Record<string, number> = {}
  for (const [, status = ''] of raw.received().matchAll(/HTTP\/1\.1 (\d+) /g)) {
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

const paths = ['/u/x', '/f/x', '/nowhere', `${apiPrefix}/nowhere`, '/hooks/relay/ses/x']

test.each(paths)(
  'one network gets 1,200 answers a minute from %s, and others more',
  async (path) => {
    const address = `203.0.113.${paths.indexOf(path)}`
    expect(await flood(path, 1300, from(address))).toEqual({ 404: 1200, 429: 100 })
    const page = await server.request('GET', path, undefined, {
      ...from(address),
      ...{ accept: 'text/html', 'accept-language': 'es' },
    })
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
    const isApi = path.startsWith(apiPrefix)
    expect(page.headers.get('content-type')).toContain(isApi ? 'problem+json' : 'text/html')
    expect((await server.request('GET', path, undefined, from('198.51.100.1'))).status).toBe(404)
  },
)

test('pages are delayed near the limit, and the limit ends with its minute', () => {
  const still = testClock()
  const limits = createLimits(still)
  const taken = Array.from({ length: 1201 }, () => limits.ofPage('203.0.113.77'))
  expect([959, 1079, 1199].map((index) => taken[index]?.waitMs)).toEqual([0, 1000, 2000])
  expect(taken[1200]?.refusal?.code).toBe('rate_limited')
  still.advance(60_000)
  expect(limits.ofPage('203.0.113.77').refusal).toBeUndefined()
})

test('beyond 12,000 visits a minute from a network, links work but are not counted', async () => {
  await addSender(server)
  const list = await addList(server, ['ana@correo.example'])
  const { body } = await server.api('POST', '/campaigns', {
    ...campaignOf(list, { html: '<a href="https://tienda.example/a">a</a>' }),
    ...{ track_reads: true, track_links: true },
  })
  await untilStatus(server, body.id, 'sent')
  const { id: recipient } = await server.service.db
    .selectFrom('recipients')
    .select('id')
    .where('campaign_id', '=', body.id)
    .executeTakeFirstOrThrow()
  const { mac } = server.service.secrets
  const visit = { campaign: body.id, recipient }
  const paths = [`/o/${openToken(visit, mac)}`, `/c/${clickToken({ ...visit, link: 0 }, mac)}`]
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const visitFrom = async (address: string) => {
    for (const [index, path] of paths.entries()) {
      const { status, headers } = await server.request('GET', path, undefined, {
        ...{ ...from(address), 'user-agent': agent },
      })
      expect(status).toBe([200, 302][index])
      if (index === 1) expect(headers.get('location')).toBe('https://tienda.example/a')
    }
  }
  await flood('/o/x', 12_000, from('203.0.113.90'))
  await visitFrom('203.0.113.90')
  await visitFrom('198.51.100.7')
  const stats = async () => (await server.api('GET', `/campaigns/${body.id}/stats`)).body
  await waitFor(async () => (await stats()).clicks > 0)
  expect(await stats()).toMatchObject({ opens: 1, clicks: 1 })
})
