// Sends 100,000 custom events a minute in batches of 1,000, and measures other requests of the same account
// meanwhile: slices with events and slices without follow each other in one run. The bar: p99 below 100 ms.
// node scripts/run.js bench/events.ts [SLICES] [SECONDS] [EVENTS A MINUTE], with REMITE_TEST_DATABASE_URL on PostgreSQL
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgres } from '../test/support/database/postgres.ts'
import { createInstallation, startInstallation } from '../test/support/processes/installation.ts'
import { raiseLimits } from '../test/support/processes/interrupted-automation.ts'
import { print, quantile } from './measure.ts'

const [slices = 6, seconds = 10, eventsPerMinute = 100_000] = process.argv.slice(2).map(Number)
const batchSize = 1000
const contacts = 5000
/** Requests of others in a second. */
const othersPerSecond = 20

const server = process.env.REMITE_TEST_DATABASE_URL
const postgres = server ? await createPostgres(server) : undefined
const stage = await createInstallation(contacts, postgres?.url)
await raiseLimits(stage)
const service = await startInstallation(stage)

const others = ['/lists?limit=20', `/lists/${stage.list}/contacts?limit=50`, '/events/names']
const times = { alone: [] as number[], loaded: [] as number[] }
const batches: number[] = []
let number = 0

async function probe(into: number[], until: number): Promise<void> {
  const running: Promise<void>[] = []
  for (let turn = 0; performance.now() < until; turn++) {
    const began = performance.now()
    const path = others[turn % others.length] ?? ''
    running.push(stage.get(path).then(() => void into.push(performance.now() - began)))
    await sleep(1000 / othersPerSecond)
  }
  await Promise.all(running)
}

async function load(until: number): Promise<void> {
  const running: Promise<void>[] = []
  for (let due = performance.now(); due < until; due += (60_000 * batchSize) / eventsPerMinute) {
    await sleep(Math.max(0, due - performance.now()))
    const began = performance.now()
    running.push(
      stage.post('/events', { events: nextEvents() }).then(({ recorded }) => {
        if (recorded !== batchSize) throw new Error(`${recorded} of ${batchSize} recorded`)
        batches.push(performance.now() - began)
      }),
    )
  }
  await Promise.all(running)
}

const nextEvents = () =>
  Array.from({ length: batchSize }, () => {
    number += 1
    return {
      name: ['visit', 'cart', 'purchase'][number % 3],
      email: `cliente.${(number * 7919) % contacts}@correo.example`,
      event_id: `event ${number}`,
      value: number % 100,
      currency: 'EUR',
      properties: {
        number,
        page: `/p/${number % 50}`,
        items: [{ sku: `A-${number % 9}`, price: 2 }],
      },
    }
  })

await Promise.all([probe([], performance.now() + 1000), load(performance.now() + 1000)])
batches.length = 0
const before = number
let loadedMs = 0
for (let slice = 0; slice < slices; slice++) {
  const began = performance.now()
  const until = began + seconds * 1000
  await Promise.all([
    probe(slice % 2 === 0 ? times.alone : times.loaded, until),
    slice % 2 === 0 ? undefined : load(until),
  ])
  if (slice % 2 === 1) loadedMs += performance.now() - began
}
const rowOf = (others: string, measured: readonly number[]) => ({
  others,
  requests: measured.length,
  'p50, ms': quantile(measured, 0.5).toFixed(1),
  'p99, ms': quantile(measured, 0.99).toFixed(1),
  'events a minute': others === 'without events' ? 0 : rate(),
})
const rate = () => Math.round(((number - before) * 60_000) / loadedMs)
print(
  `${postgres ? 'PostgreSQL' : 'SQLite'}, batches of ${batchSize}: p50 ${quantile(batches, 0.5).toFixed(0)} ms, ` +
    `p99 ${quantile(batches, 0.99).toFixed(0)} ms; load average ${loadavg()[0]?.toFixed(1)}`,
  [rowOf('without events', times.alone), rowOf('with events', times.loaded)],
)
if (quantile(times.loaded, 0.99) >= 100) process.exitCode = 1
await service.stop()
await postgres?.drop()
