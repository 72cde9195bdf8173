// How long others wait while the upgrade to partitions runs, on a database with --rows records in each table: the
// longest insert into each table meanwhile, with and without the preparation, one after the other.
// node scripts/run.js bench/partition-locks.ts --database postgres://… [--rows N]
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { connectPostgres } from '../src/service/database/connect.ts'
import { type Executor, postgres } from '../src/service/database/dialect.ts'
import { migrationNames, migratorOf } from '../src/service/database/migrate.ts'
import { preparePartitions } from '../src/service/database/migrations/steps/prepare-partitions.ts'
import { untimed } from '../src/service/database/postgres/client.ts'
import { createPostgres } from '../test/support/database/postgres.ts'
import { print } from './measure.ts'

const { values } = parseArgs({
  options: { database: { type: 'string' }, rows: { type: 'string', default: '1000000' } },
})
const rows = Number(values.rows)
const server = values.database ?? ''

const inserts = {
  events: sql`insert into events (account_id, type, payload, created_at)
    select n % 50, 'contact.open', '{"campaign_id":1,"contact_id":2,"opened_at":"2027-01-01T00:00:00.000Z"}',
      extract(epoch from now()) * 1000 - n * 1000`,
  engagements: sql`insert into engagements
    (account_id, campaign_id, recipient_id, contact_id, kind, machine, at)
    select n % 50, n % 200, n, n, 'open', 0, extract(epoch from now()) * 1000 - n * 1000`,
  delivery_attempts: sql`insert into delivery_attempts (delivery_id, attempt, at, ms, status)
    select n, 1, extract(epoch from now()) * 1000 - n * 1000, 20, 200`,
}

for (const isPrepared of [false, true, false, true]) {
  const { url, drop } = await createPostgres(server)
  const { db, close } = connectPostgres(url, untimed)
  await migratorOf(db, postgres).migrateTo('0028-key-leases')
  await sql`alter table engagements disable trigger user`.execute(db)
  for (const insert of Object.values(inserts)) {
    await sql`${insert} from generate_series(1, cast(${rows} as bigint)) as n`.execute(db)
  }
  await sql`alter table engagements enable trigger user`.execute(db)
  const stopping = new AbortController()
  const waits = Object.entries(inserts).map(([table, insert], lane) =>
    longestWait(db, insert, { from: rows + (lane + 1) * 1e9, signal: stopping.signal }).then(
      (ms) => [`${table}: longest insert`, `${ms.toFixed(0)} ms`] as const,
    ),
  )
  const start = performance.now()
  if (isPrepared) await preparePartitions(db, migrationNames, 0)
  const prepared = performance.now()
  const { error } = await migratorOf(db, postgres).migrateToLatest()
  const end = performance.now()
  stopping.abort()
  print(isPrepared ? 'with preparation' : 'without preparation', [
    {
      rows,
      preparation: `${(prepared - start).toFixed(0)} ms`,
      migration: `${(end - prepared).toFixed(0)} ms`,
      ...Object.fromEntries(await Promise.all(waits)),
      load: loadavg()[0]?.toFixed(1) ?? '',
      ...(error !== undefined && { error: String(error) }),
    },
  ])
  await close()
  await drop()
}

/** Inserts a row at a time until the signal. Returns the longest time that one took. */
async function longestWait(
  db: Executor,
  insert: ReturnType<typeof sql>,
  { from, signal }: { from: number; signal: AbortSignal },
): Promise<number> {
  let longest = 0
  for (let n = from; !signal.aborted; n++) {
    const start = performance.now()
    // Ids of their own, with times of today.
    await sql`${insert} from (select cast(${n} as bigint) % 1000 as n) as one`
      .execute(db)
      .catch(() => {})
    longest = Math.max(longest, performance.now() - start)
  }
  return longest
}
