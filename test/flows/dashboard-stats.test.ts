import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { foldTallies } from '../../src/service/dashboard/fold.ts'
import { tallyComplaint, tallySends, tallyVisits } from '../../src/service/events/tally-store.ts'
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
  const visits = times.map((at) => ({
    account_id: server.accountId,
    kind: 'open' as const,
    at: new Date(at).getTime(),
  }))
  await tallyVisits(server.service.db, visits)
}

/** Sends to this address at these times, which is an account's whole traffic for a test. */
const sendAt = (address: string, ...times: number[]) =>
  tallySends(
    server.service.db,
    times.map((sent_at) => ({ account_id: server.accountId, address_key: address, sent_at })),
  )

const foldAll = async () => {
  while (await foldTallies(server.service.db));
}

test('without a word it is the last thirty days in the account’s zone, with zeros where nothing was', async () => {
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

test('the hour that the clocks leave out is not there, and what ends a period is not in it', async () => {
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

test('any calendar counts what a count one by one does, added to the rollups or not', async () => {
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
        if (isFolded) await foldAll()
        const [first, last] = [from + begin, from + begin + spanMs].map((at) =>
          new Date(at).toISOString(),
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

test('another account’s sends, opens and domains are not in it', async () => {
  const theirs = await server.other()
  await openAt(start - minuteMs)
  await sendAt('ana@correo.example', start - minuteMs)
  await foldAll()
  const { body } = await theirs.api('GET', '/dashboard/stats')
  expect(body.series.some(({ opens, sends }: Record<string, number>) => opens || sends)).toBe(false)
  expect((await theirs.api('GET', '/dashboard/deliverability')).body).toEqual([])
})

test('a period that ends before it begins, too many points and no zone are refused by name', async () => {
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

test('two that add to the rollups at once, and one that is cut off, count everything once', async () => {
  const { db } = server.service
  for (let round = 0; round < 30; round++) {
    await openAt(...Array.from({ length: 40 }, (_, n) => start - n * 15 * minuteMs))
    await sendAt(`ana@correo${round}.example`, start - minuteMs)
  }
  await sql`alter table domain_activity rename to elsewhere`.execute(db)
  await expect(foldTallies(db)).rejects.toThrow('domain_activity')
  await sql`alter table elsewhere rename to domain_activity`.execute(db)
  await Promise.all([foldAll(), foldAll()])
  expect(await db.selectFrom('tallies').selectAll().execute()).toEqual([])
  const { body } = await stats()
  const sum = (name: string) =>
    body.series.reduce(
      (total: number, point: Record<string, number>) => total + (point[name] ?? 0),
      0,
    )
  expect([sum('opens'), sum('sends')]).toEqual([1200, 30])
})

test('in a pipe the verb prints the totals and the whole series, in a terminal it draws them', async () => {
  await sendAt('ana@correo.example', start - minuteMs, start - 2000 * minuteMs)
  await openAt(start - minuteMs)
  const cli = remite(server, server.service.clock)
  const { code, ...ran } = await cli('dashboard', 'stats', '-o', 'json')
  expect([code, ran.json().sends, ran.json().series.length]).toEqual([0, 2, 31])
  const draw = async (LANG: string) => {
    const inTerminal = cli.with({ terminal: { columns: 80 }, env: { LANG } })
    return stripVTControlCharacters((await inTerminal('dashboard', 'stats')).stdout)
  }
  const english = await draw('en_GB.UTF-8')
  const spanish = await draw('es_ES.UTF-8')
  expect(english).toMatch(/Until +30 Mar 2027 00:00/)
  expect(english).toMatch(/Sent +█+ +2\n/)
  expect(spanish).toMatch(/Hasta +30 mar 2027 00:00/)
  expect(spanish).toMatch(/Enviados +█+ +2\n/)
  for (const drawn of [english, spanish]) {
    expect(drawn.split('\n').filter((line) => line.length > 80)).toEqual([])
    // Of clicks there were none, and nothing is drawn of nothing.
    expect(drawn.match(/▁/g)).not.toBeNull()
    expect(drawn.split('\n').filter((line) => /▁/.test(line))).toHaveLength(2)
  }
})

test('the health of each domain is told in words, within a common terminal', async () => {
  const { accountId, service } = server
  const sends = (domain: string, count: number) =>
    sendAt(`ana@${domain}`, ...Array.from({ length: count }, () => start - minuteMs))
  await sends('correo.example', 1000)
  await sends('un-nombre-bastante-largo.empresas.example', 999)
  await sends('buzon.example', 400)
  const complain = (domain: string) =>
    tallyComplaint(service.db, {
      accountId,
      emailKey: `ana@${domain}`,
      campaignId: null,
      now: start - minuteMs,
    })
  await complain('correo.example')
  await foldAll()
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
  const rest = await server.api('GET', `/dashboard/deliverability?limit=2&cursor=${cursor}`)
  expect([...first.body, ...rest.body]).toEqual(body)
  expect(rest.headers.get('x-next-cursor')).toBeNull()

  const cli = remite(server, service.clock)
  const csv = await cli('dashboard', 'deliverability', '-o', 'csv')
  expect(csv.stdout.split(/\r?\n/)[1]).toMatch(/^correo\.example,1000,1000,0,0,1,0\.001,warn/)
  for (const [LANG, head, line] of [
    ['en_GB.UTF-8', /^Domain +Sent.+Health\n/, /^buzon\.example .+ 2 +0\.5% +bad$/m],
    ['es_ES.UTF-8', /^Dominio +Enviados.+Estado\n/, /^buzon\.example .+ 2 +0,5 % +bad$/m],
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

test('a day before the period is not in it, and one that it ends within is', async () => {
  await sendAt('ana@correo.example', Date.parse('2027-03-09T23:59:59Z'))
  await sendAt('ana@buzon.example', Date.parse('2027-03-12T22:00:00Z'))
  const query = '?from=2027-03-10T00:00:00Z&to=2027-03-12T08:00:00Z'
  const { body } = await server.api('GET', `/dashboard/deliverability${query}`)
  expect(body.map(({ domain }: { domain: string }) => domain)).toEqual(['buzon.example'])
})
