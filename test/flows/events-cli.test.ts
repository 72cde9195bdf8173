import { afterEach, expect, test } from 'vitest'
import { type Clock, systemClock } from '../../src/core/clock.ts'
import { appendEvent, appendEvents } from '../../src/service/events/outbox-store.ts'
import { publishEvents } from '../../src/service/events/publish.ts'
import { addList } from '../support/campaign-fixtures.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { type RunResult, remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let server: TestService
afterEach(() => server.close())

const startedAt = Date.parse('2027-03-01T09:00:00Z')

const openOf = (
  contact: number,
  { campaign = 7, now = startedAt, accountId = server.accountId } = {},
) => ({
  accountId,
  type: 'contact.open',
  payload: { campaign_id: campaign, contact_id: contact, opened_at: new Date(now).toISOString() },
  now,
})

async function publish(...events: ReturnType<typeof openOf>[]): Promise<void> {
  const { db } = server.service
  await db.transaction().execute((tx) => appendEvents(tx, events))
  await publishEvents(db)
}

/**
 * A clock that counts sleeps. The first sleep follows the first read, and each further one another read.
 */
function countingClock() {
  let count = 0
  const sleep: Clock['sleep'] = (ms, signal) => {
    count += 1
    return systemClock.sleep(ms, signal)
  }
  return { ...systemClock, sleep, pauses: () => count }
}

const contactsIn = (text: string): number[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).contact_id)

test('the history lists events newest first and pages to its end', async () => {
  server = await startService()
  await publish(openOf(1), openOf(2, { now: startedAt + 1000 }), openOf(3, { campaign: 8 }))
  const first = await server.api('GET', '/dashboard/events?limit=2')
  expect(first.body).toMatchObject([
    { contact_id: 3, campaign_id: 8 },
    {
      type: 'contact.open',
      at: '2027-03-01T09:00:01.000Z',
      contact_id: 2,
      campaign_id: 7,
      data: { campaign_id: 7, contact_id: 2, opened_at: '2027-03-01T09:00:01.000Z' },
      deliveries: [],
    },
  ])
  const cursor = first.headers.get('x-next-cursor')
  expect(first.body[1].cursor).toBe(cursor)
  const second = await server.api('GET', `/dashboard/events?limit=2&cursor=${cursor}`)
  expect(second.body).toMatchObject([{ contact_id: 1 }])
  expect(second.headers.get('x-next-cursor')).toBe(null)
})

test('the history filters by contact, campaign, kind, time and webhook, alone and combined', async () => {
  server = await startService()
  await publish(openOf(1), openOf(2, { campaign: 8 }), openOf(2, { now: startedAt + 60_000 }))
  const cli = remite(server)
  const found = async (...args: string[]) => {
    const { stdout } = await cli('events', 'list', '-o', 'ndjson', ...args)
    return contactsIn(stdout)
  }
  expect(await found('--contact-id', '2')).toEqual([2, 2])
  expect(await found('--campaign-id', '8')).toEqual([2])
  expect(await found('--contact-id', '2', '--campaign-id', '7')).toEqual([2])
  expect(await found('--to', '2027-03-01T09:00:30Z', '--order', 'asc')).toEqual([1, 2])
  expect(await found('--from', '2027-03-01T09:00:30Z')).toEqual([2])
  expect(await found('--type', 'contact.bounce')).toEqual([])
  expect(await found('--webhook-id', '1')).toEqual([])
})

test('another account sees none of it, and an invalid cursor is refused', async () => {
  server = await startService()
  await publish(openOf(1))
  const otherAccount = await server.other()
  expect((await otherAccount.api('GET', '/dashboard/events')).body).toEqual([])
  const refused = await server.api('GET', '/dashboard/events?cursor=nonsense')
  expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'cursor'])
})

test('events are followed live, and the position is reported so that nothing repeats', async () => {
  server = await startService()
  await publish(openOf(1))
  const clock = countingClock()
  const cli = remite(server, clock)
  const stopping = new AbortController()
  const running = cli.with({ stopped: stopping.signal })('events', 'tail', '-o', 'ndjson')
  await waitFor(() => clock.pauses() === 1)
  await publish(openOf(2), openOf(3))
  await waitFor(() => clock.pauses() === 2)
  stopping.abort('SIGINT')
  const { code, stdout, stderr } = await running
  expect([code, contactsIn(stdout)]).toEqual([130, [2, 3]])
  const { suggestion } = JSON.parse(stderr.split('\n').at(-2) ?? '').error
  expect(suggestion).toMatch(/^remite events tail -o ndjson --cursor \S+$/)

  await publish(openOf(4), openOf(5))
  const again = await cli(...suggestion.split(' ').slice(1), '--limit', '1', '--quiet')
  expect([again.code, contactsIn(again.stdout), again.stderr]).toEqual([0, [4], ''])
  const { cursor } = JSON.parse(again.stdout)
  const last = await cli('events', 'tail', '--cursor', cursor, '--limit', '1', '-o', 'ndjson')
  expect(contactsIn(last.stdout)).toEqual([5])
  expect(last.stderr).toMatch(
    /To continue after the last event: remite events tail --limit 1 -o ndjson --cursor \S+\n$/,
  )
})

test('following starts at a given age, and a terminal gets lines of text', async () => {
  server = await startService()
  await publish(openOf(1, { now: Date.now() - 7_200_000 }), openOf(2, { now: Date.now() - 60_000 }))
  const tail = remite(server).with({ terminal: { columns: 100 }, env: { NO_COLOR: '1' } })
  const { code, stdout } = await tail('events', 'tail', '--since', '1h', '--limit', '1')
  expect([code, stdout.trim().split('\n').length]).toEqual([0, 2])
  expect(stdout).toMatch(/\d +open +2 +7/)
  expect((await tail('events', 'tail', '--since', 'long ago')).code).toBe(2)
})

test('with six concurrent writers every reader gets each event once, in the same order', async () => {
  server = await startService({ workers: true })
  const { db } = server.service
  const each = 50
  const cli = remite(server)
  const tail = () =>
    cli('events', 'tail', '--since', '1d', '--limit', String(6 * each), '-o', 'ndjson')
  const write = async (writer: number) => {
    for (let index = 0; index < each; index++) {
      const event = openOf(writer * 1000 + index + 1, { now: Date.now() })
      await db.transaction().execute(async (tx) => {
        await appendEvent(tx, event)
        // Transactions do not commit in the order in which they begin.
        await tx
          .selectFrom('events')
          .select('id')
          .limit(1 + (index % 7))
          .execute()
      })
    }
  }
  const readers = [tail(), tail()]
  await Promise.all(Array.from({ length: 6 }, (_, writer) => write(writer)))
  const [one, other] = (await Promise.all(readers)) as [RunResult, RunResult]
  const expected = Array.from({ length: 6 }, (_, writer) =>
    Array.from({ length: each }, (_, index) => writer * 1000 + index + 1),
  ).flat()
  expect(contactsIn(one.stdout).sort((a, b) => a - b)).toEqual(expected)
  expect(other.stdout).toBe(one.stdout)
}, 60_000)

test('custom events are listed among the others by their time, in pages of any size', async () => {
  server = await startService()
  const list = await addList(server, ['ana@example.org', 'eva@example.org'])
  const { body: contacts } = await server.api('GET', `/lists/${list}/contacts`)
  const { id: eva } = contacts.find(({ email }: { email: string }) => email === 'eva@example.org')
  const minute = (count: number) => startedAt + count * 60_000
  await publish(openOf(eva, { now: minute(2) }), openOf(77, { now: minute(4) }))
  const custom = [1, 3, 3, 5].map((at, index) => ({
    ...{ name: `e${index}`, email: index === 3 ? 'eva@example.org' : 'ana@example.org' },
    at: new Date(minute(at) - 365 * 86_400_000).toISOString(),
  }))
  // Recorded in another order than they happened.
  await server.api('POST', '/events', { events: custom.toReversed() })
  await server.service.db
    .updateTable('events')
    .set('created_at', (of) => of('created_at', '-', 365 * 86_400_000))
    .execute()
  const cli = remite(server)
  const listed = async (...args: string[]) => {
    const { stdout, code, stderr } = await cli('events', 'list', '-o', 'json', ...args)
    expect([code, stderr]).toEqual([0, ''])
    const { data: items, next_cursor } = JSON.parse(stdout)
    return { found: items.map((event: Shown) => event.data.name ?? event.contact_id), next_cursor }
  }
  type Shown = { contact_id: number | null; data: { name?: string } }
  const whole = (await listed()).found
  expect(whole).toEqual([
    'e3',
    77,
    expect.stringMatching('e[12]'),
    expect.stringMatching('e[12]'),
    eva,
    'e0',
  ])
  expect((await listed('--order', 'asc')).found).toEqual(whole.toReversed())
  for (const size of [2, 4]) {
    const found: unknown[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await listed('--limit', String(size), ...(cursor ? ['--cursor', cursor] : []))
      found.push(...page.found)
      cursor = page.next_cursor ?? undefined
      if (!cursor) break
    }
    expect([size, found]).toEqual([size, whole])
  }
  expect((await listed('--contact', 'eva@example.org')).found).toEqual(['e3', eva])
  expect((await listed('--type', 'contact.event', '--limit', '1')).found).toEqual(['e3'])
  expect((await listed('--type', 'contact.open')).found).toEqual([77, eva])
  expect((await listed('--webhook', '1')).found).toEqual([])
  // `webhooks replay` takes the ids of activity.
  expect((await cli('events', 'list', '-o', 'ids')).stdout.trim().split('\n')).toHaveLength(2)
  const received = await cli('events', 'received', '--contact', String(eva), '-o', 'ndjson')
  expect(JSON.parse(received.stdout).name).toBe('e3')
})

test('an unreachable server is awaited, then exit 11 with how to continue', async () => {
  server = await startService()
  await publish(openOf(1))
  let now = startedAt
  const clock: Clock = {
    now: () => now,
    sleep: async (ms) => {
      now += ms
    },
  }
  const foreign = await startForeignServer()
  const event = { id: 1, type: 'contact.open', at: new Date(startedAt).toISOString(), cursor: 'c1' }
  const unavailable = { status: 503, body: { code: 'unavailable' } }
  foreign.respond(
    'GET /dashboard/events',
    ...[unavailable, { body: [event] }, ...Array.from({ length: 9 }, () => unavailable)],
    ...[{ body: [{ ...event, id: 2, cursor: 'c2' }] }, unavailable],
  )
  const cli = remite({ url: foreign.url, token: 'header.payload.signature' }, clock)
  const result = await cli('events', 'tail', '--cursor', 'c0', '--retries', '1', '-o', 'ndjson')
  await foreign.close()
  expect(
    result.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).id),
  ).toEqual([1, 2])
  expect(result.code).toBe(11)
  expect(result.stderr).toContain('The server is not responding')
  expect(result.stderr).toContain('--cursor c2"')
  // It gives up after five minutes of retries at growing intervals.
  expect(foreign.requests.length).toBeLessThan(60)
})

test('a server without event cursors cannot be followed, and is not', async () => {
  server = await startService()
  const foreign = await startForeignServer()
  foreign.respond('GET /dashboard/events', { body: [{ id: 1, type: 'open' }] })
  const cli = remite({ url: foreign.url, token: 'header.payload.signature' })
  expect((await cli('events', 'tail', '--since', '1h')).code).toBe(14)
  expect((await cli('events', 'list', '-o', 'ids')).stdout).toBe('1\n')
  await foreign.close()
})

test('interrupted before any event, following says how to miss nothing', async () => {
  server = await startService()
  const clock = countingClock()
  const cli = remite(server, clock)
  const stopping = new AbortController()
  const running = cli.with({ stopped: stopping.signal })('events', 'tail')
  await waitFor(() => clock.pauses() === 1)
  stopping.abort('SIGTERM')
  const { code, stderr } = await running
  const [, resume = ''] = /try: remite (.+)/.exec(stderr) ?? []
  expect(code).toBe(143)
  await publish(openOf(1))
  const again = await cli(...resume.split(' '), '--limit', '1', '-o', 'ndjson')
  expect(contactsIn(again.stdout)).toEqual([1])
})

test('custom events are followed too, with their names, and go on where following stopped', async () => {
  server = await startService()
  await addList(server, ['ana@example.org'])
  const send = (name: string, at?: string) =>
    server.api('POST', '/events', { name, email: 'ana@example.org', at, properties: { total: 30 } })
  await publish(openOf(1))
  await send('before')
  const clock = countingClock()
  const cli = remite(server, clock)
  const stopping = new AbortController()
  const tail = cli.with({ stopped: stopping.signal })('events', 'tail', '-o', 'ndjson')
  await waitFor(() => clock.pauses() === 1)
  // What happened long ago is new, too.
  await send('late', '2026-01-02T10:00:00Z')
  await waitFor(() => clock.pauses() === 3)
  stopping.abort('SIGINT')
  const { code, stdout, stderr } = await tail
  expect([
    code,
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ]).toEqual([
    130,
    [
      expect.objectContaining({
        type: 'contact.event',
        data: expect.objectContaining({
          name: 'late',
          email: 'ana@example.org',
          properties: { total: 30 },
        }),
      }),
    ],
  ])
  const { suggestion } = JSON.parse(stderr.split('\n').at(-2) ?? '').error
  await send('after')
  const again = await cli
    .with({ terminal: { columns: 120 }, env: { NO_COLOR: '1' } })
    .call(undefined, ...suggestion.replace(' -o ndjson', '').split(' ').slice(1), '--limit', '1')
  expect(again.stdout).toMatch(/custom event .*after +ana@example\.org/)
  expect(again.stdout).not.toContain('late')
})
