// Times webhook deliveries to a working receiver while others are down, slow, hanging, wrong, redirecting or
// endless, compared with deliveries to it alone and next to as many working ones. Then the faulty receivers fail
// for an hour of the injected clock and are mended, and no delivery may be missing.
// node scripts/run.js bench/webhooks.ts [ROUNDS] [SECONDS], with REMITE_TEST_DATABASE_URL on PostgreSQL

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type Clock, systemClock } from '../src/core/clock.ts'
import { minuteMs } from '../src/core/time.ts'
import { appendEvents } from '../src/service/events/outbox-store.ts'
import { testClock } from '../test/support/clock.ts'
import { startService } from '../test/support/service.ts'
import { waitFor } from '../test/support/wait.ts'
import { print, quantile } from './measure.ts'

const [rounds = 4, seconds = 10] = process.argv.slice(2).map(Number)
const eventsPerSecond = 5
/** In the simulated hour, which advances as soon as the working receiver has everything. */
const eventsPerMinute = 2
const tickMs = 1000 / eventsPerSecond
/** More of the kinds that hold a connection for as long as they can. */
const badKinds = [
  ...many(8, 'slow', 'hanging', 'dribbling'),
  ...many(2, 'down', 'wrong', 'redirecting', 'broken', 'huge'),
]
const neighbours = badKinds.map(() => 'good')

const clock = adjustableClock()
const server = await startService({ workers: true, clock })
const { db, wake } = server.service

const measured = await startReceivers(['good'])
const good = await startReceivers(neighbours)
const bad = await startReceivers(badKinds)
const measuredListener = await listener(measured.receivers)
const [goodListeners, badListeners] = [
  await listeners(good.receivers),
  await listeners(bad.receivers),
]

let last = 0
const emittedAt = new Map<number, number>()
/** The number of events of each account. */
const due = new Map<number, number>()

async function emit(accounts: readonly number[]): Promise<void> {
  last += 1
  emittedAt.set(last, performance.timeOrigin + performance.now())
  for (const id of accounts) due.set(id, (due.get(id) ?? 0) + 1)
  const payload = { contact_id: last, list_id: 1 }
  const now = clock.now()
  await appendEvents(
    db,
    accounts.map((accountId) => ({ accountId, type: 'contact.unsubscribe', payload, now })),
  )
  wake()
}

const measuredDeliveries = async () => (await measured.report()).receivers[0]?.taken ?? []

const delays: Record<string, number[]> = {}

/** Emits the same events for the measured receiver and its neighbours for some seconds. */
async function measure(name: string, others: readonly Listener[]): Promise<void> {
  const first = last + 1
  for (const each of others) await each.set(true)
  const accounts = [measuredListener, ...others].map(({ account }) => account)
  const began = performance.now()
  for (let index = 0; index < seconds * eventsPerSecond; index++) {
    await systemClock.sleep(Math.max(0, began + index * tickMs - performance.now()))
    await emit(accounts)
  }
  const arrived = async () => (await measuredDeliveries()).filter(([event]) => event >= first)
  await waitFor(async () => (await arrived()).length > last - first, 120_000)
  for (const each of others) await each.set(false)
  const waited = (await arrived()).map(([event, time]) => time - (emittedAt.get(event) ?? 0))
  delays[name] = [...(delays[name] ?? []), ...waited]
}

for (let round = 0; round < rounds; round++) {
  await measure('alone', [])
  await measure('with working receivers', goodListeners)
  await measure('with faulty receivers', badListeners)
}

const alone = delays.alone ?? []
const ratio = (values: readonly number[], share: number) =>
  (quantile(values, share) / quantile(alone, share)).toFixed(2)
print(
  `a working receiver, ${eventsPerSecond} events/s, ${badKinds.length} others, ${rounds} rounds of ${seconds} s`,
  Object.entries(delays).map(([name, values]) => ({
    receiver: name,
    events: values.length,
    'p50 ms': quantile(values, 0.5).toFixed(1),
    'p50 ratio': ratio(values, 0.5),
    'p99 ms': quantile(values, 0.99).toFixed(1),
    'p99 ratio': ratio(values, 0.99),
    'max ms': Math.max(...values).toFixed(0),
  })),
)

const all = [measuredListener, ...goodListeners, ...badListeners]
const failing = [measuredListener, ...badListeners]
for (const each of failing) await each.set(true)
for (let minute = 0; minute < 60; minute++) {
  for (let index = 0; index < eventsPerMinute; index++)
    await emit(failing.map(({ account }) => account))
  // A request in flight would count as late after the clock jumps.
  await waitFor(
    async () => (await measuredDeliveries()).length >= (due.get(measuredListener.account) ?? 0),
    60_000,
  )
  clock.advance(60_000)
}
await bad.mend()
// These were disabled as soon as the measured receiver had everything, so their last deliveries may be pending.
for (const each of goodListeners) await each.set(true)
const began = performance.now()
await waitFor(async () => {
  const left = await waiting()
  if (left > 0 && (await waiting(clock.now())) === 0) clock.advance(30 * minuteMs)
  return left === 0
}, 300_000).catch(() => {})
const drained = (performance.now() - began) / 1000

const reports = [await measured.report(), await good.report(), await bad.report()]
const kinds = new Map<string, { due: number; taken: number; twice: number }>()
for (const { kind, url, taken } of reports.flatMap(({ receivers }) => receivers)) {
  const account = all.find(({ urls }) => urls.has(url))?.account ?? 0
  const known = kinds.get(kind) ?? { due: 0, taken: 0, twice: 0 }
  const events = new Set(taken.map(([event]) => event)).size
  known.due += due.get(account) ?? 0
  known.taken += events
  known.twice += taken.length - events
  kinds.set(kind, known)
}
print(
  `faulty for an hour, then mended: ${sum(due.values())} events; the backlog arrived within ${drained.toFixed(1)} s`,
  [...kinds].map(([kind, { due, taken, twice }]) => ({
    kind,
    due,
    delivered: taken,
    lost: due - taken,
    'more than once': twice,
  })),
)
console.log(`redirects followed: ${reports[2]?.followed}`)

for (const each of [measured, good, bad]) each.end()
await server.close()
if ([...kinds.values()].some(({ due, taken }) => taken < due)) process.exitCode = 1

/** The webhooks of one account. */
interface Listener {
  account: number
  urls: Set<string>
  set(enabled: boolean): Promise<void>
}

/** Spreads receivers over two accounts, because one account may have twenty webhooks. */
async function listeners(receivers: readonly Receiver[]): Promise<Listener[]> {
  const middle = Math.ceil(receivers.length / 2)
  return [await listener(receivers.slice(0, middle)), await listener(receivers.slice(middle))]
}

async function listener(receivers: readonly Receiver[]): Promise<Listener> {
  const { id, api } = await server.other()
  const hooks: number[] = []
  for (const { url } of receivers) {
    const webhook = { url, events: ['contact.unsubscribe'] }
    const { status, body } = await api('POST', `/users/${id}/webhooks`, webhook)
    if (status !== 200) throw new Error(JSON.stringify(body))
    hooks.push(body.id)
  }
  return {
    account: id,
    urls: new Set(receivers.map(({ url }) => url)),
    async set(enabled) {
      for (const hook of hooks) await api('PUT', `/users/${id}/webhooks/${hook}`, { enabled })
    },
  }
}

interface Receiver {
  kind: string
  url: string
}

interface Report {
  receivers: (Receiver & { taken: [event: number, time: number][] })[]
  followed: number
}

async function startReceivers(kinds: readonly string[]) {
  const child = fork('bench/receivers.mjs', kinds)
  const [receivers] = (await once(child, 'message')) as [Receiver[]]
  const ask = async (request: string): Promise<unknown> => {
    child.send(request)
    const [answer] = await once(child, 'message')
    return answer
  }
  return {
    receivers,
    report: () => ask('report') as Promise<Report>,
    mend: () => ask('mend'),
    end: () => child.disconnect(),
  }
}

/** Counts unfinished deliveries; with `dueBy`, only those due by that time. */
async function waiting(dueBy?: number): Promise<number> {
  let rows = db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', 'in', ['pending', 'claimed'])
  if (dueBy !== undefined) rows = rows.where('next_at', '<=', dueBy)
  return Number((await rows.executeTakeFirstOrThrow()).count)
}

/** The system clock, which can also be moved forward. */
function adjustableClock(): Clock & { advance(ms: number): void } {
  const offset = testClock(0)
  return {
    now: () => Date.now() + offset.now(),
    advance: offset.advance,
    async sleep(ms, signal) {
      if (signal?.aborted) return
      const over = new AbortController()
      const end = () => over.abort()
      signal?.addEventListener('abort', end, { once: true })
      await Promise.race([systemClock.sleep(ms, over.signal), offset.sleep(ms, over.signal)])
      signal?.removeEventListener('abort', end)
      over.abort()
    },
  }
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0)
}

function many(count: number, ...kinds: string[]): string[] {
  return kinds.flatMap((kind) => Array.from({ length: count }, () => kind))
}
