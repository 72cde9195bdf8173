// Times the recipients of a campaign with a million of them: all as CSV, and those to whom something has
// happened lately. SQL creates the messages, opens, bounces and conversions.
// node scripts/run.js bench/campaign-recipients.ts [RECIPIENTS], with REMITE_TEST_DATABASE_URL on PostgreSQL instead

import { sql } from 'kysely'
import { addSender, campaignOf } from '../test/support/campaign-fixtures.ts'
import { startService, type TestService } from '../test/support/service.ts'
import { print } from './measure.ts'

const [recipients = 1_000_000] = process.argv.slice(2).map(Number)
const began = Date.parse('2027-03-01T08:00:00Z')
const minuteMs = 60_000
/** Each opener opens a minute after the one before, and all messages are sent in the first minute. */
const openers = Math.floor(recipients / 3)

const server = await startService()
await addSender(server)
await server.api('POST', '/lists', { name: 'all' })
await server.api('POST', '/campaigns', campaignOf(1, { draft: true }))
await fill(server)
const after = (minutes: number) => new Date(began + minutes * minuteMs).toISOString()
const rows: Record<string, string | number>[] = []
for (const [what, query, accept] of [
  ['a page', '?limit=500', 'application/json'],
  ['a page since the last opens', `?limit=500&since=${after(openers - 99)}`, 'application/json'],
  ['a page since the end', `?limit=500&since=${after(openers + 1)}`, 'application/json'],
  ['CSV since the last opens', `?since=${after(openers - 99)}`, 'text/csv'],
  ['CSV since a third of the opens', `?since=${after(Math.floor(openers / 1.5))}`, 'text/csv'],
  ['CSV of all', '', 'text/csv'],
] as const) {
  const start = performance.now()
  const { body, status } = await server.api('GET', `/campaigns/1/recipients${query}`, undefined, {
    accept,
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  const count = accept === 'text/csv' ? body.split('\r\n').length - 2 : body.length
  rows.push({ what, recipients: count, ms: (performance.now() - start).toFixed(0) })
}
print(`${server.database.dialect.name}: a campaign with ${recipients} recipients`, rows)
await server.close()

async function fill({ accountId, service: { db }, database }: TestService) {
  const isPostgres = database.dialect.name === 'postgres'
  const numbers = (count: number) =>
    isPostgres
      ? sql.raw(`generate_series(1::bigint, ${count}) as n`)
      : sql.raw(
          `(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s)`,
        )
  const some = Math.floor(recipients / 100)
  for (const query of [
    sql`insert into recipients (id, account_id, campaign_id, address_key, visit, contact_id,
      state, attempts, sent_at, opened_at)
      select n, ${accountId}, 1, 'p' || n || '@example.org', 0, n, 'sent', 1,
        ${sql.lit(began)}, case when n % 3 = 0 then ${sql.lit(began)} + n / 3 * ${sql.lit(minuteMs)} end
      from ${numbers(recipients)}`,
    sql`insert into engagements (account_id, campaign_id, recipient_id, contact_id, kind, machine, at)
      select ${accountId}, 1, n * 3, n * 3, 'open', 0, ${sql.lit(began)} + n * ${sql.lit(minuteMs)}
      from ${numbers(openers)}`,
    sql`insert into bounces (recipient_id, account_id, campaign_id, contact_id, type, kind,
      diagnostic, at, message_at)
      select n * 100, ${accountId}, 1, n * 100, 'hard', 'user_not_found', '', ${sql.lit(began)}, 0
      from ${numbers(some)}`,
    sql`insert into conversions (account_id, campaign_id, recipient_id, contact_id, name, event_id,
      value, currency, at)
      select ${accountId}, 1, n * 99, n * 99, 'purchase', 'e' || n, 20, 'EUR', ${sql.lit(began)}
      from ${numbers(some)}`,
  ]) {
    await query.execute(db)
  }
  await sql`update campaigns set status = 'sent', recipients = ${recipients}`.execute(db)
  if (isPostgres) await sql`vacuum analyze`.execute(db)
}
