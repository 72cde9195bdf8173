// What a good receiver of webhooks waits for beside receivers that are down, slow, hanging, wrong,
// redirecting or endless, over what it waits for alone and beside as many good ones, in turn; then the
// bad ones are so for an hour of the clock that is handed in, are mended, and nothing may be missing.
// node scripts/run.js bench/webhooks.ts [ROUNDS] [SECONDS], with REMITE_TEST_DATABASE_URL on PostgreSQL
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type Clock, systemClock } from '../src/core/clock.ts'
import { appendEvents } from '../src/service/events/outbox-store.ts'
import { testClock } from '../test/support/clock.ts'
import { startService } from '../test/support/service.ts'
import { waitFor } from '../test/support/wait.ts'
import { print, quantile } from './measure.ts'

const [rounds = 4, seconds = 10] = process.argv.slice(2).map(Number)
const eventsPerSecond = 5
/** In the hour that is over as soon as everybody has been asked. */
const eventsPerMinute = 2
const tickMs = 1000 / eventsPerSecond
/** Those that hold a connection as long as they can are many. */
const badKinds = [
  ...many(8, 'slow', 'hanging', 'dribbling'),
  ...many(2, 'down', 'wrong', 'redirecting', 'broken', 'huge'),
]
const neighbours = badKinds.map(() => 'good')

const clock = hastenedClock()
const server = await startService({ workers: true, clock })
const { db, wake } = server.service

const one = await receive(['good'])
const good = await receive(neighbours)
const bad = await receive(badKinds)
const reader = await listener(one.receivers)
const [calm, harmful] = [await listeners(good.receivers), await listeners(bad.receivers)]

let last = 0
const happened = new Map<number, number>()
/** How many events each account has had. */
const due = new Map<number, number>()

async function happen(accounts: readonly number[]): Promise<void> {
  last += 1
  happened.set(last, performance.timeOrigin + performance.now())
  for (const id of accounts) due.set(id, (due.get(id) ?? 0) + 1)
  const payload = { contact_id: last, list_id: 1 }
  const now = clock.now()
  await appendEvents(
    db,
    accounts.map((accountId) => ({ accountId, type: 'contact.unsubscribe', payload, now })),
  )
  wake()
}

const takenByTheOne = async () => (await one.report()).receivers[0]?.taken ?? []

const delays: Record<string, number[]> = {}

/** A stretch in which the same events happen to the one and to those beside it. */
async function measure(name: string, beside: readonly Listener[]): Promise<void> {
  const first = last + 1
  for (const each of beside) await each.set(true)
  const accounts = [reader, ...beside].map(({ account }) => account)
  const began = performance.now()
  for (let at = 0; at < seconds * eventsPerSecond; at++) {
    await systemClock.sleep(Math.max(0, began + at * tickMs - performance.now()))
    await happen(accounts)
  }
  const arrived = async () => (await takenByTheOne()).filter(([event]) => event >= first)
  await waitFor(async () => (await arrived()).length > last - first, 120_000)
  for (const each of beside) await each.set(false)
  const waited = (await arrived()).map(([event, at]) => at - (happened.get(event) ?? 0))
  delays[name] = [...(delays[name] ?? []), ...waited]
}

for (let round = 0; round < rounds; round++) {
  await measure('alone', [])
  await measure('beside good ones', calm)
  await measure('beside bad ones', harmful)
}

const alone = delays.alone ?? []
const ratio = (values: readonly number[], share: number) =>
  (quantile(values, share) / quantile(alone, share)).toFixed(2)
print(
  `a good receiver, ${eventsPerSecond} events/s, ${badKinds.length} beside it, ${rounds} rounds of ${seconds} s`,
  Object.entries(delays).map(([name, values]) => ({
    receiver: name,
    events: values.length,
    'p50 ms': quantile(values, 0.5).toFixed(1),
    'p50 ratio': ratio(values, 0.5),
    'p99 ms': quantile(values, 0.99).toFixed(1),
    'p99 ratio': ratio(values, 0.99),
    'most ms': Math.max(...values).toFixed(0),
  })),
)

const all = [reader, ...calm, ...harmful]
const inTheHour = [reader, ...harmful]
for (const each of inTheHour) await each.set(true)
for (let minute = 0; minute < 60; minute++) {
  for (let at = 0; at < eventsPerMinute; at++) await happen(inTheHour.map(({ account }) => account))
  // What it is being asked would be late when time jumps.
  await waitFor(
    async () => (await takenByTheOne()).length >= (due.get(reader.account) ?? 0),
    60_000,
  )
  clock.advance(60_000)
}
await bad.mend()
// They were switched off as soon as the one had everything: the last of theirs may wait since then.
for (const each of calm) await each.set(true)
const began = performance.now()
await waitFor(async () => {
  const left = await waiting()
  if (left > 0 && (await waiting(clock.now())) === 0) clock.advance(30 * 60_000)
  return left === 0
}, 300_000).catch(() => {})
const drained = (performance.now() - began) / 1000

const reports = [await one.report(), await good.report(), await bad.report()]
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
  `bad for an hour, then mended: ${sum(due.values())} events; what was left arrived within ${drained.toFixed(1)} s`,
  [...kinds].map(([kind, { due, taken, twice }]) => ({
    kind,
    due,
    delivered: taken,
    lost: due - taken,
    'more than once': twice,
  })),
)
console.log(`redirects that were followed: ${reports[2]?.followed}`)

for (const each of [one, good, bad]) each.end()
await server.close()
if ([...kinds.values()].some(({ due, taken }) => taken < due)) process.exitCode = 1

/** Webhooks of one account. */
interface Listener {
  account: number
  urls: Set<string>
  set(enabled: boolean): Promise<void>
}

/** As many accounts as they need: one may have twenty. */
async function listeners(receivers: readonly Place[]): Promise<Listener[]> {
  const middle = Math.ceil(receivers.length / 2)
  return [await listener(receivers.slice(0, middle)), await listener(receivers.slice(middle))]
}

async function listener(receivers: readonly Place[]): Promise<Listener> {
  const { id, api } = await server.other()
  const hooks: number[] = []
  for (const { url } of receivers) {
    const wish = { url, events: ['contact.unsubscribe'] }
    const { status, body } = await api('POST', `/users/${id}/webhooks`, wish)
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

interface Place {
  kind: string
  url: string
}

interface Report {
  receivers: (Place & { taken: [event: number, at: number][] })[]
  followed: number
}

async function receive(kinds: readonly string[]) {
  const child = fork('bench/receivers.mjs', kinds)
  const [receivers] = (await once(child, 'message')) as [Place[]]
  const ask = async (word: string): Promise<unknown> => {
    child.send(word)
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

/** How many deliveries are not at their end, of those that are due by then. */
async function waiting(dueBy?: number): Promise<number> {
  let rows = db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', 'in', ['pending', 'claimed'])
  if (dueBy !== undefined) rows = rows.where('next_at', '<=', dueBy)
  return Number((await rows.executeTakeFirstOrThrow()).count)
}

/** Time as it goes by, and further when it is told so. */
function hastenedClock(): Clock & { advance(ms: number): void } {
  const told = testClock(0)
  return {
    now: () => Date.now() + told.now(),
    advance: told.advance,
    async sleep(ms, signal) {
      const over = new AbortController()
      const either = signal ? AbortSignal.any([signal, over.signal]) : over.signal
      await Promise.race([systemClock.sleep(ms, either), told.sleep(ms, either)])
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
