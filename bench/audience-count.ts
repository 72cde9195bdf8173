// Times the check of a campaign before a send, which counts its audience exactly, over a million contacts, as
// whole requests, and GET /lists meanwhile. SQL creates the contacts.
// node scripts/run.js bench/audience-count.ts [CONTACTS], with REMITE_TEST_DATABASE_URL on PostgreSQL instead

import { sql } from 'kysely'
import { addSender, campaignOf } from '../test/support/campaign-fixtures.ts'
import { startService, type TestService } from '../test/support/service.ts'
import { median, print } from './measure.ts'

const [contacts = 1_000_000] = process.argv.slice(2).map(Number)
const rounds = 5
const maxMs = 1000
const now = Date.now()

const server = await startService()
await addSender(server)
for (const name of ['all', 'other', 'excluded']) await server.api('POST', '/lists', { name })
await server.api('POST', '/lists/1/fields', { name: 'Ciudad', type: 'text' })
// Beyond the quota, the audience is counted twice.
await server.service.db
  .updateTable('accounts')
  .set({ monthly_sends: contacts * 10 })
  .execute()
const began = performance.now()
await fill(server)
const fillMs = performance.now() - began
const inLugo = { field: 'ciudad', operator: 'eq', value: 'lugo' }
const segment = await server.api('POST', '/segments', {
  name: 'Lugo',
  list_id: 1,
  conditions: { op: 'and', rules: [inLugo] },
})
const audiences: [what: string, lists: number[], more: object][] = [
  ['one list', [1], {}],
  ['one list, one excluded', [1], { exclude_list_id: ['3'] }],
  ['one list, a segment', [1], { segment_id: segment.body.id }],
  ['two lists', [1, 2], {}],
  [
    'two lists, one excluded, a segment',
    [1, 2],
    { exclude_list_id: ['3'], segment_id: segment.body.id },
  ],
]
const rows: Record<string, string | number>[] = []
for (const [what, lists, more] of audiences) {
  const { body } = await server.api(
    'POST',
    '/campaigns',
    campaignOf(lists, { draft: true, ...more }),
  )
  const taken: number[] = []
  const others: number[] = []
  const cpu: number[] = []
  let recipients = 0
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    const cpuBefore = process.cpuUsage()
    const check = server.api('GET', `/campaigns/${body.id}/check`).then((answer) => {
      taken.push(performance.now() - start)
      recipients = answer.body.recipients
    })
    const other = performance.now()
    await server.api('GET', '/lists?limit=1&fields=id')
    others.push(performance.now() - other)
    await check
    const { user, system } = process.cpuUsage(cpuBefore)
    cpu.push((user + system) / 1000)
  }
  rows.push({
    what,
    recipients,
    'median ms': Math.round(median(taken)),
    'processor ms': Math.round(median(cpu)),
    'slowest ms': Math.round(Math.max(...taken)),
    limit: maxMs,
    'GET /lists slowest ms': Math.round(Math.max(...others)),
  })
}
print(
  `${server.database.dialect.name}: the check over ${contacts} contacts, ${rounds} runs each (filled in ${Math.round(fillMs / 1000)} s)`,
  rows,
)
await server.close()

/** Nine of ten on the first list, a fifth on the second, a fiftieth excluded or suppressed. */
async function fill({ accountId, service: { db }, database }: TestService): Promise<void> {
  const isPostgres = database.dialect.name === 'postgres'
  const numbers = isPostgres
    ? sql.raw(`generate_series(1::bigint, ${contacts}) as n`)
    : sql.raw(
        `(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${contacts}) select n from s)`,
      )
  const lists = [
    { list: 1, share: sql`n % 10 <> 0` },
    { list: 2, share: sql`n % 5 = 0` },
    { list: 3, share: sql`n % 50 = 7` },
  ]
  for (const { list, share } of lists) {
    await sql`
      insert into contacts (account_id, list_id, email, email_key, domain, nombre, nombre_key,
        status, source, version, created_at, updated_at)
      select ${accountId}, ${list}, 'p' || n || '@example.org', 'p' || n || '@example.org',
        'example.org', 'P', 'p', case when n % 20 = 3 then 'unsubscribed' else 'active' end,
        'import', 1, ${sql.lit(now)}, ${sql.lit(now)}
      from ${numbers} where ${share}
    `.execute(db)
  }
  await sql`
    insert into suppressions
      (account_id, list_id, email_key, email, type, reason, campaign_id, created_at)
    select ${accountId}, 0, 'p' || n || '@example.org', 'p' || n || '@example.org', 'bounce', '',
      null, 0 from ${numbers} where n % 50 = 11
  `.execute(db)
  await sql`
    insert into contact_values (account_id, contact_id, field_id, position, text)
    select ${accountId}, id, 1, 0, case id % 5 when 0 then 'Lugo' else 'Madrid' end from contacts
    where list_id = 1
  `.execute(db)
  // On a running server, autovacuum does this.
  if (isPostgres) await sql`vacuum analyze`.execute(db)
}
