// Times the statistics of a campaign with a million recipients, as whole requests. SQL creates the messages,
// bounces, opens and clicks, and counts them.
// node scripts/run.js bench/campaign-stats.ts [RECIPIENTS], with REMITE_TEST_DATABASE_URL on PostgreSQL instead

import { sql } from 'kysely'
import { addSender, campaignOf } from '../test/support/campaign-fixtures.ts'
import { recountFigures } from '../test/support/figures/recount-figures.ts'
import { startService, type TestService } from '../test/support/service.ts'
import { median, print } from './measure.ts'

const [recipients = 1_000_000] = process.argv.slice(2).map(Number)
const rounds = 15
const hourMs = 3_600_000
const began = Date.parse('2027-03-01T08:00:00Z')

const server = await startService()
await addSender(server)
await server.api('POST', '/lists', { name: 'all' })
await server.api('POST', '/campaigns', campaignOf(1, { draft: true }))
await fill(server)
const rows: Record<string, string | number>[] = []
for (const path of ['stats', 'stats?interval=day']) {
  const taken: number[] = []
  let points = 0
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    const { body, status } = await server.api('GET', `/campaigns/1/${path}`)
    taken.push(performance.now() - start)
    if (status !== 200 || body.recipients !== recipients) throw new Error(JSON.stringify(body))
    points = body.series.length
  }
  rows.push({
    what: path,
    points,
    'median ms': median(taken).toFixed(1),
    'slowest ms': Math.max(...taken).toFixed(1),
  })
}
print(
  `${server.database.dialect.name}: a campaign with ${recipients} recipients, ${rounds} runs each`,
  rows,
)
await server.close()

async function fill({ accountId, service: { db }, database }: TestService): Promise<void> {
  const isPostgres = database.dialect.name === 'postgres'
  const numbers = (count: number) =>
    isPostgres
      ? sql.raw(`generate_series(1::bigint, ${count}) as n`)
      : sql.raw(
          `(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s)`,
        )
  const some = Math.floor(recipients / 100)
  const third = Math.floor(recipients / 3)
  const statements = [
    sql`insert into recipients (id, account_id, campaign_id, address_key, visit, contact_id, state,
      attempts, sent_at, opened_at)
      select n, ${accountId}, 1, 'p' || n || '@example.org', 0, n, 'sent', 1,
        ${sql.lit(began)} + n % 20000000, case n % 3 when 0 then 1 end from ${numbers(recipients)}`,
    sql`insert into bounces (recipient_id, account_id, campaign_id, contact_id, type, kind,
      diagnostic, at, message_at)
      select n * 100, ${accountId}, 1, n * 100, 'hard', 'user_not_found', '', ${sql.lit(began)}, 0
      from ${numbers(some)}`,
    sql`insert into engagements (account_id, campaign_id, recipient_id, contact_id, kind, machine, at)
      select ${accountId}, 1, n * 3, n * 3, 'open', 0,
        ${sql.lit(began)} + n % 720 * ${sql.lit(hourMs)} from ${numbers(third)}`,
  ]
  for (const statement of statements) await statement.execute(db)
  await recountFigures(db, 1)
  await sql`update campaigns set status = 'sent', recipients = ${recipients}`.execute(db)
  if (isPostgres) await sql`vacuum analyze`.execute(db)
}
