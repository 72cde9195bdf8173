// Rows per second of papaparse alone, of our reader with mapping and checks over the same file, of the same
// upserts without a file, HTTP or checks, and of `remite lists import`, without and with `--upload`, into the
// service, until the last row is committed. Also the latency of other requests meanwhile, and the client's memory.
// With the launcher of another build, that one imports in turn with this one. On PostgreSQL with
// REMITE_TEST_DATABASE_URL.
// node scripts/run.js bench/import.ts [ROWS] [ROUNDS] [OTHER BUILD'S bin/remite.js]
import { createReadStream, readFileSync, rmSync, statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import papaparse from 'papaparse'
import { beginContactWrite } from '../src/service/contacts/table/insert-store.ts'
import { allInOrder } from '../src/service/database/batches/all-in-order.ts'
import { openDatabase } from '../src/service/database/connect.ts'
import type { Executor } from '../src/service/database/dialect.ts'
import { upsertValues } from '../src/service/lists/fields/values-store.ts'
import { createRowCheck } from '../src/tabular/check.ts'
import { mapColumns } from '../src/tabular/mapping.ts'
import { openTable } from '../src/tabular/open-table.ts'
import { createPostgres } from '../test/support/database/postgres.ts'
import { newFolder } from '../test/support/folder.ts'
import {
  createInstallation,
  type Installation,
  startInstallation,
} from '../test/support/processes/installation.ts'
import { runClient } from './client.ts'
import { writeContacts } from './contacts-file.ts'
import { median, print, quantile } from './measure.ts'
import { residentMb } from './memory.ts'

const [rows = 200_000, rounds = 3] = process.argv.slice(2, 4).map(Number)
const otherProgram = process.argv[4]
const fields = [
  { id: 1, name: 'Ciudad', type: 'text' },
  { id: 2, name: 'Compras', type: 'number' },
  { id: 3, name: 'Alta', type: 'date' },
]

/** The size of the client's batches. */
const batch = 1000

const server = process.env.REMITE_TEST_DATABASE_URL
const file = join(newFolder(), 'clientes.csv')
const bad = await writeContacts(file, rows)
const taken: Record<string, number[]> = {}
/** CPU time in µs per row. */
const used = { service: {}, client: {} } as Record<'service' | 'client', Record<string, number[]>>
const waits: Record<string, number[]> = {}
/** The client's memory in MB, one series per run. */
const memory: number[][] = []

const builds = [await startBuild('this build')]
if (otherProgram !== undefined) builds.push(await startBuild('the other build', otherProgram))
const loads = [loadavg()[0] ?? 0]
for (let round = 1; round <= rounds; round++) {
  await measure('papaparse alone', parseAlone)
  await measure('our reader, mapping, checks', readAndCheck)
  await measure('the same upserts alone', writeAlone)
  for (const way of [[], ['--upload']]) {
    for (const build of builds) {
      const what = ['remite lists import', ...way, `of ${build.name}`].join(' ')
      const list = await addList(build.stage, `Clientes ${round} ${way}`)
      await measure(what, () => importInto(build, list, { what, way }))
    }
  }
}
loads.push(loadavg()[0] ?? 0)
for (const build of builds) await build.stop()

const peer = median(taken['papaparse alone'] ?? [])
const bare = median(taken['the same upserts alone'] ?? [])
print(
  `${rows} rows, ${bad} of them bad, ${Math.round(statSync(file).size / 1024 ** 2)} MB, three custom fields, on ${server ? 'PostgreSQL' : 'SQLite'}; median of ${rounds} runs on Node ${process.versions.node}; the load of the machine before and after: ${loads.join(', ')}`,
  Object.entries(taken).map(([what, runs]) => ({
    what,
    'rows/s': Math.round(median(runs)),
    'of papaparse': (median(runs) / peer).toFixed(2),
    'of the upserts': (median(runs) / bare).toFixed(2),
    'of the other build': ratioToOther(what),
    "service's CPU µs/row": inMicroseconds(used.service[what]),
    "client's": inMicroseconds(used.client[what]),
    'GET /lists, median': inMs(median(waits[what] ?? [])),
    '99th percentile': inMs(quantile(waits[what] ?? [], 0.99)),
  })),
)
print(
  "the client's memory",
  [0.1, 0.5, 1].map((share) => ({
    what: `its peak in the first ${share * 100} % of the time`,
    figure: `${Math.max(...memory.flatMap((run) => run.slice(0, Math.ceil(run.length * share))))} MB`,
  })),
)

/** The median of the ratios of each pair of runs, which had about the same load. */
function ratioToOther(what: string): string {
  const others = taken[what.replace('this build', 'the other build')] ?? []
  if (!what.endsWith('this build') || others.length === 0) return ''
  const ratios = (taken[what] ?? []).map((speed, index) => speed / (others[index] ?? Number.NaN))
  return `${median(ratios).toFixed(2)} (${ratios.map((each) => each.toFixed(2)).join(', ')})`
}

function inMs(ms: number): string {
  return Number.isNaN(ms) ? '' : `${Math.round(ms)} ms`
}

function inMicroseconds(runs: readonly number[] | undefined): string {
  return runs ? median(runs).toFixed(1) : ''
}

/** Starts the service of a build with a database of its own. */
async function startBuild(name: string, program?: string) {
  const postgres = server ? await createPostgres(server) : undefined
  const path = program === undefined ? undefined : resolve(program)
  const stage = await createInstallation(0, postgres?.url, path)
  const service = await startInstallation(stage, { program: path })
  const stop = async () => {
    await service.stop()
    await postgres?.drop()
  }
  return { name, program: path, stage, pid: service.pid, stop }
}

async function measure(what: string, run: () => Promise<number>): Promise<void> {
  const start = performance.now()
  const good = await run()
  const seconds = (performance.now() - start) / 1000
  if (good !== rows && good !== rows - bad) throw new Error(`${what}: ${good} rows`)
  taken[what] = [...(taken[what] ?? []), rows / seconds]
}

async function parseAlone(): Promise<number> {
  const stream = papaparse.parse(papaparse.NODE_STREAM_INPUT, { delimiter: ';' })
  createReadStream(file).pipe(stream)
  let count = -1 // the header
  for await (const _ of stream) count++
  return count
}

async function readAndCheck(): Promise<number> {
  const table = await openTable(createReadStream(file))
  const check = createRowCheck(mapColumns(table.header.cells, { fields }))
  let good = 0
  for await (const row of table.rows) if (check(row).contact) good++
  return good
}

/** Writes the batches as the service does, into a separate database with the same indexes. */
async function writeAlone(): Promise<number> {
  const target = server ? await createPostgres(server) : undefined
  const path = join(newFolder(), 'bare.db')
  const { db, close } = await openDatabase(target?.url ?? path)
  for (let from = 0; from < rows; from += batch) {
    const people = Array.from({ length: Math.min(batch, rows - from) }, (_, index) => from + index)
    await db.transaction().execute((tx) => writeBatch(tx, people))
  }
  await close()
  await target?.drop()
  return rows
}

async function writeBatch(tx: Executor, people: readonly number[]): Promise<void> {
  const now = Date.now()
  const contacts = people.map((person) => {
    const email = `cliente.${person}@correo.example`
    const names = { nombre: 'Begoña Núñez', nombre_key: 'begona nunez' }
    const read = { index: 0, ...names, values: [], tags: [], missing: undefined }
    return { ...read, email, key: email, domain: 'correo.example' }
  })
  const destination = { accountId: 1, listId: 1, source: 'import', mode: 'upsert', now } as const
  const target = { ...destination, status: 'active' } as const
  const { written, statements } = await beginContactWrite(tx, target, contacts)
  await allInOrder(tx, statements)
  const empty = { position: 0, text: null, number: null, time: null }
  await upsertValues(
    tx,
    1,
    written.flatMap(({ id: contact_id }) => [
      { ...empty, contact_id, field_id: 1, text: 'A Coruña' },
      { ...empty, contact_id, field_id: 2, number: contact_id % 97 },
      { ...empty, contact_id, field_id: 3, time: 1_700_000_000 },
    ]),
  )
}

async function addList(stage: Installation, name: string): Promise<number> {
  const { id } = await stage.post('/lists', { name })
  for (const { name, type } of fields) await stage.post(`/lists/${id}/fields`, { name, type })
  return id
}

async function importInto(
  { stage, pid, program }: Awaited<ReturnType<typeof startBuild>>,
  list: number,
  { what, way }: { what: string; way: readonly string[] },
): Promise<number> {
  const args = ['lists', 'import', file, '--list', String(list), '--max-rejects', String(bad)]
  const before = { service: cpuMs(pid), client: endedCpuMs() }
  const client = runClient(stage, [...args, ...way, '--output', 'json'], program)
  const samples: number[] = []
  while (client.isRunning()) {
    samples.push(await residentMb(client.pid))
    const askedAt = performance.now()
    await stage.get('/lists')
    waits[what] = [...(waits[what] ?? []), performance.now() - askedAt]
    await Promise.race([sleep(50), client.ended])
  }
  if (what.endsWith('lists import of this build')) memory.push(samples)
  await client.ended
  const spent = { service: cpuMs(pid) - before.service, client: endedCpuMs() - before.client }
  for (const who of ['service', 'client'] as const) {
    used[who][what] = [...(used[who][what] ?? []), (spent[who] * 1000) / rows]
  }
  if (client.stdout() === '') throw new Error(client.stderr())
  const { created, rejects_file: rejects } = JSON.parse(client.stdout())
  rmSync(rejects)
  return created
}

/** The time of a process on processors. */
function cpuMs(pid: number): number {
  return ticksOf(`/proc/${pid}/stat`, 11) * 10
}

/** The time of the processes that this one has started and that have ended. */
function endedCpuMs(): number {
  return ticksOf('/proc/self/stat', 13) * 10
}

/** A sum of user and system time, which are beside one another. */
function ticksOf(path: string, index: number): number {
  const stat = readFileSync(path, 'latin1')
  // The name in parentheses may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[index]) + Number(fields[index + 1])
}
