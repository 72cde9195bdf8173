// Times the requests of one account while others flood the service, one kind of flood after another. Rounds
// without the flood, beside a process that only uses as much processor time as the flood's, and with the flood
// alternate in one run.
// node scripts/run.js bench/flood.ts [CASE] [ROUNDS] [REQUESTS], with REMITE_TEST_DATABASE_URL on PostgreSQL. CASE is a part
// of a case's name; a single case is shown request by request.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { text } from 'node:stream/consumers'
import { addList, addSender, campaignOf } from '../test/support/campaign-fixtures.ts'
import { startService } from '../test/support/service.ts'
import type { FloodCase, FloodPlan } from './flood-cases/flood-case.ts'
import { floodCases } from './flood-cases/index.ts'
import { median, print, quantile } from './measure.ts'

const [wanted = '', rounds = '3', perRound = '12'] = process.argv.slice(2)
/** A request that takes longer is counted as this long, so that a broken service ends the bench too. */
const maxMs = 60_000

const server = await startService()
const { api, service } = server
await addSender(server)
const people = Array.from({ length: 500 }, (_, index) => `cliente.${index}@correo.example`)
const list = await addList(server, people)
const draft = async (): Promise<number> =>
  (await api('POST', '/campaigns', campaignOf(list, { draft: true }))).body.id
const campaign = await draft()

let contacts = 0
/** The timed requests. Each is prepared first, and the preparation is not timed. */
const acts: Record<string, () => Promise<() => Promise<{ status: number }>>> = {
  'list campaigns': async () => () => api('GET', '/campaigns'),
  'get a campaign': async () => () => api('GET', `/campaigns/${campaign}`),
  'add a contact': async () => () =>
    api('POST', `/lists/${list}/contacts`, { email: `nuevo.${++contacts}@correo.example` }),
  'send a campaign': async () => {
    const id = await draft()
    return () => api('PUT', `/campaigns/${id}/send`, {})
  },
  dashboard: async () => () => api('GET', '/dashboard'),
  preview: async () => () => api('GET', `/campaigns/${campaign}/preview`),
  login: async () => {
    // Only a flood from its own network may slow this user down.
    await service.db.deleteFrom('counters').where('key', 'like', 'getToken ip %127.0.0.1').execute()
    return () => api('POST', '/auth/getToken', { username: 'ana', pass: server.pass })
  },
}
/** What takes a tenth of a second by itself is not mixed with the rest. */
const slow = new Set(['login'])

type Taken = Record<string, number[]>

async function measure(taken: Taken): Promise<void> {
  for (let index = 0; index < Number(perRound); index += 1) {
    for (const [what, prepare] of Object.entries(acts)) {
      const act = await prepare()
      const began = performance.now()
      const status = await Promise.race([
        act().then((answer) => answer.status),
        service.clock.sleep(maxMs).then(() => 'late'),
      ])
      taken[what] = [...(taken[what] ?? []), performance.now() - began]
      if (status !== 200) refused[`${what} ${status}`] = (refused[`${what} ${status}`] ?? 0) + 1
    }
  }
}

let refused: Record<string, number> = {}
let peakMb = 0
const watch = setInterval(() => {
  peakMb = Math.max(peakMb, process.memoryUsage.rss() / 1024 / 1024)
}, 100)

interface FloodReport {
  statuses: Record<string, number>
  /** Of processor time. */
  seconds: number
}

/** Floods from a separate process, so that only its requests have an effect. */
async function whileFlooded(
  plan: FloodPlan,
  work: () => Promise<void>,
): Promise<FloodReport & { share: number }> {
  const flooder = spawn(process.execPath, ['bench/flooder.mjs'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  flooder.stdin.end(JSON.stringify({ origin: server.origin, plan }))
  await once(flooder.stdout, 'readable')
  const output = text(flooder.stdout)
  const began = performance.now()
  await service.clock.sleep(1000)
  await work()
  flooder.kill('SIGTERM')
  const report: FloodReport = JSON.parse((await output).replace('ready\n', ''))
  return { ...report, share: report.seconds / ((performance.now() - began) / 1000) }
}

async function whileBurning(share: number, work: () => Promise<void>): Promise<void> {
  const burner: ChildProcess = spawn(process.execPath, ['bench/burner.mjs', String(share)])
  await service.clock.sleep(300)
  await work()
  burner.kill('SIGTERM')
  await once(burner, 'close')
}

const ms = (value: number): string => value.toFixed(value < 100 ? 1 : 0)
const ratio = (a: number, b: number): string => (a / b).toFixed(2)

function pooled(taken: Taken): number[] {
  return Object.entries(taken).flatMap(([what, times]) => (slow.has(what) ? [] : times))
}

async function run(flood: FloodCase) {
  const plan = await flood.start(server)
  const [quiet, burned, flooded]: Taken[] = [{}, {}, {}]
  if (!quiet || !burned || !flooded) throw new Error('unreachable')
  const statuses: Record<string, number> = {}
  const shares: number[] = []
  const loads: number[] = []
  refused = {}
  let share = 0.5
  await service.clock.sleep(500)
  const baseMb = process.memoryUsage.rss() / 1024 / 1024
  peakMb = baseMb
  for (let round = 0; round < Number(rounds); round += 1) {
    await measure(quiet)
    const report = await whileFlooded(plan, () => measure(flooded))
    share = Math.min(report.share, 1)
    shares.push(share)
    for (const [status, count] of Object.entries(report.statuses))
      statuses[status] = (statuses[status] ?? 0) + count
    await whileBurning(share, () => measure(burned))
    loads.push(loadavg()[0] ?? 0)
  }
  await flood.stop?.(server)
  const [before, control, during] = [quiet, burned, flooded].map(pooled)
  const p = (values: readonly number[] = [], part: number) => quantile(values, part)
  const login = (taken: Taken) => p(taken.login, 0.5)
  if (wanted !== '') {
    print(
      flood.name,
      Object.keys(acts).map((what) => ({
        what,
        'p50 ms': ms(p(quiet[what], 0.5)),
        'flooded p50': ms(p(flooded[what], 0.5)),
        'p99 ms': ms(p(quiet[what], 0.99)),
        'burned p99': ms(p(burned[what], 0.99)),
        'flooded p99': ms(p(flooded[what], 0.99)),
        ratio: ratio(p(flooded[what], 0.99), p(quiet[what], 0.99)),
      })),
    )
  }
  const row = {
    case: flood.name,
    'p50 ms': ms(p(before, 0.5)),
    'flooded p50': ms(p(during, 0.5)),
    'p99 ms': ms(p(before, 0.99)),
    'burned p99': ms(p(control, 0.99)),
    'flooded p99': ms(p(during, 0.99)),
    'p99 ratio': ratio(p(during, 0.99), p(before, 0.99)),
    'to burned': ratio(p(during, 0.99), p(control, 0.99)),
    'login p50': `${ms(login(quiet))} → ${ms(login(flooded))}`,
    'RSS MB': `${baseMb.toFixed(0)} → ${peakMb.toFixed(0)}`,
    cpu: median(shares).toFixed(2),
    load: median(loads).toFixed(1),
  }
  console.log(`${flood.name}: the flood was answered ${JSON.stringify(statuses)}`)
  if (Object.keys(refused).length > 0)
    console.log(`  the user was refused ${JSON.stringify(refused)}`)
  return row
}

await measure({})
const rows = []
for (const flood of floodCases) if (flood.name.includes(wanted)) rows.push(await run(flood))
clearInterval(watch)
print(
  `${server.database.dialect.name}: ${rounds} rounds of ${perRound} of ${Object.keys(acts).length} requests`,
  rows,
)
await server.close()
