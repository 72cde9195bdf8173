// Measures what idle processes cost PostgreSQL: queries and milliseconds of its processor time per second, with an empty database, waiting automations, active automations and finished campaigns.
// REMITE_TEST_DATABASE_URL=… node scripts/run.js bench/idle.ts [PROCESSES] [SECONDS] [CASE]
// On the database's machine, because it reads /proc. Queries are counted where pg_stat_statements is loaded.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { randomToken } from '../src/core/ids.ts'
import { connect } from '../src/service/database/connect.ts'
import type { Executor } from '../src/service/database/dialect.ts'
import { startWorkers } from '../src/service/workers.ts'
import { linearGraph, startAutomation } from '../test/support/automations/automations.ts'
import { startService, type TestService } from '../test/support/service.ts'
import { print } from './measure.ts'

const [processes = 1, seconds = 20] = process.argv.slice(2, 4).map(Number)
/** Only the cases whose name contains it. */
const [only = ''] = process.argv.slice(4)
/** Until the work of the preparation is done and the connections of the start are closed. */
const settleMs = 15_000
const weekMs = 7 * 24 * 3_600_000
const server = process.env.REMITE_TEST_DATABASE_URL
if (!server) throw new Error('REMITE_TEST_DATABASE_URL is missing')

const event = { type: 'event', event: 'visita' } as const
const graph = linearGraph(event, [{ id: 'espera', type: 'delay', config: { period: '52w' } }])

const cases = {
  empty: async () => {},
  '50,000 runs wait for next week': addWaitingRuns,
  '5,000 active automations': addActiveAutomations,
  '100,000 finished campaigns': addFinishedCampaigns,
}
const rows: Record<string, string | number>[] = []
for (const [what, prepare] of Object.entries(cases)) {
  if (what.includes(only)) await bench(what, prepare)
}
print(`${processes} idle processes, ${seconds} s each`, rows)
process.exit(0)

async function bench(what: string, prepare: (service: TestService) => Promise<void>) {
  const service = await startService({ workers: true })
  const { db } = service.service
  await prepare(service)
  await sql`analyze`.execute(db)
  const { rows: names } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = new URL(server ?? '')
  url.pathname = `/${names[0]?.name}`
  const others = Array.from({ length: processes - 1 }, () => startOther(service, url.href))
  const watcher = connect(server ?? '')
  const name = names[0]?.name ?? ''
  await sleep(settleMs + (processes > 1 ? 75_000 : 0))
  const before = await read(watcher.db, name)
  await sleep(seconds * 1000)
  const after = await read(watcher.db, name)
  const cpuMs = after.cpuMs - before.cpuMs
  rows.push({
    what,
    'queries/s': ((after.calls - before.calls) / seconds).toFixed(2),
    'transactions/s': ((after.commits - before.commits) / seconds).toFixed(2),
    'ms/s': (cpuMs / seconds).toFixed(2),
    'core %': (cpuMs / seconds / 10).toFixed(3),
    connections: after.connections,
  })
  console.error(rows.at(-1))
  if (process.env.TOP) console.error(await topQueries(watcher.db, name))
  await Promise.all(others.map((stop) => stop()))
  await watcher.close()
  await service.close()
}

/** Starts the workers of another process in this one, with connections of their own. */
function startOther({ service }: TestService, url: string): () => Promise<void> {
  const database = connect(url)
  const workers = startWorkers({ ...service, ...database, processId: randomToken(9) })
  return async () => {
    await workers.stop()
    await database.close()
  }
}

async function read(db: Executor, name: string) {
  const { rows: found } = await sql<{ pid: number; commits: number; connections: number }>`
    select pg_backend_pid() as pid, xact_commit + xact_rollback as commits, numbackends as connections
    from pg_stat_database where datname = ${name}
  `.execute(db)
  const { pid = 0, commits = 0, connections = 0 } = found[0] ?? {}
  const calls = await sql<{ count: number }>`
    select sum(calls) as count from pg_stat_statements s join pg_database d on d.oid = s.dbid
    where datname = ${name}
  `
    .execute(db)
    .catch(() => ({ rows: [{ count: Number.NaN }] }))
  return { commits, connections, calls: calls.rows[0]?.count ?? 0, cpuMs: cpuOfServer(pid) }
}

/** The processor time of all processes of the server, including those that have ended. */
function cpuOfServer(backend: number): number {
  const server = Number(statOf(backend)[1])
  const children = readdirSync('/proc').filter(
    (entry) => /^\d+$/.test(entry) && Number(statOf(entry)[1]) === server,
  )
  const [ended, endedInKernel] = statOf(server).slice(13, 15)
  const ended10ms = Number(ended) + Number(endedInKernel)
  return [server, ...children].map(cpuOf).reduce((sum, ms) => sum + ms, ended10ms * 10)
}

/** The fields after the name: the state, the parent, … */
function statOf(pid: number | string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** The nanoseconds on a processor are the first number. */
function cpuOf(pid: number | string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}

async function topQueries(db: Executor, name: string) {
  const { rows: top } = await sql`
    select calls, round(total_exec_time) as ms, left(regexp_replace(query, '\\s+', ' ', 'g'), 150) as query
    from pg_stat_statements s join pg_database d on d.oid = s.dbid where datname = ${name}
    order by total_exec_time desc limit 15
  `.execute(db)
  return top
}

async function addWaitingRuns({ service: { db }, api, accountId }: TestService): Promise<void> {
  const automation = await startAutomation(api, graph)
  await sql`
    insert into automation_runs (account_id, automation_id, version, contact_id, node, steps, state,
      due_at, properties, entry_key, entered_at)
    select ${accountId}, ${automation}, 1, 1000000 + i, 'espera', 1, 'waiting',
      cast(${Date.now() + weekMs} as bigint) + i, '{}', 'w' || i, ${Date.now()}
    from generate_series(1, 50000) as i
  `.execute(db)
}

async function addActiveAutomations({ service: { db }, api }: TestService): Promise<void> {
  const id = await startAutomation(api, graph)
  await copyRows(db, { table: 'automations', count: 5000, id })
  await sql`
    insert into automation_versions
    select a.id, v.version, v.definition, v.created_at
    from automations a, automation_versions v where v.automation_id = ${id} and a.id <> ${id}
  `.execute(db)
}

async function addFinishedCampaigns({ service: { db }, api }: TestService): Promise<void> {
  const { body } = await api('POST', '/campaigns', { camp_name: 'Terminada', asunto: 'Hola' })
  await sql`update campaigns set status = 'sent', ended_at = 1, sent_at = 1`.execute(db)
  await copyRows(db, { table: 'campaigns', count: 100_000, id: body.id })
}

async function copyRows(
  db: Executor,
  { table, count, id }: { table: 'automations' | 'campaigns'; count: number; id: number },
): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = ${table} and column_name <> 'id' and is_generated = 'NEVER'
  `.execute(db)
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${names})
    select ${names} from ${sql.table(table)}, generate_series(1, ${count}) where id = ${id}
  `.execute(db)
}
