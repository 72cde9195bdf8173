import { afterEach, beforeEach, expect, test } from 'vitest'
import { purgeGoneAccounts } from '../../src/service/purge/gone-store.ts'
import { kept } from '../../src/service/purge/owned.ts'
import { purge } from '../../src/service/purge/purge.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { countRows, everyOwned, fillAccount } from '../support/filled-account.ts'
import { startService, type TestService } from '../support/service.ts'
import { tablesOf } from '../support/tables.ts'
import { addUser } from '../support/users.ts'

const dayMs = 86_400_000

let clock: TestClock
let server: TestService
beforeEach(async () => {
  clock = testClock()
  server = await startService({ clock })
})
afterEach(() => server.close())

const purgeNow = (signal = new AbortController().signal) => purge(server.service, signal)

/** A user who is deleted by the account above. */
async function deleteUser(): Promise<number> {
  const { id } = await addUser(server, { parent: server.accountId })
  const { status } = await server.api('DELETE', `/users/${id}`)
  expect(status).toBe(200)
  return id
}

test('the purge names every table that holds what is an account’s, or says why it stays', async () => {
  const tables = await tablesOf(server.service.db)
  const named = new Set<string>([...everyOwned().map(({ table }) => table), ...Object.keys(kept)])
  expect(tables.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([])
  const owned = new Map(everyOwned().map((each) => [each.table as string, each]))
  const missing = tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'account_id'))
    .map(({ name }) => name)
    .filter((name) => !owned.has(name) && !(name in kept))
  expect(missing).toEqual([])
})

test('thirty days after an account is deleted nothing of it is left, and of the others all', async () => {
  const { db } = server.service
  const other = await addUser(server, { parent: server.accountId })
  await fillAccount(db, other.id)
  const before = await countRows(db)
  const gone = await deleteUser()
  const withAccount = { ...before, accounts: (before.accounts ?? 0) + 1 }
  await fillAccount(db, gone)
  const filled = await countRows(db)
  for (const { table } of everyOwned())
    expect(filled[table], table).toBeGreaterThan(before[table] ?? 0)
  clock.advance(30 * dayMs)
  const purging = { db, reader: server.service.reader, signal: new AbortController().signal }
  const times = { before: clock.now() - 30 * dayMs, now: clock.now() }
  await purgeGoneAccounts(purging, times)
  expect(await countRows(db)).toEqual(filled)
  await purgeGoneAccounts(purging, { ...times, before: times.before + 1 })
  const left = await countRows(db)
  // Who deleted it is still told.
  expect(left).toEqual({ ...withAccount, audit: (before.audit ?? 0) + 1 })
})

/** Says stop when it was looked at so often. */
const stopAfter = (looks: number): AbortSignal => {
  let left = looks
  const { signal } = new AbortController()
  return Object.defineProperty(signal, 'aborted', { get: () => --left < 0 })
}

test('a purge that is cut short, however often, goes on at the next, and then looks no more', async () => {
  const { db } = server.service
  const gone = await deleteUser()
  const many = new Set(['recipients', 'automation_steps', 'job_rejects'])
  await fillAccount(db, gone, (table) => (many.has(table) ? 2500 : 1))
  clock.advance(31 * dayMs)
  const purgedAt = async () => {
    const row = db.selectFrom('accounts').select('purged_at').where('id', '=', gone)
    return (await row.executeTakeFirstOrThrow()).purged_at
  }
  const left = new Set<number | undefined>()
  while ((await purgedAt()) === null) {
    await purgeNow(stopAfter(20))
    left.add((await countRows(db)).automation_steps)
  }
  // In slices, and some of it was there between two of these purges.
  expect(left.size).toBeGreaterThan(1)
  const counts = await countRows(db)
  for (const table of many) expect([table, counts[table]]).toEqual([table, 0])
  expect(await purgedAt()).toBe(clock.now())
})
