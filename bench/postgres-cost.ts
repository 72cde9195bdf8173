// What an idle process, an imported row, a sent message and an open cost PostgreSQL: time on its processors, log,
// statements, the share of updates without index entries (HOT), and the sizes of tables and indexes at the end.
// Starts a server with the defaults of its package, or uses a database of its own on a given one, whose processes
// it cannot see. The relay discards the messages, at once or after --relay-ms. --statements shows the N longest.
// node scripts/run.js bench/postgres-cost.ts [--messages N] [--relay-ms MS] [--database URL] [--statements N]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { Pool } from 'undici'
import { serviceDefaults } from '../src/core/service/defaults.ts'
import { connect } from '../src/service/database/connect.ts'
import { loadSecrets } from '../src/service/keys/secrets.ts'
import { createVault } from '../src/service/keys/vault.ts'
import { openToken } from '../src/service/tracking/token.ts'
import { openPath } from '../src/service/tracking/tracking-urls.ts'
import { createPostgres } from '../test/support/database/postgres.ts'
import { startPostgresCluster } from '../test/support/database/postgres-cluster.ts'
import {
  createInstallation,
  startCampaign,
  startInstallation,
} from '../test/support/processes/installation.ts'
import { runClient } from './client.ts'
import { writeContacts } from './contacts-file.ts'
import { print } from './measure.ts'
import { newsletter } from './newsletter.ts'
import {
  addExtension,
  forgetStatements,
  indexDensities,
  longestStatements,
  readServerWork,
  readTableWork,
  type ServerWork,
  type TableWork,
  tableSizes,
  workSince,
} from './postgres-activity.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '20000' },
    database: { type: 'string' },
    'relay-ms': { type: 'string', default: '0' },
    statements: { type: 'string', default: '0' },
  },
})
const count = Number(values.messages)
const shownStatements = Number(values.statements)
const idleSeconds = 20
/** After the last unit, so that what is written later counts too: rollups, events, statistics. */
const settleMs = 5000
const lanes = 32
const shownIndexes = 15
/** Tables with less than this share of all bytes are not shown. */
const shownShare = 0.01
const megabyte = 1024 ** 2
/** The one that `startInstallation` gives its services. */
const masterKey = 'a master key for tests'

interface Phase {
  unit: string
  units: number
  perSecond: number
  before: ServerWork
  after: ServerWork
  tables: Map<string, TableWork>
}

const cluster = values.database
  ? undefined
  : await startPostgresCluster({
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.track_planning': 'on',
      // A checkpoint at a random moment would write page images into the log of a random phase.
      max_wal_size: '16GB',
      checkpoint_timeout: '1h',
    })
const database = await createPostgres(cluster?.url ?? values.database ?? '')
const stage = await createInstallation(0, database.url)
const { db, close } = connect(database.url)
const seen = {
  pid: cluster?.pid(),
  hasStatements: await addExtension(db, 'pg_stat_statements'),
}
const hasDensities = await addExtension(db, 'pgstattuple')
const sink = fork('bench/sink.mjs', [values['relay-ms']])
const [{ port: sinkPort }] = await once(sink, 'message')
const loadBefore = loadavg()[0] ?? 0
const phases: Phase[] = []
const list = await duringService(addList)
let campaign = 0

await measure('second of the server alone', waitIdle, (work) => work())
await measure('second of an idle process', waitIdle)
await measure('imported row', importContacts)
await measure('message', sendMessages)
// Opens sooner after the delivery would be those of machines.
await sleep(serviceDefaults.machineWindowMs)
await measure('open', openMessages)
report()
await reportSizes()
sink.disconnect()
await close()
await database.drop()
await cluster?.stop()

async function duringService<Result>(work: () => Promise<Result>): Promise<Result> {
  const smtpUrl = `smtp://127.0.0.1:${sinkPort}`
  // Behind a proxy, so that each open comes from its own network: visits are limited by network.
  const service = await startInstallation(stage, { smtpUrl, flags: ['--trusted-proxies', '1'] })
  try {
    return await work()
  } finally {
    await service.stop()
  }
}

async function measure(
  unit: string,
  work: () => Promise<number>,
  during: typeof duringService = duringService,
): Promise<void> {
  const tablesBefore = await readTableWork(db)
  const measured = await during(async () => {
    await sleep(settleMs)
    if (shownStatements > 0 && seen.hasStatements) await forgetStatements(db)
    const before = await readServerWork(db, seen)
    const start = performance.now()
    const units = await work()
    const perSecond = units / ((performance.now() - start) / 1000)
    if (work !== waitIdle) await sleep(settleMs)
    return { units, perSecond, before, after: await readServerWork(db, seen) }
  })
  const tables = workSince(tablesBefore, await readTableWork(db))
  phases.push({ unit, ...measured, tables })
  if (shownStatements > 0 && seen.hasStatements) await reportStatements(unit, measured.units)
}

async function addList(): Promise<number> {
  const { id } = await stage.post('/lists', { name: 'Importada' })
  for (const [name, type] of [
    ['Ciudad', 'text'],
    ['Compras', 'number'],
    ['Alta', 'date'],
  ]) {
    await stage.post(`/lists/${id}/fields`, { name, type })
  }
  return id
}

async function waitIdle(): Promise<number> {
  await sleep(idleSeconds * 1000)
  return idleSeconds
}

async function importContacts(): Promise<number> {
  const file = join(stage.folder, 'clientes.csv')
  const bad = await writeContacts(file, count)
  const args = ['--list', String(list), '--max-rejects', String(bad), '--output', 'json']
  const client = runClient(stage, ['lists', 'import', file, ...args])
  await client.ended
  return JSON.parse(client.stdout()).created
}

async function sendMessages(): Promise<number> {
  campaign = await startCampaign(stage, newsletter(5 * 1024, 5), { list_id: [String(list)] })
  // Seldom, because each question costs the database something.
  while ((await stage.get(`/campaigns/${campaign}`)).status !== 'sent') await sleep(1000)
  return (await stage.get(`/campaigns/${campaign}/stats`)).sent
}

async function openMessages(): Promise<number> {
  const { mac } = await loadSecrets(db, createVault(masterKey), Date.now())
  // People do not open in the order of the list, in which neighbours on a page change together.
  const recipients = await db
    .selectFrom('recipients')
    .select('id')
    .where('campaign_id', '=', campaign)
    .orderBy(sql`md5(cast(id as text))`)
    .execute()
  const pool = new Pool(new URL(stage.url).origin, { connections: 8, pipelining: 4 })
  const open = async (recipient: number, index: number) => {
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: openPath.replace(':token', openToken({ campaign, recipient }, mac)),
      headers: {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
        'x-forwarded-for': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
      },
    })
    await body.dump()
    if (statusCode >= 400) throw new Error(`an open: ${statusCode}`)
  }
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let index = lane; index < recipients.length; index += lanes) {
        await open(recipients[index]?.id ?? 0, index)
      }
    }),
  )
  await pool.close()
  let stored = 0
  while (stored < recipients.length) {
    await sleep(500)
    stored = (await stage.get(`/campaigns/${campaign}/stats`)).opens
  }
  return stored
}

function report(): void {
  const load = [loadBefore, loadavg()[0] ?? 0].map((value) => value.toFixed(1)).join(' and ')
  print(
    `the cost of one … for PostgreSQL, with ${count} rows and a relay of ${values['relay-ms']} ms, on Node ${process.versions.node}; the load of the machine before and after: ${load}`,
    phases.map(({ unit, units, perSecond, before, after }) => {
      const [from, to] = [before.statements, after.statements]
      const of = (start: number | undefined, end: number | undefined, digits = 3) =>
        start === undefined || end === undefined ? '?' : ((end - start) / units).toFixed(digits)
      return {
        unit,
        units,
        'per second': Math.round(perSecond),
        'CPU ms': of(before.cpuMs, after.cpuMs),
        'in statements, ms': of(from?.ms, to?.ms),
        'WAL bytes': of(before.walBytes, after.walBytes, 0),
        'page images': of(from?.fullPageImages, to?.fullPageImages),
        statements: of(from?.calls, to?.calls),
      }
    }),
  )
  print(
    'the changes of one … in each table',
    phases.flatMap(({ unit, units, tables }) =>
      [...tables]
        .filter(([, { inserts, updates, deletes }]) => inserts + updates + deletes > units * 0.05)
        .map(([table, { inserts, updates, hotUpdates, deletes }]) => ({
          unit,
          table,
          inserts: (inserts / units).toFixed(2),
          updates: (updates / units).toFixed(2),
          'of these HOT': updates > 0 ? `${Math.round((hotUpdates / updates) * 100)} %` : '',
          deletes: (deletes / units).toFixed(2),
        })),
    ),
  )
}

async function reportSizes(): Promise<void> {
  const sizes = await tableSizes(db)
  const total = sizes.reduce((sum, { tableBytes, indexBytes }) => sum + tableBytes + indexBytes, 0)
  print(
    `the tables at the end, of ${megabytes(total)} MB`,
    sizes
      .filter(({ tableBytes, indexBytes }) => tableBytes + indexBytes > total * shownShare)
      .map(({ name, rows, dead, tableBytes, indexBytes }) => ({
        table: name,
        rows,
        dead,
        'table MB': megabytes(tableBytes),
        'indexes MB': megabytes(indexBytes),
      })),
  )
  if (!hasDensities) return
  print(
    'the largest indexes at the end',
    (await indexDensities(db, shownIndexes)).map(({ name, bytes, scans, ...leaves }) => ({
      index: name,
      MB: megabytes(bytes),
      scans,
      'density of leaves, %': Math.round(leaves.density),
      'fragmentation, %': Math.round(leaves.fragmentation),
    })),
  )
}

async function reportStatements(unit: string, units: number): Promise<void> {
  print(
    `the longest statements, for one ${unit}`,
    (await longestStatements(db, shownStatements)).map(({ calls, ms, bytes, text }) => ({
      calls: (calls / units).toFixed(4),
      ms: (ms / units).toFixed(4),
      'WAL bytes': Math.round(bytes / units),
      statement: text.slice(0, 160),
    })),
  )
}

function megabytes(bytes: number): string {
  return (bytes / megabyte).toFixed(1)
}
