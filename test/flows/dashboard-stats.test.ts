import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rollUpCounterDeltas } from '../../src/service/dashboard/rollup.ts'
import {
  countComplaint,
  countSends,
  countVisits,
} from '../../src/service/events/counter-delta-store.ts'
import { testClock } from '../support/clock.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

const start = Date.parse('2027-03-29T09:00:00Z')
const minuteMs = 60_000

let server: TestService
beforeEach(async () => {
  server = await startService({ clock: testClock(start) })
})
afterEach(() => server.close())

const stats = (query = '') => server.api('GET', `/dashboard/stats${query}`)

async function openAt(...times: (string | number)[]): Promise<void> {
  const visits = times.map((time) => ({
    account_id: server.accountId,
    kind: 'open' as const,
    at: new Date(time).getTime(),
    count: 1,
  }))
  await countVisits(server.service.db, visits)
}

/** Counts sends to this address at these times. */
const sendAt = (address: string, ...times: number[]) =>
  countSends(
    server.service.db,
    times.map((sent_at) => ({ account_id: server.accountId, address_key: address, sent_at })),
  )

const rollUpAll = async () => {
  while (await rollUpCounterDeltas(server.service.db));
}

test('the default period is the last thirty days in the account’s zone, with zeros filled in', async () => {
  await openAt(start - minuteMs, start - 90 * minuteMs)
  const { status, body } = await stats()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    from: '2027-02-26T23:00:00.000Z',
    to: '2027-03-29T22:00:00.000Z',
    interval: 'day',
    timezone: 'Europe/Madrid',
  })
  expect(body.series).toHaveLength(31)
  expect(body.series.at(-1)).toEqual({
    at: '2027-03-28T22:00:00.000Z',
    sends: 0,
    opens: 2,
    clicks: 0,
    bounces: 0,
  })
  const others = body.series.slice(0, -1)
  expect(others.every(({ opens }: { opens: number }) => opens === 0)).toBe(true)
})

test('a skipped hour of daylight saving is left out, and the end of a period is exclusive', async () => {
  await openAt('2027-03-28T00:59:59.999Z', '2027-03-28T01:00:00Z', '2027-03-28T02:00:00Z')
  const { body } = await stats(
    '?interval=hour&from=2027-03-28T01:00:00%2B01:00&to=2027-03-28T04:00:00%2B02:00',
  )
  expect(body.series).toMatchObject([
    { at: '2027-03-28T00:00:00.000Z', opens: 1 },
    { at: '2027-03-28T01:00:00.000Z', opens: 1 },
  ])
  expect(body.to).toBe('2027-03-28T02:00:00.000Z')
})

test('every calendar equals a direct count, rolled up or not', async () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const spanMs = 20 * 86_400_000
  const times: number[] = []
  const moments = fc.array(fc.integer({ min: 0, max: spanMs * 10 }), {
    minLength: 1,
    maxLength: 40,
  })
  const from = Date.UTC(2026, 8)
  await fc.assert(
    fc.asyncProperty(
      zones,
      fc.constantFrom('hour', 'day'),
      fc.integer({ min: 0, max: spanMs * 9 }),
      moments,
      fc.boolean(),
      async (zone, interval, begin, added, isFolded) => {
        const now = added.map((moment) => from + moment)
        await openAt(...now)
        times.push(...now)
        if (isFolded) await rollUpAll()
        const [first, last] = [from + begin, from + begin + spanMs].map((time) =>
          new Date(time).toISOString(),
        )
        const { body } = await stats(
          `?interval=${interval}&timezone=${encodeURIComponent(zone)}&from=${first}&to=${last}`,
        )
        const points: { at: string; opens: number }[] = body.series
        const ends = [...points.slice(1).map(({ at }) => at), body.to].map((at) => Date.parse(at))
        const expected = points.map(({ at }, n) => {
          const [begins, ends_] = [Date.parse(at), ends[n] ?? 0]
          return times.filter((time) => time >= begins && time < ends_).length
        })
        expect(points.map(({ opens }) => opens)).toEqual(expected)
      },
    ),
    { numRuns: 40 },
  )
})

test('sends, opens and domains of another account are left out', async () => {
  const theirs = await server.other()
  await openAt(start - minuteMs)
  await sendAt('ana@correo.example', start - minuteMs)
  await rollUpAll()
  const { body } = await theirs.api('GET', '/dashboard/stats')
  expect(body.series.some(({ opens, sends }: Record<string, number>) => opens || sends)).toBe(false)
  expect((await theirs.api('GET', '/dashboard/deliverability')).body).toEqual([])
})

test('a reversed period, too many points and an unknown zone are refused by name', async () => {
  const refused = async (query: string) => {
    const { status, body } = await stats(query)
    return [status, body.errors?.[0]?.field, body.errors?.[0]?.code]
  }
  const day = '2027-03-01T00:00:00Z'
  expect(await refused(`?from=${day}&to=${day}`)).toEqual([422, 'to', 'bad_range'])
  expect(await refused('?from=2020-01-01T00:00:00Z&interval=hour')).toEqual([
    422,
    'from',
    'too_many',
  ])
  expect(await refused('?from=0001-01-01T00:00:00Z')).toEqual([422, 'from', 'too_many'])
  expect(await refused('?timezone=Madrid')).toEqual([422, 'timezone', 'bad_zone'])
})

test('concurrent and interrupted rollups count everything once', async () => {
  const { db } = server.service
  for (let round = 0; round < 30; round++) {
    await openAt(...Array.from({ length: 40 }, (_, n) => start - n * 15 * minuteMs))
    await sendAt(`ana@correo${round}.example`, start - minuteMs)
  }
  await sql`alter table domain_activity rename to elsewhere`.execute(db)
  await expect(rollUpCounterDeltas(db)).rejects.toThrow('domain_activity')
  await sql`alter table elsewhere rename to domain_activity`.execute(db)
  await Promise.all([rollUpAll(), rollUpAll()])
  expect(await db.selectFrom('tallies').selectAll().execute()).toEqual([])
  const { body } = await stats()
  const sum = (name: string) =>
    body.series.reduce(
      (total: number, point: Record<string, number>) => total + (point[name] ?? 0),
      0,
    )
  expect([sum('opens'), sum('sends')]).toEqual([1200, 30])
})

test('a pipe gets the totals and the whole series, and a terminal gets a chart', async () => {
  await sendAt('ana@correo.example', start - minuteMs, start - 2000 * minuteMs)
  await openAt(start - minuteMs)
  const cli = remite(server, server.service.clock)
  const { code, ...result } = await cli('dashboard', 'stats', '-o', 'json')
  expect([code, result.json().sends, result.json().series.length]).toEqual([0, 2, 31])
  const renderStats = async (LANG: string) => {
    const inTerminal = cli.with({ terminal: { columns: 80 }, env: { LANG } })
    return stripVTControlCharacters((await inTerminal('dashboard', 'stats')).stdout)
  }
  const english = await renderStats('en_GB.UTF-8')
  const spanish = await renderStats('es_ES.UTF-8')
  expect(english).toMatch(/Until +tomorrow at 0:00/)
  expect(english).toMatch(/Sent +█+ +2\n/)
  expect(spanish).toMatch(/Hasta +mañana a las 0:00/)
  expect(spanish).toMatch(/Enviados +█+ +2\n/)
  for (const output of [english, spanish]) {
    expect(output.split('\n').filter((line) => line.length > 80)).toEqual([])
    // There were no clicks, so there is no chart of them.
    expect(output.match(/▁/g)).not.toBeNull()
    expect(output.split('\n').filter((line) => /▁/.test(line))).toHaveLength(2)
  }
})

test('the deliverability of each domain is described within a common terminal width', async () => {
  const { accountId, service } = server
  const sends = (domain: string, count: number) =>
    sendAt(`ana@${domain}`, ...Array.from({ length: count }, () => start - minuteMs))
  await sends('correo.example', 1000)
  await sends('un-nombre-bastante-largo.empresas.example', 999)
  await sends('buzon.example', 400)
  const complain = (domain: string) =>
    countComplaint(service.db, {
      accountId,
      emailKey: `ana@${domain}`,
      campaignId: null,
      now: start - minuteMs,
    })
  await complain('correo.example')
  await rollUpAll()
  await complain('buzon.example')
  await complain('buzon.example')
  const { body } = await server.api('GET', '/dashboard/deliverability')
  expect(body).toMatchObject([
    { domain: 'correo.example', sent: 1000, delivered: 1000, complaint_rate: 0.001, level: 'warn' },
    { domain: 'un-nombre-bastante-largo.empresas.example', complaint_rate: 0, level: 'ok' },
    { domain: 'buzon.example', sent: 400, complaints: 2, complaint_rate: 0.005, level: 'bad' },
  ])
  const first = await server.api('GET', '/dashboard/deliverability?limit=1')
  const cursor = first.headers.get('x-next-cursor')
  const second = await server.api('GET', `/dashboard/deliverability?limit=2&cursor=${cursor}`)
  expect([...first.body, ...second.body]).toEqual(body)
  expect(second.headers.get('x-next-cursor')).toBeNull()

  const cli = remite(server, service.clock)
  const csv = await cli('dashboard', 'deliverability', '-o', 'csv')
  expect(csv.stdout.split(/\r?\n/)[1]).toMatch(/^correo\.example,1000,1000,0,0,1,0\.001,warn/)
  for (const [LANG, head, line] of [
    ['en_GB.UTF-8', /^Domain +Sent.+Health\n/, /^buzon\.example .+ 2 +0\.5% +✗ bad$/m],
    ['es_ES.UTF-8', /^Dominio +Enviados.+Estado\n/, /^buzon\.example .+ 2 +0,5 % +✗ .+$/m],
  ] as const) {
    const { stdout } = await cli.with({ terminal: { columns: 80 }, env: { LANG, NO_COLOR: '1' } })(
      'dashboard',
      'deliverability',
    )
    expect(stdout).toMatch(head)
    expect(stdout).toMatch(line)
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  }
})

test('a day before the period is left out, and one ending inside it is included', async () => {
  await sendAt('ana@correo.example', Date.parse('2027-03-09T23:59:59Z'))
  await sendAt('ana@buzon.example', Date.parse('2027-03-12T22:00:00Z'))
  const query = '?from=2027-03-10T00:00:00Z&to=2027-03-12T08:00:00Z'
  const { body } = await server.api('GET', `/dashboard/deliverability${query}`)
  expect(body.map(({ domain }: { domain: string }) => domain)).toEqual(['buzon.example'])
})
