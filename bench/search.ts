// Times searches over a million contacts, with the service's own queries: the first page of each kind of search.
// SQL creates the contacts.
// node scripts/run.js bench/search.ts [CONTACTS], with REMITE_TEST_DATABASE_URL on PostgreSQL too
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../src/service/database/connect.ts'
import { searchContacts } from '../src/service/search/search-contacts.ts'
import { strategiesFor } from '../src/service/search/strategies.ts'
import { createPostgres } from '../test/support/database/postgres.ts'
import { newFolder } from '../test/support/folder.ts'
import { median, print } from './measure.ts'

const [count = 1_000_000] = process.argv.slice(2).map(Number)
const server = process.env.REMITE_TEST_DATABASE_URL
const rounds = 9
const pageSize = 51
const searches = {
  'a whole address': 'p777777@empresa17777.example',
  'the start of an address': 'p7777',
  'one letter': 'p',
  'a domain of many': '@gmail.com',
  'a domain of few': '@empresa777.example',
  'a first name': 'Lucía',
  'a name and a surname': 'Lucía Gar',
  'a surname of many': 'García',
  'a rare surname': 'Zubizarreta',
  'two that no contact combines': 'López Ruiz',
  'the second of two names': 'José G',
  'no match': 'xyzzy',
}

await bench('SQLite', await openDatabase(join(newFolder(), 'remite.db')))
if (server) {
  const { url, drop } = await createPostgres(server)
  await bench('PostgreSQL', await openDatabase(url)).finally(drop)
}

async function bench(title: string, database: Database): Promise<void> {
  await fill(database)
  const rows: Record<string, string | number>[] = []
  for (const [what, q] of Object.entries(searches)) {
    const taken: number[] = []
    let found = 0
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      const page = await searchContacts(database.reader, {
        accountId: 1,
        strategies: strategiesFor(q),
        after: undefined,
        limit: pageSize,
      })
      taken.push(performance.now() - start)
      found = page.length
    }
    rows.push({
      what,
      q,
      found: found === pageSize ? `${pageSize - 1}+` : found,
      'median ms': median(taken).toFixed(1),
      'slowest ms': Math.max(...taken).toFixed(1),
    })
  }
  print(`${title}: searches over ${count} contacts, ${rounds} runs each`, rows)
  await database.close()
}

async function fill({ db, dialect }: Database): Promise<void> {
  const firstNames = ['ana', 'luis', 'maria jose', 'pedro', 'lucia', 'carmen', 'juan', 'eva']
  const surnames = [
    'garcia',
    'lopez',
    'perez',
    'ruiz',
    'gil',
    'sanchez',
    'romero',
    'torres',
    'vega',
  ]
  const pick = (names: readonly string[], n: string) =>
    `case ${n} % ${names.length} ${names.map((name, index) => `when ${index} then '${name}'`).join(' ')} end`
  const name = `${pick(firstNames, '(n * 7919 / 13)')} || ' ' || case when n % 100000 = 7 then 'zubizarreta' else ${pick(surnames, '(n * 104729 / 17)')} end`
  const domain = `case when n % 2 = 0 then 'gmail.com' when n % 5 = 0 then 'hotmail.com' else 'empresa' || (n % 20000) || '.example' end`
  const numbers =
    dialect.name === 'postgres'
      ? `generate_series(1::bigint, ${count}) as s(n)`
      : `(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s)`
  await sql
    .raw(
      `insert into contacts (account_id, list_id, email, email_key, domain, nombre, nombre_key,
        status, source, version, created_at, updated_at)
      select 1, 1 + n % 3, 'p' || n || '@' || d, 'p' || n || '@' || d, d, name, name,
        'active', 'import', 1, 0, 0
      from (select n, ${domain} as d, ${name} as name from ${numbers}) as made`,
    )
    .execute(db)
  // On a server that runs for days, autovacuum does this.
  await sql.raw(dialect.name === 'postgres' ? 'vacuum analyze contacts' : 'analyze').execute(db)
}
