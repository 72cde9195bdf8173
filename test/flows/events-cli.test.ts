import { afterEach, expect, test } from 'vitest'
import { type Clock, systemClock } from '../../src/core/clock.ts'
import { appendEvent, appendEvents } from '../../src/service/events/outbox-store.ts'
import { publishEvents } from '../../src/service/events/publisher.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { type Ran, remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let server: TestService
afterEach(() => server.close())

const at = Date.parse('2027-03-01T09:00:00Z')

const openOf = (
  contact: number,
  { campaign = 7, now = at, accountId = server.accountId } = {},
) => ({
  accountId,
  type: 'contact.open',
  payload: { campaign_id: campaign, contact_id: contact, opened_at: new Date(now).toISOString() },
  now,
})

async function happen(...events: ReturnType<typeof openOf>[]): Promise<void> {
  const { db } = server.service
  await db.transaction().execute((tx) => appendEvents(tx, events))
  await publishEvents(db)
}

/** Counts the pauses of a reading: before the first it has begun, between two it has looked again. */
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

test('the history tells what happened to whom, the newest first, and pages to its end', async () => {
  server = await startService()
  await happen(openOf(1), openOf(2, { now: at + 1000 }), openOf(3, { campaign: 8 }))
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
  const rest = await server.api('GET', `/dashboard/events?limit=2&cursor=${cursor}`)
  expect(rest.body).toMatchObject([{ contact_id: 1 }])
  expect(rest.headers.get('x-next-cursor')).toBe(null)
})

test('the history is narrowed by contact, campaign, kind, time and webhook, each alone and together', async () => {
  server = await startService()
  await happen(openOf(1), openOf(2, { campaign: 8 }), openOf(2, { now: at + 60_000 }))
  const cli = remite(server)
  const found = async (...words: string[]) => {
    const { stdout } = await cli('events', 'list', '-o', 'ndjson', ...words)
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

test('another account sees nothing of it, and a cursor that nobody gave is refused', async () => {
  server = await startService()
  await happen(openOf(1))
  const other = await server.other()
  expect((await other.api('GET', '/dashboard/events')).body).toEqual([])
  const refused = await server.api('GET', '/dashboard/events?cursor=nonsense')
  expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'cursor'])
})

test('what happens is shown as it happens and where it stopped is told, so that nothing comes twice', async () => {
  server = await startService()
  await happen(openOf(1))
  const clock = countingClock()
  const cli = remite(server, clock)
  const stopping = new AbortController()
  const running = cli.with({ stopped: stopping.signal })('events', 'tail', '-o', 'ndjson')
  await waitFor(() => clock.pauses() === 1)
  await happen(openOf(2), openOf(3))
  await waitFor(() => clock.pauses() === 2)
  stopping.abort('SIGINT')
  const { code, stdout, stderr } = await running
  expect([code, contactsIn(stdout)]).toEqual([130, [2, 3]])
  const { suggestion } = JSON.parse(stderr.split('\n').at(-2) ?? '').error
  expect(suggestion).toMatch(/^remite events tail -o ndjson --cursor \S+$/)

  await happen(openOf(4), openOf(5))
  const again = await cli(...suggestion.split(' ').slice(1), '--limit', '1', '--quiet')
  expect([again.code, contactsIn(again.stdout), again.stderr]).toEqual([0, [4], ''])
  const { cursor } = JSON.parse(again.stdout)
  const last = await cli('events', 'tail', '--cursor', cursor, '--limit', '1', '-o', 'ndjson')
  expect(contactsIn(last.stdout)).toEqual([5])
  expect(last.stderr).toMatch(/To go on .*remite events tail --limit 1 -o ndjson --cursor \S+\n$/)
})

test('a reading begins so long ago as it is told, and a terminal gets lines of text', async () => {
  server = await startService()
  await happen(openOf(1, { now: Date.now() - 7_200_000 }), openOf(2, { now: Date.now() - 60_000 }))
  const tail = remite(server).with({ terminal: { columns: 100 }, env: { NO_COLOR: '1' } })
  const { code, stdout } = await tail('events', 'tail', '--since', '1h', '--limit', '1')
  expect([code, stdout.trim().split('\n').length]).toEqual([0, 2])
  expect(stdout).toMatch(/contact\.open +2 +7/)
  expect((await tail('events', 'tail', '--since', 'long ago')).code).toBe(2)
})

test('with six writers at once a reader has every event once, in one order for all readers', async () => {
  server = await startService({ workers: true })
  const { db } = server.service
  const each = 50
  const cli = remite(server)
  const tail = () =>
    cli('events', 'tail', '--since', '1d', '--limit', String(6 * each), '-o', 'ndjson')
  const write = async (writer: number) => {
    for (let turn = 0; turn < each; turn++) {
      const event = openOf(writer * 1000 + turn + 1, { now: Date.now() })
      await db.transaction().execute(async (tx) => {
        await appendEvent(tx, event)
        // The last transactions to begin are not the last to end.
        await tx
          .selectFrom('events')
          .select('id')
          .limit(1 + (turn % 7))
          .execute()
      })
    }
  }
  const readers = [tail(), tail()]
  await Promise.all(Array.from({ length: 6 }, (_, writer) => write(writer)))
  const [one, other] = (await Promise.all(readers)) as [Ran, Ran]
  const expected = Array.from({ length: 6 }, (_, writer) =>
    Array.from({ length: each }, (_, turn) => writer * 1000 + turn + 1),
  ).flat()
  expect(contactsIn(one.stdout).sort((a, b) => a - b)).toEqual(expected)
  expect(other.stdout).toBe(one.stdout)
}, 60_000)

test('a server that is away is waited for, and then it ends with 11 and tells how to go on', async () => {
  server = await startService()
  await happen(openOf(1))
  let now = at
  const clock: Clock = {
    now: () => now,
    sleep: async (ms) => {
      now += ms
    },
  }
  const foreign = await startForeignServer()
  const event = { id: 1, type: 'contact.open', at: new Date(at).toISOString(), cursor: 'c1' }
  const down = { status: 503, body: { code: 'unavailable' } }
  foreign.answer(
    'GET /dashboard/events',
    ...[down, { body: [event] }, ...Array.from({ length: 9 }, () => down)],
    ...[{ body: [{ ...event, id: 2, cursor: 'c2' }] }, down],
  )
  const cli = remite({ url: foreign.url, token: 'header.payload.signature' }, clock)
  const ran = await cli('events', 'tail', '--cursor', 'c0', '--retries', '1', '-o', 'ndjson')
  await foreign.close()
  expect(
    ran.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).id),
  ).toEqual([1, 2])
  expect(ran.code).toBe(11)
  expect(ran.stderr).toContain('The server is away')
  expect(ran.stderr).toContain('--cursor c2"')
  // Five minutes since it was last there, in pauses that grow.
  expect(foreign.heard.length).toBeLessThan(60)
})

test('a server without cursors in its events cannot be followed, and is not', async () => {
  server = await startService()
  const foreign = await startForeignServer()
  foreign.answer('GET /dashboard/events', { body: [{ id: 1, type: 'open' }] })
  const cli = remite({ url: foreign.url, token: 'header.payload.signature' })
  expect((await cli('events', 'tail', '--since', '1h')).code).toBe(14)
  expect((await cli('events', 'list', '-o', 'ids')).stdout).toBe('1\n')
  await foreign.close()
})

test('a reading that is stopped before anything happened tells how to miss nothing', async () => {
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
  await happen(openOf(1))
  const again = await cli(...resume.split(' '), '--limit', '1', '-o', 'ndjson')
  expect(contactsIn(again.stdout)).toEqual([1])
})
