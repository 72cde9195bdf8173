import { afterEach, beforeEach, expect, test } from 'vitest'
import { keptTables } from '../../src/service/database/owned-tables.ts'
import { purgeDeletedAccounts } from '../../src/service/retention/deleted-accounts.ts'
import { purge } from '../../src/service/retention/purge.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { countRows, fillAccount, flattenOwnedTables } from '../support/database/filled-account.ts'
import { tablesOf } from '../support/database/tables.ts'
import { startService, type TestService } from '../support/service.ts'
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

/** Adds a user and deletes it over the API, as its parent account. */
async function deleteUser(): Promise<number> {
  const { id } = await addUser(server, { parent: server.accountId })
  const { status } = await server.api('DELETE', `/users/${id}`)
  expect(status).toBe(200)
  return id
}

test('the purge covers every table with account data, or says why a table stays', async () => {
  const tables = await tablesOf(server.service.db)
  const known = new Set<string>([
    ...flattenOwnedTables().map(({ table }) => table),
    ...Object.keys(keptTables),
  ])
  expect(tables.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
  const owned = new Map(flattenOwnedTables().map((each) => [each.table as string, each]))
  const missing = tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'account_id'))
    .map(({ name }) => name)
    .filter((name) => !owned.has(name) && !(name in keptTables))
  expect(missing).toEqual([])
})

/** Adds an event to the history of a contact that counts in the figures of a campaign. */
async function addUnsubscribe(account: number): Promise<void> {
  const { db } = server.service
  const campaign = db.selectFrom('campaigns').select('id').where('account_id', '=', account)
  const { id } = await campaign.executeTakeFirstOrThrow()
  const [first] = await db
    .selectFrom('contact_history')
    .select('id')
    .where('account_id', '=', account)
    .limit(1)
    .execute()
  await db
    .updateTable('contact_history')
    .set({ type: 'unsubscribe', campaign_id: id })
    .where('id', '=', first?.id ?? 0)
    .execute()
}

test('thirty days after deletion nothing of an account is left, and other accounts are intact', async () => {
  const { db } = server.service
  const otherUser = await addUser(server, { parent: server.accountId })
  await fillAccount(db, otherUser.id)
  const before = await countRows(db)
  const gone = await deleteUser()
  const withAccount = { ...before, accounts: (before.accounts ?? 0) + 1 }
  await fillAccount(db, gone)
  await addUnsubscribe(gone)
  const filled = await countRows(db)
  for (const { table } of flattenOwnedTables())
    expect(filled[table], table).toBeGreaterThan(before[table] ?? 0)
  clock.advance(30 * dayMs)
  const purging = { db, reader: server.service.reader, signal: new AbortController().signal }
  const times = { before: clock.now() - 30 * dayMs, now: clock.now() }
  await purgeDeletedAccounts(purging, times)
  expect(await countRows(db)).toEqual(filled)
  await purgeDeletedAccounts(purging, { ...times, before: times.before + 1 })
  const left = await countRows(db)
  // The audit keeps the record of the deletion.
  expect(left).toEqual({ ...withAccount, audit: (before.audit ?? 0) + 1 })
})

/** Returns a signal that aborts after its state was read this many times. */
const stopAfter = (reads: number): AbortSignal => {
  let left = reads
  const { signal } = new AbortController()
  return Object.defineProperty(signal, 'aborted', { get: () => --left < 0 })
}

test('an interrupted purge continues the next time and then does nothing', async () => {
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
    await purgeNow(stopAfter(40))
    left.add((await countRows(db)).automation_steps)
  }
  // The purge deletes in slices, so partial counts were visible between the runs.
  expect(left.size).toBeGreaterThan(1)
  const counts = await countRows(db)
  for (const table of many) expect([table, counts[table]]).toEqual([table, 0])
  expect(await purgedAt()).toBe(clock.now())
})
