import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '../../src/contract/index.ts'
import { apiPrefix } from '../../src/service/app.ts'
import { openDatabase } from '../../src/service/database/connect.ts'
import { furnish } from '../support/doors.ts'
import { requestOf } from '../support/doors-requests.ts'
import { newFolder } from '../support/folder.ts'
import { contentOf, moveInterrupted } from '../support/interrupted-move.ts'
import { onPostgres } from '../support/on-postgres.ts'
import { createPostgres, type PostgresDatabase } from '../support/postgres.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { addUser, type TestUser } from '../support/users.ts'
import { waitFor } from '../support/wait.ts'

/** There is nothing to move to without one. */
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

/** A service on the file with an account that has a row of every kind, and a list of some length. */
async function furnishedService() {
  const source = await startService({ file })
  const limits = { monthly_sends: 0, contacts_max: 10_000, ai_generations: 0 }
  const user = await addUser(source, {
    parent: source.accountId,
    role: 'Admin',
    limits: { ...limits, rate_per_hour: 100_000 },
  })
  const things = await furnish(source, user)
  const contacts = Array.from({ length: 5000 }, (_, n) => ({
    email: `cliente.${n}@correo.example`,
    nombre: n % 2 ? 'Zoë' : 'José "Pepe", \\ {}',
  }))
  await user.api('POST', `/lists/${things.list}/contacts`, { contacts })
  await writeBytes(source)
  return { source, user, things }
}

/** Bytes of every value, and a number as long as they come. */
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

type Furnished = Awaited<ReturnType<typeof furnish>>

/** What the API says at every address that can be read. */
async function answersOf(at: TestService, user: TestUser, things: Furnished) {
  const readable = endpoints.filter(({ endpoint: { method } }) => method === 'GET')
  const answers: Record<string, unknown> = {}
  for (const endpoint of readable) {
    const { path } = requestOf(endpoint, things)
    const { status, body } = await at.request('GET', apiPrefix + path, undefined, {
      authorization: `Bearer ${user.token}`,
    })
    answers[endpoint.id] = { status, body: withoutNow(body, at.origin) }
  }
  return answers
}

/** Another port, and what is said of this very moment. */
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
  'a service that was moved to PostgreSQL answers every question as it did',
  async () => {
    const { source, user, things } = await furnishedService()
    const before = await answersOf(source, user, things)
    const statuses = new Set(Object.values(before).map((answer) => (answer as Sized).status))
    expect([...statuses].filter((status) => status >= 500 && status !== 501)).toEqual([])
    expect(Object.keys(before).length).toBeGreaterThan(30)
    await source.close()

    const { code, stdout, stderr } = await move('-o', 'json')
    expect(stderr).toContain('Everything was copied and compared.')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ put_away: `${file}.moved` })
    expect(existsSync(file)).toBe(false)

    const moved = await startService({ file: target.url })
    expect(await answersOf(moved, user, things)).toEqual(before)
    await moved.close()
  },
  slowMs,
)

interface Sized {
  status: number
}

onPostgres(
  'what is made after a move gets a number that nobody had, and is counted',
  async () => {
    const { source, user, things } = await furnishedService()
    const add = async (at: TestService, email: string) =>
      (
        await at.request(
          'POST',
          `${apiPrefix}/lists/${things.list}/contacts`,
          { email },
          { authorization: `Bearer ${user.token}` },
        )
      ).body.id
    const last = await add(source, 'last@correo.example')
    await source.service.db.deleteFrom('contacts').where('id', '=', last).execute()
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
  'a move that is stopped leaves nothing over there, and everything here',
  async () => {
    const { source } = await furnishedService()
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
  'kill -9 in the middle of a move leaves nothing over there, and the next one brings everything',
  async () => {
    const { source } = await furnishedService()
    await source.close()
    const { db, close } = await openDatabase(target.url)
    const isCopying = async () =>
      (
        await sql`select 1 from pg_locks where mode = 'AccessExclusiveLock' and granted
          and relation = 'contacts'::regclass`.execute(db)
      ).rows.length > 0
    const moment = () => waitFor(isCopying, slowMs)
    expect(await moveInterrupted(file, target.url, moment)).toEqual({
      killed: 'before the end',
      wrong: [],
    })
    await close()
  },
  2 * slowMs,
)

onPostgres(
  'a move that was killed before the file was put away is taken up there, unless something changed since',
  async () => {
    const { source } = await furnishedService()
    await source.close()
    const whole = await contentOf(file)
    expect((await move()).code).toBe(0)
    renameSync(`${file}.moved`, file)
    const { code, stderr } = await move()
    expect([code, stderr]).toEqual([0, expect.stringContaining('Everything was copied')])
    expect(existsSync(file)).toBe(false)
    expect(await contentOf(target.url)).toBe(whole)

    renameSync(`${file}.moved`, file)
    const { db, close } = await openDatabase(target.url)
    await db.updateTable('lists').set({ name: 'changed meanwhile' }).execute()
    await close()
    expect(await move()).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('There are rows in that database already'),
    })
    expect(await contentOf(file)).toBe(whole)
  },
  slowMs,
)

onPostgres(
  'a copy that lost rows on the way is found out, and taken back',
  async () => {
    const { source } = await furnishedService()
    await source.close()
    const lossy = await openDatabase(target.url)
    await sql`create rule lost as on insert to contact_tags do instead nothing`.execute(lossy.db)
    await lossy.close()
    const { code, stderr } = await move()
    expect(stderr).toContain('“contact_tags” was not the same after copying: 0 rows of 1.')
    expect(code).toBe(1)
    expect(await rowsIn(target.url, 'accounts')).toBe(0)
    expect(await rowsIn(file, 'accounts')).toBe(2)
  },
  slowMs,
)

onPostgres(
  'a database with rows in it is refused, and so is one of another schema',
  async () => {
    const { source } = await furnishedService()
    await source.close()
    const strange = await openDatabase(target.url)
    await sql`create table notes (note text)`.execute(strange.db)
    await sql`insert into notes values ('mine')`.execute(strange.db)
    expect(await move()).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('There are rows in that database already, in “notes”.'),
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
  'a file that a service works with is not moved',
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
      stderr: expect.stringContaining('Another service works with this database'),
    })
    holder.kill()
    await once(holder, 'exit')
    expect((await move()).code).toBe(0)
  },
  slowMs,
)

test('what cannot be moved is told: no file, no address, a password in a flag, nobody there', async () => {
  const run = remite()
  const to = ['--to', 'postgres://127.0.0.1:9/nothing']
  expect(await run('database', 'move', '--from', file, ...to)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`${file} is not the database of a service.`),
  })
  await (await openDatabase(file)).close()
  expect((await run('database', 'move', '--from', file)).stderr).toContain('--to')
  expect(await run('database', 'move', '--to', 'postgres://ana:secret@db/x')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('REMITE_DATABASE_URL'),
  })
  expect(await run('database', 'move', '--from', file, ...to)).toMatchObject({
    code: 11,
    stderr: expect.stringContaining('PostgreSQL did not let us in: '),
  })
  expect(existsSync(file)).toBe(true)
})
