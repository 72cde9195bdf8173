import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/service/database/connect.ts'
import type { Executor } from '../../src/service/database/dialect.ts'
import { accountColumns } from '../../src/service/database/migrations/0046-account-columns.ts'
import { readCatalogue } from '../../src/service/database/sharding/catalogue.ts'
import { placements } from '../../src/service/database/sharding/placement.ts'
import { findViolations, type Violation } from '../../src/service/database/sharding/rules.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { tablesOf } from '../support/database/tables.ts'
import { newFolder } from '../support/folder.ts'
import { remite } from '../support/remite.ts'

const server = process.env.REMITE_TEST_DATABASE_URL

/** The lists may only become shorter. Remove each table that is mended. */
const withoutAccount = [
  // A statement of the version before joins them and names `account_id` without a table.
  ...['automation_versions', 'template_versions'],
  'repeat_visits',
]
const withOtherKeys = [
  ...withoutAccount,
  // A program of the version before names the old key in `on conflict`.
  ...['automation_tallies', 'bounces', 'campaign_counts', 'contact_values', 'deliveries'],
  'list_counts',
  ...['optin_requests', 'welcomes'],
  // It finds rows by the old key, and an index beside the new one would cost much.
  ...['automation_runs', 'contacts', 'recipients'],
]
/** They act only for programs of an earlier version. Drop them in a later version. */
const withTriggers = [
  ...['bounces', 'contact_history', 'contacts', 'conversions', 'engagements', 'media'],
  ...['recipients', 'repeat_visits'],
  // They fill the account of its rows.
  ...accountColumns.map(({ table }) => table),
]

test('every table has a place in a cluster', async () => {
  const { db, close } = await openDatabase(`${newFolder()}/remite.db`)
  onTestFinished(close)
  const known = placements()
  const names = (await tablesOf(db)).map(({ name }) => name)
  expect(names.filter((name) => !known.has(name as never))).toEqual([])
})

test.each([
  [['database', 'distribute'], { REMITE_DATABASE_URL: 'postgres://127.0.0.1:9/x' }, '--dry-run'],
  [['database', 'distribute', '--dry-run'], {}, 'REMITE_DATABASE_URL'],
])('%o without what it needs is refused', async (args, env, named) => {
  const { code, stderr } = await remite().with({ env })(...args)
  expect(code).toBe(2)
  expect(stderr).toContain(named)
})

describe.runIf(server)('on PostgreSQL', () => {
  async function open() {
    const { url, drop } = await createPostgres(server ?? '')
    onTestFinished(drop)
    const { db, close } = await openDatabase(url)
    onTestFinished(close)
    return { db, url }
  }
  const violationsOf = async (db: Executor) => findViolations(await readCatalogue(db), placements())
  const tablesWith = (violations: readonly Violation[], rule: Violation['rule']) => [
    ...new Set(violations.flatMap((each) => (each.rule === rule ? [each.table] : []))),
  ]

  test('no table breaks a rule of a cluster that it did not break before', async () => {
    const { db } = await open()
    const violations = await violationsOf(db)
    expect(tablesWith(violations, 'no account')).toEqual([...withoutAccount].sort())
    expect(tablesWith(violations, 'account is not first')).toEqual([...withOtherKeys].sort())
    expect(tablesWith(violations, 'trigger')).toEqual([...withTriggers].sort())
    expect(tablesWith(violations, 'account may be 0')).toEqual([
      ...['campaign_counts', 'deliveries', 'delivery_attempts'],
    ])
    for (const rule of ['no placement', 'account may be null', 'reference'] as const) {
      expect(tablesWith(violations, rule)).toEqual([])
    }
  })

  test('the printed statements give every key the account, and rows that of the row above', async () => {
    const { db, url } = await open()
    await sql`insert into templates values
      (default, 7, 'Aviso', 1, 1, 0, 0, 0), (default, 9, 'Otro', 1, 1, 0, 0, 0)`.execute(db)
    await sql`insert into template_versions (template_id, version, created_at, asunto, html, text)
      values (1, 1, 0, '', '', ''), (2, 1, 0, '', '', ''), (3, 1, 0, '', '', '')`.execute(db)
    const before = await violationsOf(db)
    const run = remite().with({ env: { REMITE_DATABASE_URL: url } })
    const { code, stdout } = await run('database', 'distribute', '--dry-run')
    expect(code).toBe(0)
    expect(await violationsOf(db)).toEqual(before)
    expect(stdout).toContain(`select create_distributed_table('events', 'account_id'`)
    expect(stdout).toContain(`select create_reference_table('accounts');`)
    // The functions of Citus are not here.
    const ours = stdout
      .split('\n')
      .filter((line) => !/^(select create_|create extension)/.test(line))
    await db.transaction().execute((tx) => sql.raw(ours.join('\n')).execute(tx))
    expect(await violationsOf(db)).toEqual([])
    const { rows } = await sql`select template_id, account_id from template_versions
      order by template_id`.execute(db)
    expect(rows).toEqual([
      { template_id: 1, account_id: 7 },
      { template_id: 2, account_id: 9 },
    ])
  })
})
