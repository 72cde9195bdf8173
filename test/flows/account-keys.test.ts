import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { selectRunCounters } from '../../src/service/automations/counters-store.ts'
import { addCounters } from '../../src/service/automations/engine/counters-store.ts'
import { addListCounts } from '../../src/service/contacts/table/list-counts-store.ts'
import { connect, openDatabase } from '../../src/service/database/connect.ts'
import type { Executor } from '../../src/service/database/dialect.ts'
import { migrationNames, migratorOf } from '../../src/service/database/migrate.ts'
import { accountColumns } from '../../src/service/database/migrations/0046-account-columns.ts'
import {
  type AccountKeys,
  replaceKeys,
} from '../../src/service/database/migrations/steps/account-keys.ts'
import { prepareAccountKeys } from '../../src/service/database/migrations/steps/prepare-account-keys.ts'
import { readCatalogue } from '../../src/service/database/sharding/catalogue.ts'
import { insertBounce } from '../../src/service/figures/bounces-store.ts'
import { selectValues, upsertValues } from '../../src/service/lists/fields/values-store.ts'
import { countContacts } from '../../src/service/lists/store.ts'
import { countRows, fillAccount } from '../support/database/filled-account.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { tablesOf } from '../support/database/tables.ts'
import { newFolder } from '../support/folder.ts'

const before = '0044-brand-font'
const missing = migrationNames.slice(migrationNames.indexOf(before) + 1)
const server = process.env.REMITE_TEST_DATABASE_URL
const accounts = [7, 9]

async function newDatabase(): Promise<string> {
  if (!server) return join(newFolder(), 'remite.db')
  const { url, drop } = await createPostgres(server)
  onTestFinished(drop)
  return url
}

function connectTo(url: string) {
  const database = connect(url)
  onTestFinished(database.close)
  return database
}

/** A database of the version before, with rows of two accounts in every table. */
async function fillOldDatabase(url: string): Promise<Executor> {
  const { db, dialect } = connectTo(url)
  await migratorOf(db, dialect).migrateTo(before)
  for (const id of accounts) {
    await sql`insert into accounts (id, username, username_key, email, nombre, role, status,
        pass_hash, language, timezone, plan, monthly_sends, contacts_max, rate_per_hour,
        created_at, updated_at)
      values (${id}, ${`u${id}`}, ${`u${id}`}, '', '', 'Reseller', 'active', '', 'en', 'UTC',
        'sandbox', 0, 0, 0, 0, 0)`.execute(db)
    await fillAccount(db, id)
  }
  return db
}

const accountsIn = async (db: Executor, table: string) => {
  const { rows } = await sql<{ account_id: number; rows: number }>`
    select account_id, count(*) as rows from ${sql.table(table)} group by account_id order by 1
  `.execute(db)
  return rows.map((row) => ({ ...row, rows: Number(row.rows) }))
}

const keysOf = async (db: Executor) =>
  (await readCatalogue(db)).map(({ name, columns, keys }) => ({ name, columns, keys }))

test('rows from before the upgrade get the account of the row above', async () => {
  const url = await newDatabase()
  const old = await fillOldDatabase(url)
  const rows = await countRows(old)
  await (await openDatabase(url)).close()
  const { db } = connectTo(url)
  expect(await countRows(db)).toMatchObject(rows)
  for (const { table } of accountColumns) {
    const half = (rows[table] ?? 0) / 2
    expect(half, table).toBeGreaterThan(0)
    expect(await accountsIn(db, table), table).toEqual(
      accounts.map((account_id) => ({ account_id, rows: half })),
    )
  }
})

onPostgres('large tables are prepared while programs of the version before write', async () => {
  const newUrl = await newDatabase()
  await (await openDatabase(newUrl)).close()
  const url = await newDatabase()
  const db = await fillOldDatabase(url)
  const oldTables = await tablesOf(db)
  const rows = await countRows(db)
  await prepareAccountKeys(db, missing, { smallestBytes: -1 })
  // The columns of the version before.
  for (const id of accounts) await fillAccount(db, id, undefined, oldTables)
  await (await openDatabase(url)).close()
  for (const id of accounts) await fillAccount(db, id, undefined, oldTables)
  expect(await keysOf(db)).toEqual(await keysOf(connectTo(newUrl).db))
  for (const { table } of accountColumns) {
    expect(await accountsIn(db, table), table).toEqual(
      accounts.map((account_id) => ({ account_id, rows: ((rows[table] ?? 0) / 2) * 3 })),
    )
  }
})

onPostgres('the preparation of a table that is read goes on later and blocks none', async () => {
  const url = await newDatabase()
  const db = await fillOldDatabase(url)
  const reading = await connectTo(url).db.startTransaction().execute()
  await sql`select 1 from segments`.execute(reading)
  const limits = { lockTimeoutMs: 50, attempts: 2 }
  await expect(prepareAccountKeys(db, missing, limits)).rejects.toThrow('lock timeout')
  await sql`update segments set name = name`.execute(db)
  await reading.rollback().execute()
  await prepareAccountKeys(db, missing, limits)
  await (await openDatabase(url)).close()
})

/** The keys that the next version can replace. */
const nextKeys: readonly AccountKeys[] = [
  { table: 'automation_tallies', columns: ['automation_id', 'version', 'node'] },
  { table: 'bounces', columns: ['recipient_id'] },
  { table: 'contact_values', columns: ['contact_id', 'field_id', 'position'] },
  { table: 'list_counts', columns: ['list_id', 'status', 'slot'] },
].map(({ table, columns }) => ({
  table,
  keys: [{ name: `${table}_pkey`, columns }],
  lookups: [columns],
}))

onPostgres('statements of this version go on when the next one replaces more keys', async () => {
  const url = await newDatabase()
  await (await openDatabase(url)).close()
  const { db } = connectTo(url)
  for (const keys of nextKeys) await replaceKeys(db, keys)
  const value = { contact_id: 1, field_id: 2, position: 0, number: null, time: null }
  for (const text of ['Lugo', 'Vigo']) await upsertValues(db, 7, [{ ...value, text }])
  expect(await selectValues(db, 7, [1])).toEqual(
    new Map([[1, new Map([[2, [{ position: 0, text: 'Vigo', number: null, time: null }]]])]]),
  )
  const counted = { account_id: 7, list_id: 3, status: 'active' }
  const counts = { gained: [counted], lost: [] }
  for (let time = 0; time < 2; time++) {
    await db.transaction().execute((tx) => addListCounts(tx, counts))
    const entered = { version: 1, node: '', entered: 1 }
    await addCounters(db, { accountId: 7, id: 4 }, [entered])
  }
  expect((await countContacts(db, 7, [3]))(3).active).toBe(2)
  expect((await selectRunCounters(db, 7, [4]))(4).entered).toBe(2)
  await sql`
    insert into recipients (account_id, campaign_id, address_key, visit, contact_id, state, attempts)
    values (7, 5, 'ana@correo.example', 0, 1, 'sent', 1)
  `.execute(db)
  const types: (string | undefined)[] = []
  for (const type of ['soft', 'soft', 'hard'] as const) {
    const refusal = { type, kind: 'mailbox_full', countsAgainstContact: true } as const
    const bounced = await insertBounce(db, { recipientId: 1, refusal, diagnostic: '', now: 1 })
    types.push(bounced?.type)
  }
  expect(types).toEqual(['soft', undefined, 'hard'])
})
