import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { connect, openDatabase } from '../../src/service/database/connect.ts'
import type { Executor } from '../../src/service/database/dialect.ts'
import { migrationNames, migratorOf } from '../../src/service/database/migrate.ts'
import { prepareAccountKeys } from '../../src/service/database/migrations/steps/prepare-account-keys.ts'
import { readCatalogue } from '../../src/service/database/sharding/catalogue.ts'
import { countRows, fillAccount } from '../support/database/filled-account.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { createPostgres } from '../support/database/postgres.ts'

const before = '0044-brand-font'
const server = process.env.REMITE_TEST_DATABASE_URL ?? ''
const missing = migrationNames.slice(migrationNames.indexOf(before) + 1)
const accounts = [7, 9]

async function newDatabase(): Promise<string> {
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

const keysOf = async (db: Executor) =>
  (await readCatalogue(db)).map(({ name, keys }) => ({ name, keys }))

onPostgres('an upgraded database has the keys of a new one, and all of its rows', async () => {
  const newUrl = await newDatabase()
  await (await openDatabase(newUrl)).close()
  const expected = await keysOf(connectTo(newUrl).db)
  for (const isPrepared of [false, true]) {
    const url = await newDatabase()
    const db = await fillOldDatabase(url)
    const rows = await countRows(db)
    if (isPrepared) await prepareAccountKeys(db, missing, { smallestBytes: -1 })
    await (await openDatabase(url)).close()
    expect(await keysOf(db)).toEqual(expected)
    expect(await countRows(db)).toEqual(rows)
  }
})

onPostgres('the preparation of a table that is read goes on later, and blocks nobody', async () => {
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
