// Times the requests of one account while another address floods the service with passwords for one username
// and with invalid tokens. Rounds with and without the flood alternate in one run.
// node scripts/run.js bench/flood.ts [ROUNDS], with REMITE_TEST_DATABASE_URL on PostgreSQL
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { addList, addSender, campaignOf } from '../test/support/campaign-fixtures.ts'
import { startService } from '../test/support/service.ts'
import { median, print, quantile } from './measure.ts'

const [rounds = 8] = process.argv.slice(2).map(Number)
const perRound = 25

const server = await startService()
const { api } = server
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
}

type Taken = Record<string, number[]>
const calm: Taken = {}
const flooded: Taken = {}

async function measure(taken: Taken): Promise<void> {
  for (let index = 0; index < perRound; index += 1) {
    for (const [what, prepare] of Object.entries(acts)) {
      const act = await prepare()
      const began = performance.now()
      const { status } = await act()
      taken[what] = [...(taken[what] ?? []), performance.now() - began]
      if (status !== 200) throw new Error(`${what}: ${status}`)
    }
  }
}

const answers: Record<string, number> = {}

/** Floods from a separate process, so that only its requests have an effect. Returns requests per second. */
async function whileFlooded(work: () => Promise<void>): Promise<number> {
  const flooder = spawn(process.execPath, ['bench/flooder.mjs', server.url])
  let output = ''
  flooder.stdout.on('data', (chunk) => {
    output += chunk
  })
  await server.service.clock.sleep(1000)
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1000
  flooder.kill('SIGTERM')
  await once(flooder, 'close')
  const statuses: Record<string, number> = JSON.parse(output)
  for (const [status, count] of Object.entries(statuses))
    answers[status] = (answers[status] ?? 0) + count
  return Object.values(statuses).reduce((sum, count) => sum + count, 0) / (seconds + 1)
}

await measure({})
const rates: number[] = []
for (let round = 0; round < rounds; round += 1) {
  await measure(calm)
  rates.push(await whileFlooded(() => measure(flooded)))
}

const ms = (values: readonly number[], share: number) => quantile(values, share).toFixed(1)
print(
  `${rounds} rounds of ${perRound}; the flood: ${median(rates).toFixed(0)} requests/s, answered ${JSON.stringify(answers)}`,
  Object.keys(acts).map((what) => {
    const [before = [], during = []] = [calm[what], flooded[what]]
    return {
      what,
      'p50 ms': ms(before, 0.5),
      'flooded p50 ms': ms(during, 0.5),
      'p50 ratio': (quantile(during, 0.5) / quantile(before, 0.5)).toFixed(2),
      'p99 ms': ms(before, 0.99),
      'flooded p99 ms': ms(during, 0.99),
      'p99 ratio': (quantile(during, 0.99) / quantile(before, 0.99)).toFixed(2),
    }
  }),
)
await server.close()
