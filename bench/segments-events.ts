// Times segment previews with rules about custom events, as whole requests, interleaved with a bare query
// that a person would write for the same question. SQL creates the contacts and ten events for each.
// node scripts/run.js bench/segments-events.ts [CONTACTS], with REMITE_TEST_DATABASE_URL on PostgreSQL instead

import { loadavg } from 'node:os'
import { sql } from 'kysely'
import type { EventRule } from '../src/contract/shapes/segment.ts'
import { dayMs } from '../src/core/time.ts'
import { startCpuTimer } from '../test/support/cpu-time.ts'
import { startService, type TestService } from '../test/support/service.ts'
import { median, print } from './measure.ts'

const [contacts = 1_000_000] = process.argv.slice(2).map(Number)
const perContact = 10
const rounds = 5
const maxMs = 1000
const now = Date.now()

const custom = { event: 'custom', name: 'purchase' } as const
const bought = { ...custom, count: { op: 'gte', n: 3 } } as const
const winBack = { ...custom, last: { before: { days: 30 } } } as const
const large = {
  ...custom,
  properties: [{ property: 'total', operator: 'gte', value: 50 }],
  within: { days: 90 },
} as const
const ofPerson = (having: string, from = 'event_totals', where = '') =>
  `select count(*) from contacts c join people p on p.account_id = 1 and p.email_key = c.email_key
   join (select person_id from ${from} where account_id = 1 and name_id = 3 ${where}
     group by person_id having ${having}) e on e.person_id = p.id where c.list_id = 1`

const server = await startService()
const isPostgres = server.database.dialect.name === 'postgres'
const total = isPostgres
  ? `(properties::json ->> 'total')::double precision`
  : `json_extract(properties, '$.total')`
const recent = `and at >= ${now - 90 * dayMs}`
const cases: [what: string, rule: EventRule, bare: string][] = [
  ['3 purchases or more', bought as EventRule, ofPerson('sum(count) >= 3')],
  ['no purchase for 30 days', winBack, ofPerson(`max(last_at) < ${now - 30 * dayMs}`)],
  [
    'total of 50 or more in 90 days',
    large as unknown as EventRule,
    ofPerson('count(*) >= 1', 'custom_events', `${recent} and ${total} >= 50`),
  ],
]

const fillMs = await timed(() => fill(server))
const rows: Record<string, string | number>[] = []
for (const [what, rule, bare] of cases) {
  const taken: number[] = []
  const bareTaken: number[] = []
  const cpuTaken: number[] = []
  let found = 0
  for (let round = 0; round < rounds; round++) {
    bareTaken.push(await timed(() => sql.raw(bare).execute(server.service.reader)))
    const cpuMs = startCpuTimer()
    taken.push(
      await timed(async () => {
        const conditions = { op: 'and', rules: [rule] }
        const { body } = await server.api('POST', '/segments/preview', { conditions, list_id: 1 })
        found = body.total
      }),
    )
    cpuTaken.push(cpuMs())
  }
  rows.push({
    what,
    found,
    'median ms': Math.round(median(taken)),
    // Of SQLite; PostgreSQL works in processes of its own.
    ...(isPostgres ? {} : { 'CPU ms': Math.round(median(cpuTaken)) }),
    'bare ms': Math.round(median(bareTaken)),
    'of bare': (median(taken) / median(bareTaken)).toFixed(2),
    limit: maxMs,
    'of the limit': (median(taken) / maxMs).toFixed(2),
  })
}
const load = loadavg()[0]?.toFixed(1)
print(
  `${server.database.dialect.name}: previews over ${contacts} contacts and ${contacts * perContact} events, ${rounds} runs each (filled in ${Math.round(fillMs / 1000)} s, load ${load})`,
  rows,
)
await server.close()

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function fill({ accountId, api, service: { db } }: TestService): Promise<void> {
  await api('POST', '/lists', { name: 'all' })
  const account = sql.lit(accountId)
  const numbers = (count: number) =>
    isPostgres
      ? sql.raw(`generate_series(1::bigint, ${count}) as n`)
      : sql.raw(
          `(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s)`,
        )
  await sql`
    insert into contacts (id, account_id, list_id, email, email_key, domain, nombre, nombre_key,
      status, source, version, created_at, updated_at)
    select n, ${account}, 1, 'p' || n || '@example.org', 'p' || n || '@example.org', 'example.org',
      'P', 'p', 'active', 'import', 1, ${sql.lit(now)}, ${sql.lit(now)} from ${numbers(contacts)}
  `.execute(db)
  await sql`insert into people (account_id, email_key)
    select ${account}, 'p' || n || '@example.org' from ${numbers(contacts)}`.execute(db)
  await sql`insert into event_names (account_id, name, count, first_at, last_at) values
    (${account}, 'visit', 1, 0, 1), (${account}, 'cart', 1, 0, 1), (${account}, 'purchase', 1, 0, 1)
  `.execute(db)
  await sql`insert into event_properties (account_id, name_id, property, type)
    values (${account}, 3, 'total', 'number'), (${account}, 3, 'sku', 'text')`.execute(db)
  // 60 % visits, 25 % carts and 15 % purchases, over a year, in the order of their time. The kind does not
  // depend on the person: each has a mixture, and four of five have purchases.
  const events = contacts * perContact
  const parts = 20
  const stepMs = Math.floor((365 * dayMs) / events)
  for (let part = 0; part < parts; part++) {
    const offset = sql.lit((part * events) / parts)
    await sql`
      insert into custom_events
        (account_id, person_id, name_id, at, recorded_at, value, currency, properties)
      select ${account}, 1 + (n * 7919) % ${sql.lit(contacts)},
        case when kind < 12 then 1 when kind < 17 then 2 else 3 end,
        ${sql.lit(now)} - (${sql.lit(events)} - n) * ${sql.lit(stepMs)}, ${sql.lit(now)},
        case when kind >= 17 then 5 + n % 90 end, case when kind >= 17 then 'EUR' else '' end,
        case when kind < 12 then '{"url":"https://shop.example/' || (n % 500) || '"}'
          when kind < 17 then '{"sku":"A-' || (n % 100) || '","qty":1}'
          else '{"total":' || (5 + n % 90) || ',"sku":"A-' || (n % 100) || '"}' end
      from (
        select n + ${offset} as n, (n + ${offset}) * 2654435761 / 65536 % 20 as kind
        from ${numbers(events / parts)}
      ) as numbered
    `.execute(db)
  }
  for (const name of [1, 2, 3]) {
    await sql`
      insert into event_totals
        (account_id, name_id, person_id, currency, count, value, first_at, last_at)
      select account_id, name_id, person_id, currency, count(*), sum(coalesce(value, 0)), min(at), max(at)
      from custom_events where account_id = ${account} and name_id = ${sql.lit(name)}
      group by account_id, name_id, person_id, currency
    `.execute(db)
  }
  // On a running server, autovacuum does this.
  if (isPostgres) await sql`vacuum analyze`.execute(db)
}
