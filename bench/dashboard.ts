// Times the dashboard of a year-old account over HTTP: its series by day and by hour, and deliverability by
// domain. SQL fills the rollups with the result of a year of 20 million sends.
// node scripts/run.js bench/dashboard.ts [DOMAINS], with REMITE_TEST_DATABASE_URL on PostgreSQL too

import { sql } from 'kysely'
import { dayMs } from '../src/core/time.ts'
import { dialectOf, type Executor } from '../src/service/database/dialect.ts'
import { countSends } from '../src/service/events/counter-delta-store.ts'
import { testClock } from '../test/support/clock.ts'
import { startService } from '../test/support/service.ts'
import { median, print } from './measure.ts'

const [domains = 2000] = process.argv.slice(2).map(Number)
const rounds = 15
const end = Date.parse('2027-03-01T00:00:00Z')
const days = 366
const start = end - days * dayMs
const server = process.env.REMITE_TEST_DATABASE_URL

const year = `from=${new Date(start + dayMs).toISOString()}&to=${new Date(end).toISOString()}`
const routes = {
  'the last 30 days': '/dashboard/stats',
  'a year of days': `/dashboard/stats?${year}`,
  'a year of days in Kathmandu': `/dashboard/stats?${year}&timezone=Asia/Kathmandu`,
  'a year of hours': `/dashboard/stats?${year}&interval=hour`,
  'domains of 30 days': '/dashboard/deliverability',
  'domains of a year': `/dashboard/deliverability?${year}`,
  'five hundred domains of a year': `/dashboard/deliverability?${year}&limit=500`,
}

delete process.env.REMITE_TEST_DATABASE_URL
await bench('SQLite')
if (server) {
  process.env.REMITE_TEST_DATABASE_URL = server
  await bench('PostgreSQL')
}

async function bench(title: string): Promise<void> {
  const { api, service, accountId, close } = await startService({ clock: testClock(end) })
  await fill(service.db, accountId)
  const rows: Record<string, string | number>[] = []
  for (const [what, path] of Object.entries(routes)) {
    const taken: number[] = []
    let points = 0
    for (let round = 0; round < rounds; round++) {
      const began = performance.now()
      const { status, body } = await api('GET', path)
      taken.push(performance.now() - began)
      if (status !== 200) throw new Error(`${path}: ${status}`)
      points = (body.series ?? body).length
    }
    rows.push({
      what,
      points,
      'median ms': median(taken).toFixed(0),
      'slowest ms': Math.max(...taken).toFixed(0),
    })
  }
  print(
    `${title}: a year in ${days * 96} quarters of an hour and ${days} days of ${domains} domains, ${rounds} runs each`,
    rows,
  )
  await close()
}

async function fill(db: Executor, accountId: number): Promise<void> {
  const isPostgres = dialectOf(db).name === 'postgres'
  const numbers = (count: number, name: string) =>
    isPostgres
      ? `generate_series(0::bigint, ${count - 1}) as ${name}(n)`
      : `(with recursive s(n) as (select 0 union all select n + 1 from s where n < ${count - 1}) select n from s) as ${name}`
  // Two accounts, so that neither is the whole table.
  for (const account of [accountId, accountId + 1]) {
    await sql
      .raw(
        `insert into activity (account_id, slot, sends, opens, clicks, bounces)
        select ${account}, ${start} + n * 900000, 571, 100 + n % 50, 10 + n % 7, n % 3
        from ${numbers(days * 96, 'q')}`,
      )
      .execute(db)
    await sql
      .raw(
        `insert into domain_activity
          (account_id, days, day, domain, sent, returned, hard_bounces, soft_bounces, complaints)
        select ${account}, 1, ${start} + d.n * ${dayMs}, 'empresa' || e.n || '.example',
          1 + 20000 / (1 + e.n), e.n % 2, e.n % 2, 0, case when e.n % 100 = 0 then 1 else 0 end
        from ${numbers(days, 'd')} cross join ${numbers(domains, 'e')}`,
      )
      .execute(db)
  }
  for (const length of [8, 64]) {
    await sql
      .raw(
        `insert into domain_activity
        select account_id, ${length}, day - day % ${length * dayMs}, domain, sum(sent),
          sum(returned), sum(hard_bounces), sum(soft_bounces), sum(complaints)
        from domain_activity where days = 1
        group by account_id, day - day % ${length * dayMs}, domain`,
      )
      .execute(db)
  }
  // Counter deltas that a busy moment leaves behind.
  const sends = Array.from({ length: 2000 }, (_, n) => ({
    account_id: accountId,
    address_key: `ana@empresa${n}.example`,
    sent_at: end - 1 - n,
  }))
  await countSends(db, sends)
  // On a server that runs for days, autovacuum does this.
  await sql.raw(isPostgres ? 'vacuum analyze' : 'analyze').execute(db)
}
