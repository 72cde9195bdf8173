// Times segment previews over a million contacts and five million opens and clicks, as whole requests, and
// GET /lists meanwhile. SQL creates the contacts and engagements.
// node scripts/run.js bench/segments.ts [CONTACTS], with REMITE_TEST_DATABASE_URL on PostgreSQL instead

import { sql } from 'kysely'
import type { Conditions } from '../src/contract/shapes/segment.ts'
import { dayMs } from '../src/core/time.ts'
import { startService, type TestService } from '../test/support/service.ts'
import { median, print } from './measure.ts'

const [contacts = 1_000_000] = process.argv.slice(2).map(Number)
const engagements = contacts * 5
const rounds = 5
const now = Date.now()

const opened = { event: 'open' } as const
const inLugo = { field: 'ciudad', operator: 'eq', value: 'lugo' } as const
const previews: [what: string, conditions: Conditions, maxMs: number][] = [
  ['field and opened', { op: 'and', rules: [inLugo, opened] }, 1000],
  ['neither field nor opened', { op: 'not', rules: [inLugo, opened] }, 1000],
  [
    '3 clicks or more in 30 days',
    { op: 'and', rules: [{ event: 'click', count: { op: 'gte', n: 3 }, within: { days: 30 } }] },
    3000,
  ],
]

const server = await startService()
const fillMs = await timed(() => fill(server))
// Idle connections timed out while the event loop was blocked; let it notice that.
await new Promise((resolve) => setTimeout(resolve, 500))
const rows: Record<string, string | number>[] = []
for (const [what, conditions, maxMs] of previews) {
  const taken: number[] = []
  const others: number[] = []
  let total = 0
  for (let round = 0; round < rounds; round++) {
    const preview = server.api('POST', '/segments/preview', { conditions, list_id: 1 })
    const polling = pollMeanwhile(preview, others)
    taken.push(
      await timed(async () => {
        total = (await preview).body.total
      }),
    )
    await polling
  }
  rows.push({
    what,
    found: total,
    'median ms': Math.round(median(taken)),
    'slowest ms': Math.round(Math.max(...taken)),
    limit: maxMs,
    'of the limit': (median(taken) / maxMs).toFixed(2),
    'GET /lists p99 ms': Math.round(percentile(others, 0.99)),
  })
}
print(
  `${server.database.dialect.name}: previews over ${contacts} contacts and ${engagements} opens and clicks, ${rounds} runs each (filled in ${Math.round(fillMs / 1000)} s)`,
  rows,
)
await server.close()

/** Times other requests while a preview is running. */
async function pollMeanwhile(until: Promise<unknown>, taken: number[]): Promise<void> {
  let isOver = false
  const end = until.finally(() => {
    isOver = true
  })
  while (!isOver) {
    taken.push(await timed(() => server.api('GET', '/lists?limit=1&fields=id')))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await end
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

interface Index {
  name: string
  sql: string
}

async function fill({ accountId, api, service: { db }, database }: TestService): Promise<void> {
  await api('POST', '/lists', { name: 'all' })
  await api('POST', '/lists/1/fields', { name: 'Ciudad', type: 'text' })
  const isPostgres = database.dialect.name === 'postgres'
  const numbers = (count: number) =>
    isPostgres
      ? sql.raw(`generate_series(1::bigint, ${count}) as n`)
      : sql.raw(
          `(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s)`,
        )
  // Building an index after the rows takes seconds; maintaining it for each row takes minutes.
  const { rows: indexes } = await (isPostgres
    ? sql<Index>`select indexname as name, indexdef as sql from pg_indexes
        where tablename = 'engagements' and indexname <> 'engagements_pkey'`
    : sql<Index>`select name, sql from sqlite_master
        where tbl_name = 'engagements' and type = 'index' and sql is not null`
  ).execute(db)
  for (const { name } of indexes) await sql.raw(`drop index ${name}`).execute(db)
  await sql`
    insert into contact_values (account_id, contact_id, field_id, position, text)
    select ${accountId}, n, 1, 0, case n % 5 when 0 then 'Lugo' when 1 then 'Madrid' when 2 then 'A Coruña'
      when 3 then 'Sevilla' else 'Bilbao' end from ${numbers(contacts)} where n % 10 <> 3
  `.execute(db)
  // A third of the contacts never open; a few of the others open very often.
  const reached = (share: number) => sql.lit(Math.floor(contacts * share))
  await sql`
    insert into engagements (account_id, campaign_id, recipient_id, contact_id, kind, machine, at)
    select ${accountId}, 1 + n % 20, n,
      1 + (n * 7919) % (case when n % 4 = 0 then ${reached(1 / 30)} else ${reached(2 / 3)} end),
      case when n % 5 < 3 then 'open' else 'click' end, case when n % 10 = 7 then 1 else 0 end,
      ${sql.lit(now)} - (n % 90) * ${sql.lit(dayMs)} from ${numbers(engagements)}
  `.execute(db)
  for (const index of indexes) await sql.raw(index.sql).execute(db)
  // In one statement: updating each contact twice would leave a table of three times the size.
  await sql`
    insert into contacts (id, account_id, list_id, email, email_key, domain, nombre, nombre_key,
      status, source, version, created_at, updated_at, last_open_at, last_click_at)
    select n, ${accountId}, 1, 'p' || n || '@example.org', 'p' || n || '@example.org',
      'example.org', 'P', 'p', case when n % 20 = 0 then 'unsubscribed' else 'active' end, 'import',
      1, ${sql.lit(now)}, ${sql.lit(now)}, last_open_at, last_click_at
    from ${numbers(contacts)} left join (
      select contact_id, max(case kind when 'open' then at end) as last_open_at,
        max(case kind when 'click' then at end) as last_click_at
      from engagements where machine = 0 group by contact_id
    ) as seen on seen.contact_id = n
  `.execute(db)
  // On a running server, autovacuum does this.
  if (isPostgres) await sql`vacuum analyze`.execute(db)
}
