import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '../../src/contract/index.ts'
import { apiPrefix } from '../../src/service/app.ts'
import { deleteContactRows } from '../../src/service/contacts/table/change-store.ts'
import { openDatabase } from '../../src/service/database/connect.ts'
import { createAccountFixture } from '../support/access/account-fixture.ts'
import { requestOf } from '../support/access/route-requests.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { createPostgres, type PostgresDatabase } from '../support/database/postgres.ts'
import { newFolder } from '../support/folder.ts'
import { contentOf, interruptMove } from '../support/processes/interrupted-move.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { addUser, type TestUser } from '../support/users.ts'
import { waitFor } from '../support/wait.ts'

/** The PostgreSQL server to move to. Without it the tests are skipped. */
const server = process.env.REMITE_TEST_DATABASE_URL

const slowMs = 60_000

let file: string
let target: PostgresDatabase
const move = (...more: string[]) =>
  remite().with({ env: { REMITE_DATABASE_URL: target.url, REMITE_MASTER_KEY: 'one' } })(
    ...['database', 'move', '--from', file, ...more],
  )

beforeEach(async () => {
  file = join(newFolder(), 'remite.db')
  if (server) target = await createPostgres(server)
})
afterEach(() => target?.drop())

/** Starts a service on the file, with an account that has a row of every kind and a long list. */
async function filledService() {
  const source = await startService({ file })
  const limits = { monthly_sends: 0, contacts_max: 10_000, ai_generations: 0 }
  const user = await addUser(source, {
    parent: source.accountId,
    role: 'Admin',
    limits: { ...limits, rate_per_hour: 100_000 },
  })
  const account = await createAccountFixture(source, user)
  const contacts = Array.from({ length: 5000 }, (_, n) => ({
    email: `cliente.${n}@correo.example`,
    nombre: n % 2 ? 'Zoë' : 'José "Pepe", \\ {}',
  }))
  await user.api('POST', `/lists/${account.list}/contacts`, { contacts })
  await writeBytes(source)
  return { source, user, account }
}

/** Writes all byte values and a number of maximum length. */
async function writeBytes({ service: { db } }: TestService): Promise<void> {
  const raw = Buffer.from(Array.from({ length: 70_000 }, (_, n) => n % 256))
  const message = { mail_from: '', rcpt_to: 'a@b.example', received_at: 1 }
  await db
    .insertInto('inbox')
    .values({ ...message, raw, handled_at: 1, outcome: null })
    .execute()
  await db
    .updateTable('conversions')
    .set({ value: 0.1 + 0.2 })
    .execute()
}

type AccountFixture = Awaited<ReturnType<typeof createAccountFixture>>

/** Returns the responses of all GET routes. */
async function answersOf(testService: TestService, user: TestUser, account: AccountFixture) {
  const readable = endpoints.filter(({ endpoint: { method } }) => method === 'GET')
  const answers: Record<string, unknown> = {}
  for (const endpoint of readable) {
    const { path } = requestOf(endpoint, account)
    const { status, body } = await testService.request('GET', apiPrefix + path, undefined, {
      authorization: `Bearer ${user.token}`,
    })
    answers[endpoint.id] = { status, body: withoutNow(body, testService.origin) }
  }
  return answers
}

/** Removes the origin and the current times from a response, which differ between two services. */
const withoutNow = (body: unknown, origin: string): unknown =>
  JSON.parse(
    JSON.stringify(body)
      .replaceAll(origin, 'origin')
      .replace(/"(calculated_at|computed_at|refreshed_at|to|from|request_id)":"[^"]*"/g, '"$1":""'),
  )

const rowsIn = async (url: string, table: string): Promise<number> => {
  const database = await openDatabase(url)
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    database.db,
  )
  await database.close()
  return rows[0]?.n ?? -1
}

onPostgres(
  'a service moved to PostgreSQL answers every request as before',
  async () => {
    const { source, user, account } = await filledService()
    const before = await answersOf(source, user, account)
    const statuses = new Set(Object.values(before).map((answer) => (answer as SizedTable).status))
    expect([...statuses].filter((status) => status >= 500 && status !== 501)).toEqual([])
    expect(Object.keys(before).length).toBeGreaterThan(30)
    await source.close()

    const { code, stdout, stderr } = await move('-o', 'json')
    expect(stderr).toContain('All data was copied and verified.')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ put_away: `${file}.moved` })
    expect(existsSync(file)).toBe(false)

    const moved = await startService({ file: target.url })
    expect(await answersOf(moved, user, account)).toEqual(before)
    await moved.close()
  },
  slowMs,
)

interface SizedTable {
  status: number
}

onPostgres(
  'new rows after a move get unused ids and are counted',
  async () => {
    const { source, user, account } = await filledService()
    const add = async (testService: TestService, email: string) =>
      (
        await testService.request(
          'POST',
          `${apiPrefix}/lists/${account.list}/contacts`,
          { email },
          { authorization: `Bearer ${user.token}` },
        )
      ).body.id
    const last = await add(source, 'last@correo.example')
    await source.service.db.transaction().execute((tx) => deleteContactRows(tx, sql`id = ${last}`))
    await source.close()
    expect((await move()).code).toBe(0)

    const moved = await startService({ file: target.url })
    expect(await add(moved, 'new@correo.example')).toBe(last + 1)
    const counted = await sql<{ kept: number; counted: number }>`
      select (select sum(contacts) from list_counts) as kept,
        (select count(*) from contacts) as counted`.execute(moved.service.db)
    expect(counted.rows).toEqual([{ kept: 5003, counted: 5003 }])
    await moved.close()
  },
  slowMs,
)

onPostgres(
  'an interrupted move leaves the target empty and the source unchanged',
  async () => {
    const { source } = await filledService()
    await source.close()
    const stopped = AbortSignal.abort('SIGINT')
    const env = { REMITE_DATABASE_URL: target.url }
    const { code } = await remite().with({ env, stopped })('database', 'move', '--from', file)
    expect(code).toBe(130)
    expect(await rowsIn(target.url, 'accounts')).toBe(0)
    expect(await rowsIn(file, 'accounts')).toBe(2)
    expect((await move()).code).toBe(0)
    expect(await rowsIn(target.url, 'accounts')).toBe(2)
  },
  slowMs,
)

onPostgres(
  'kill -9 during a move leaves the target empty, and the next move copies everything',
  async () => {
    const { source } = await filledService()
    await source.close()
    const { db, close } = await openDatabase(target.url)
    const isCopying = async () =>
      (
        await sql`select 1 from pg_locks where mode = 'AccessExclusiveLock' and granted
          and relation = 'contacts'::regclass`.execute(db)
      ).rows.length > 0
    const moment = () => waitFor(isCopying, slowMs)
    expect(await interruptMove(file, target.url, moment)).toEqual({
      killed: 'before the end',
      problems: [],
    })
    await close()
  },
  2 * slowMs,
)

onPostgres(
  'a move killed before its last step is completed, unless something changed since',
  async () => {
    const { source } = await filledService()
    await source.close()
    const whole = await contentOf(file)
    expect((await move()).code).toBe(0)
    renameSync(`${file}.moved`, file)
    const { code, stderr } = await move()
    expect([code, stderr]).toEqual([0, expect.stringContaining('All data was copied')])
    expect(existsSync(file)).toBe(false)
    expect(await contentOf(target.url)).toBe(whole)

    renameSync(`${file}.moved`, file)
    const { db, close } = await openDatabase(target.url)
    await db.updateTable('lists').set({ name: 'changed meanwhile' }).execute()
    await close()
    expect(await move()).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('The target database already has rows in'),
    })
    expect(await contentOf(file)).toBe(whole)
  },
  slowMs,
)

onPostgres(
  'a copy that lost rows is detected and removed',
  async () => {
    const { source } = await filledService()
    await source.close()
    const lossy = await openDatabase(target.url)
    await sql`create rule lost as on insert to contact_tags do instead nothing`.execute(lossy.db)
    await lossy.close()
    const { code, stderr } = await move()
    expect(stderr).toContain(
      'The copy of “contact_tags” is different: it has 0 rows, and 1 were expected.',
    )
    expect(code).toBe(1)
    expect(await rowsIn(target.url, 'accounts')).toBe(0)
    expect(await rowsIn(file, 'accounts')).toBe(2)
  },
  slowMs,
)

onPostgres(
  'a target with rows or with another schema is refused',
  async () => {
    const { source } = await filledService()
    await source.close()
    const strange = await openDatabase(target.url)
    await sql`create table notes (note text)`.execute(strange.db)
    await sql`insert into notes values ('mine')`.execute(strange.db)
    expect(await move()).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('The target database already has rows in “notes”.'),
    })
    await sql`drop table notes`.execute(strange.db)
    await strange.close()

    const database = await openDatabase(file)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(
      database.db,
    )
    expect(await move()).toMatchObject({ code: 1, stderr: expect.stringContaining('9999-later') })
    await sql`delete from kysely_migration where name in ('9999-later', '0004-users')`.execute(
      database.db,
    )
    expect(await move()).toMatchObject({ code: 2, stderr: expect.stringContaining('0004-users') })
    await database.close()
    expect(await rowsIn(target.url, 'accounts')).toBe(0)
  },
  slowMs,
)

onPostgres(
  'a file in use by a service is not moved',
  async () => {
    await (await openDatabase(file)).close()
    const holder = spawn(
      process.execPath,
      [
        '-e',
        `require('node:fs').writeFileSync(${JSON.stringify(`${file}.lock`)}, String(process.pid)); console.log('held'); setInterval(() => {}, 1000)`,
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    )
    await once(holder.stdout ?? holder, 'data')
    expect(await move()).toMatchObject({
      code: 13,
      stderr: expect.stringContaining('Another service is using this database'),
    })
    holder.kill()
    await once(holder, 'exit')
    expect((await move()).code).toBe(0)
  },
  slowMs,
)

onPostgres('a process that was killed on SQLite is not alive on PostgreSQL', async () => {
  const source = await openDatabase(file)
  const killed = { id: 'killed', started_at: 1, alive_until: Date.now() * 2, last_result_at: 0 }
  await source.db.insertInto('processes').values(killed).execute()
  await source.close()
  expect(await move()).toMatchObject({ code: 0 })
  const { db, close } = await openDatabase(target.url)
  const processes = await db.selectFrom('processes').selectAll().execute()
  await close()
  expect(processes).toEqual([])
})

test('what cannot be moved is reported: no file, no address, a password in a flag, no server', async () => {
  const run = remite()
  const to = ['--to', 'postgres://127.0.0.1:9/nothing']
  expect(await run('database', 'move', '--from', file, ...to)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`${file} is not the database of a remite service.`),
  })
  await (await openDatabase(file)).close()
  expect((await run('database', 'move', '--from', file)).stderr).toContain('--to')
  expect(await run('database', 'move', '--to', 'postgres://ana:secret@db/x')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('REMITE_DATABASE_URL'),
  })
  expect(await run('database', 'move', '--from', file, ...to)).toMatchObject({
    code: 11,
    stderr: expect.stringContaining('PostgreSQL refused the connection: '),
  })
  expect(existsSync(file)).toBe(true)
})
