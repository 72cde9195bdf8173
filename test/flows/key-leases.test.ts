import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import type { Database } from '../../src/service/database/connect.ts'
import { lockKeys, shareKeys } from '../../src/service/keys/key-leases.ts'
import { testClock } from '../support/clock.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { openTestDatabase } from '../support/database/test-database.ts'
import { waitFor } from '../support/wait.ts'

async function opened(): Promise<Database> {
  const database = await openTestDatabase(undefined)
  onTestFinished(database.close)
  return database
}

/** Uses the keys. `checks` counts how often they were checked, and the first `failures` of them fail. */
async function use({ db }: Database, failures = 0) {
  const clock = testClock()
  const used = { clock, checks: 0, end: async () => {} }
  used.end = await shareKeys({ db, clock, processId: 'one' }, async () => {
    used.checks++
    if (used.checks <= failures) throw new Error('Connection terminated unexpectedly')
  })
  return used
}

const expire = ({ db }: Database) => db.updateTable('key_leases').set({ alive_until: 0 }).execute()

const lease = async ({ db }: Database) =>
  (await db.selectFrom('key_leases').select('alive_until').executeTakeFirst())?.alive_until ?? 0

const lock = ({ db }: Database) => db.transaction().execute(lockKeys)

onPostgres('a lease is renewed while the keys are used, and the keys are not checked', async () => {
  const database = await opened()
  const used = await use(database)
  const before = await lease(database)
  await waitFor(async () => {
    used.clock.advance(10_000)
    return (await lease(database)) > before
  })
  expect(used.checks).toBe(0)
  await expect(lock(database)).rejects.toMatchObject({ code: 'keys_in_use' })
  await used.end()
  expect(await lease(database)).toBe(0)
  await lock(database)
})

onPostgres('the keys are checked after a lease expired, again if the check fails', async () => {
  const database = await opened()
  const used = await use(database, 2)
  await expire(database)
  await lock(database)
  await waitFor(() => {
    used.clock.advance(10_000)
    return used.checks === 3
  })
  const checkedAt = await lease(database)
  await waitFor(async () => {
    used.clock.advance(10_000)
    return (await lease(database)) > checkedAt
  })
  expect(used.checks).toBe(3)
  await used.end()
})

onPostgres('what a killed service left is deleted by the next one', async () => {
  const database = await opened()
  const { db } = database
  await db.insertInto('key_leases').values({ id: 'killed', alive_until: 1 }).execute()
  const used = await use(database)
  const ids = await db.selectFrom('key_leases').select('id').execute()
  expect(ids).toEqual([{ id: 'one' }])
  await used.end()
})

onPostgres('a service waits until a change of the keys is over', async () => {
  const database = await opened()
  let isUsed = false
  let end = async () => {}
  await database.db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    const using = use(database).then((used) => {
      isUsed = true
      end = used.end
    })
    await waitFor(() => isWaiting(database))
    expect(isUsed).toBe(false)
    using.catch(() => {})
  })
  await waitFor(() => isUsed)
  await end()
})

onPostgres('of two changes of the keys, the second is refused', async () => {
  const database = await opened()
  await database.db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    await expect(lock(database)).rejects.toMatchObject({ code: 'keys_in_use' })
  })
})

onPostgres('a service of an earlier version prevents a change of the keys', async () => {
  const database = await opened()
  const { db } = database
  await db.connection().execute(async (one) => {
    await sql`select pg_advisory_lock_shared(${0x72656d69})`.execute(one)
    await expect(lock(database)).rejects.toMatchObject({ code: 'keys_in_use' })
    await sql`select pg_advisory_unlock_shared(${0x72656d69})`.execute(one)
  })
  await lock(database)
})

async function isWaiting({ db }: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_locks where not granted and relation = cast('key_leases' as regclass)
  `.execute(db)
  return rows.length > 0
}
