// Messages per second of 1, 2 and 4 processes on one PostgreSQL, with 8 and 64 connections each to a relay that
// takes its time, and the time that each process and PostgreSQL spend on a processor. All configurations send
// the same campaign, one after the other, in several rounds. Where processes wait for a processor for more than a
// few percent of the time, the machine is the limit, and the ratios say nothing about the service.
// With --one-service, they are the processes of one `serve --processes N` instead of services of their own.
// node scripts/run.js bench/processes.ts [--relay-ms MS] [--rounds N] [--seconds N] [--contacts N] [--database URL]
//   [--processes 1,2,4] [--connections 8,64] [--one-service]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect } from '../src/service/database/connect.ts'
import { createPostgres } from '../test/support/database/postgres.ts'
import { startPostgresCluster } from '../test/support/database/postgres-cluster.ts'
import { freePort } from '../test/support/free-port.ts'
import { createInstallation, startCampaign } from '../test/support/processes/installation.ts'
import { startServiceProcess } from '../test/support/processes/service-process.ts'
import { median, print } from './measure.ts'
import { newsletter } from './newsletter.ts'
import { readServerWork } from './postgres-activity.ts'

const { values } = parseArgs({
  options: {
    'relay-ms': { type: 'string', default: '150' },
    rounds: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '8' },
    contacts: { type: 'string', default: '60000' },
    database: { type: 'string' },
    processes: { type: 'string', default: '1,2,4' },
    connections: { type: 'string', default: '8,64' },
    'one-service': { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const windowMs = Number(values.seconds) * 1000
/** After each connection of each process has sent about this many messages, all are warm. */
const warmMessages = 3
const longestWarmUpMs = 60_000
const numbersIn = (list: string) => list.split(',').map(Number)
const configurations = numbersIn(values.connections).flatMap((connections) =>
  numbersIn(values.processes).map((processes) => ({ processes, connections })),
)

const cluster = values.database ? undefined : await startPostgresCluster({ max_wal_size: '16GB' })
const database = await createPostgres(cluster?.url ?? values.database ?? '')
const stage = await createInstallation(Number(values.contacts), database.url)
const { db, close } = connect(database.url)
const sink = fork('bench/sink.mjs', [values['relay-ms']])
const [{ port: sinkPort }] = await once(sink, 'message')
const smtpUrl = `smtp://127.0.0.1:${sinkPort}`

await begin()
const measured = new Map(configurations.map((each) => [each, [] as Measurement[]]))
const loads: number[] = []
for (let round = 0; round < rounds; round++) {
  for (const each of configurations) {
    loads.push(loadavg()[0] ?? 0)
    measured.get(each)?.push(await measure(each))
  }
}
report()
sink.disconnect()
await close()
await database.drop()
await cluster?.stop()

interface Measurement {
  perSecond: number
  /** Of each process, as a share of one processor. */
  cpuShare: number
  /** How long its main thread was ready and waited for a processor, as a share of the time. */
  waitShare: number
  /** Of the processes together, for a message. */
  cpuMs: number
  postgresCpuMs: number | undefined
}

/** Starts the campaign, which the configurations then continue. */
async function begin(): Promise<void> {
  const { folder } = stage
  const port = Number(new URL(stage.url).port)
  const service = await startServiceProcess({ folder, database: database.url, smtpUrl, port })
  await startCampaign(stage, newsletter(5 * 1024, 5))
  while ((await received()) === 0) await sleep(100)
  await service.stop()
}

async function measure({ processes, connections }: (typeof configurations)[number]) {
  const { pids, stop } = values['one-service']
    ? await startOne(processes, connections)
    : await startSeveral(processes, connections)
  const atStart = { at: performance.now(), messages: await received() }
  const cpu = () => pids.reduce((sum, pid) => sum + processCpuMs(pid), 0)
  const wait = () => pids.reduce((sum, pid) => sum + waitMs(pid), 0)
  const warm = atStart.messages + processes * connections * warmMessages
  while ((await received()) < warm && performance.now() - atStart.at < longestWarmUpMs)
    await sleep(200)
  const server = { pid: cluster?.pid(), hasStatements: false }
  const before = { at: performance.now(), messages: await received(), cpuMs: cpu(), waitMs: wait() }
  const workBefore = await readServerWork(db, server)
  await sleep(windowMs)
  const after = { at: performance.now(), messages: await received(), cpuMs: cpu(), waitMs: wait() }
  const workAfter = await readServerWork(db, server)
  await stop()
  const messages = after.messages - before.messages
  const ms = after.at - before.at
  if (messages === 0) throw new Error('nothing is left to send: use more --contacts')
  const [from, to] = [workBefore.cpuMs, workAfter.cpuMs]
  return {
    perSecond: (messages / ms) * 1000,
    cpuShare: (after.cpuMs - before.cpuMs) / ms / processes,
    waitShare: (after.waitMs - before.waitMs) / ms / processes,
    cpuMs: (after.cpuMs - before.cpuMs) / messages,
    postgresCpuMs: from === undefined || to === undefined ? undefined : (to - from) / messages,
  }
}

async function start(connections: number, flags: readonly string[]) {
  return startServiceProcess({
    ...{ folder: stage.folder, database: database.url, smtpUrl, port: await freePort() },
    flags: ['--relay-connections', String(connections), ...flags],
  })
}

async function startSeveral(processes: number, connections: number) {
  const services = await Promise.all(
    Array.from({ length: processes }, () => start(connections, [])),
  )
  return {
    pids: services.map(({ pid }) => pid),
    stop: () => Promise.all(services.map((service) => service.stop())),
  }
}

async function startOne(processes: number, connections: number) {
  const service = await start(connections, ['--processes', String(processes)])
  // Each process logs its start.
  const pids = () =>
    service.lines.flatMap((line) => {
      const { event, pid } = line.startsWith('{') ? JSON.parse(line) : {}
      return event === 'started' ? [Number(pid)] : []
    })
  while (pids().length < processes) await sleep(50)
  return { pids: pids(), stop: service.stop }
}

async function received(): Promise<number> {
  sink.send('count')
  const [{ messages }] = await once(sink, 'message')
  return messages
}

/** Returns the time that a process has spent on a processor, from `/proc`, in ticks of 10 ms. */
function processCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // The name in parentheses may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Returns how long the main thread of a process has waited for a processor. */
function waitMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[1]) / 1e6
}

function report(): void {
  const medians = (key: Exclude<keyof Measurement, 'postgresCpuMs'>, of: Measurement[]) =>
    median(of.map((each) => each[key]))
  const load = `${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`
  const one = (connections: number) =>
    medians(
      'perSecond',
      [...measured].find(([each]) => each.connections === connections)?.[1] ?? [],
    )
  print(
    `a relay of ${values['relay-ms']} ms, medians of ${rounds} rounds of ${values.seconds} s; load ${load}`,
    [...measured].map(([{ processes, connections }, found]) => ({
      connections,
      processes,
      'messages/s': Math.round(medians('perSecond', found)),
      'of 1 process': (medians('perSecond', found) / one(connections)).toFixed(2),
      'of the relay’s limit': (
        (medians('perSecond', found) * Number(values['relay-ms'])) /
        1000 /
        (processes * connections)
      ).toFixed(2),
      'CPU of each, %': Math.round(medians('cpuShare', found) * 100),
      'wait for CPU, %': Math.round(medians('waitShare', found) * 100),
      'CPU ms/message': medians('cpuMs', found).toFixed(2),
      'PostgreSQL, CPU ms/message': median(
        found.map((each) => each.postgresCpuMs ?? Number.NaN),
      ).toFixed(2),
    })),
  )
}
