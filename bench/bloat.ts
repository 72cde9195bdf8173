// How much larger tables and indexes of PostgreSQL are after several campaigns than after a rebuild with the same
// storage settings: what dead rows and pages that are not full cost. Starts a server with the defaults of its package,
// with its autovacuum, and a service that sends to a relay that discards the messages.
// node scripts/run.js bench/bloat.ts [--contacts N] [--campaigns N]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { connect } from '../src/service/database/connect.ts'
import { createPostgres } from '../test/support/database/postgres.ts'
import { startPostgresCluster } from '../test/support/database/postgres-cluster.ts'
import {
  createInstallation,
  startCampaign,
  startInstallation,
} from '../test/support/processes/installation.ts'
import { print } from './measure.ts'
import { newsletter } from './newsletter.ts'
import { addExtension } from './postgres-activity.ts'

const { values } = parseArgs({
  options: {
    contacts: { type: 'string', default: '40000' },
    campaigns: { type: 'string', default: '5' },
  },
})
const campaigns = Number(values.campaigns)
/** For autovacuum, which looks at the tables of a database each minute. */
const settleMs = 75_000
/** Smaller tables and indexes are a few pages. */
const leastBytes = 1024 ** 2

const cluster = await startPostgresCluster()
const database = await createPostgres(cluster.url)
const stage = await createInstallation(Number(values.contacts), database.url)
const { db, close } = connect(database.url)
if (!(await addExtension(db, 'pgstattuple'))) throw new Error('pgstattuple is not installed')
const sink = fork('bench/sink.mjs', ['0'])
const [{ port }] = await once(sink, 'message')
const service = await startInstallation(stage, { smtpUrl: `smtp://127.0.0.1:${port}` })
for (let nth = 1; nth <= campaigns; nth++) {
  const id = await startCampaign(stage, newsletter(5000, 3))
  while ((await stage.get(`/campaigns/${id}`)).status !== 'sent') await sleep(1000)
  console.error(`campaign ${nth} of ${campaigns} is sent`)
}
await sleep(settleMs)
await service.stop()

const before = await readRelations()
await sql`vacuum full`.execute(db)
const after = new Map((await readRelations()).map((each) => [each.name, each]))
const rows = before.map((each) => {
  const rebuilt = after.get(each.name)?.bytes ?? 0
  return { ...each, rebuilt, bloat: 1 - rebuilt / each.bytes }
})
const shown = rows.filter(({ bytes }) => bytes >= leastBytes)
print(
  `${Number(values.contacts) * campaigns} messages in ${campaigns} campaigns`,
  shown.map(({ name, bytes, rebuilt, bloat, dead, free, density }) => ({
    name,
    MB: (bytes / 1024 ** 2).toFixed(1),
    'rebuilt MB': (rebuilt / 1024 ** 2).toFixed(1),
    'bloat %': (100 * bloat).toFixed(1),
    'dead %': dead?.toFixed(1) ?? '',
    'free %': free?.toFixed(1) ?? '',
    'leaf density %': density?.toFixed(1) ?? '',
  })),
)
const sumOf = (of: 'bytes' | 'rebuilt') => rows.reduce((sum, row) => sum + row[of], 0)
console.log(`all: ${(100 * (1 - sumOf('rebuilt') / sumOf('bytes'))).toFixed(1)} %`)
sink.disconnect()
await close()
await database.drop()
await cluster.stop()

interface Relation {
  name: string
  bytes: number
  /** Of a table, in percent. */
  dead: number | null
  free: number | null
  /** Of a B-tree index, in percent. */
  density: number | null
}

async function readRelations(): Promise<Relation[]> {
  const { rows: found } = await sql<Relation>`
    select relname as name, pg_relation_size(c.oid)::float8 as bytes,
      case when relkind = 'r' then (pgstattuple(c.oid)).dead_tuple_percent end as dead,
      case when relkind = 'r' then (pgstattuple(c.oid)).free_percent end as free,
      case when relkind = 'i' and amname = 'btree' then (pgstatindex(c.oid)).avg_leaf_density end as density
    from pg_class c left join pg_am on pg_am.oid = c.relam
    where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace
      and pg_relation_size(c.oid) > 0
    order by bytes desc
  `.execute(db)
  return found
}
