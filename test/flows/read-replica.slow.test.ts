import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/core/clock.ts'
import { type Database, openDatabase } from '../../src/service/database/connect.ts'
import type { Executor } from '../../src/service/database/dialect.ts'
import { createPostgres } from '../support/database/postgres.ts'
import {
  hasServers,
  type ReplicatedClusters,
  startReplicated,
} from '../support/database/replicated.ts'
import { newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { createInstallation } from '../support/processes/installation.ts'
import {
  callApi,
  type ServiceProcess,
  startServiceProcess,
} from '../support/processes/service-process.ts'
import { remite } from '../support/remite.ts'
import { waitFor } from '../support/wait.ts'

const rounds = 200

const isPostgres = Boolean(process.env.REMITE_TEST_DATABASE_URL)

describe.skipIf(!isPostgres || !hasServers)('a streaming replica for long reads', () => {
  let clusters: ReplicatedClusters
  beforeAll(async () => {
    clusters = await startReplicated()
  })
  afterAll(() => clusters?.remove())

  /** Creates a database. `replica` is the URL of its copy. */
  async function newDatabase(): Promise<{ url: string; replica: string }> {
    const { url, drop } = await createPostgres(clusters.primary.url())
    onTestFinished(drop)
    return { url, replica: clusters.replica.url(new URL(url).pathname.slice(1)) }
  }

  /** Opens a new database as a process does. `changes` receives the reasons not to use the replica. */
  async function opened(): Promise<Database & { url: string; changes: (string | undefined)[] }> {
    const { url, replica } = await newDatabase()
    const changes: (string | undefined)[] = []
    const onChange = (trouble: string | undefined) => changes.push(trouble)
    const database = await openDatabase(url, {
      replica: { url: replica, clock: systemClock, onChange },
    })
    onTestFinished(database.close)
    await waitFor(async () => (await read(database.reader)).isReplica)
    changes.splice(0)
    return { ...database, url, changes }
  }

  async function onReplica(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: clusters.replica.url() })
    await client.connect()
    await client.query(statement)
    await client.end()
  }

  test('a read sees what any process has written before it', async () => {
    const { reader, url, changes } = await opened()
    const other = await openDatabase(url)
    onTestFinished(other.close)
    let onReplica = 0
    for (let round = 1; round <= rounds; round++) {
      await write(other.db, `round ${round}`)
      const { count, isReplica } = await read(reader)
      expect(count).toBe(round)
      if (isReplica) onReplica++
    }
    expect(onReplica).toBe(rounds)
    expect(changes).toEqual([])
  })

  test('the primary answers while the replica is behind', async () => {
    const { db, reader, changes } = await opened()
    await onReplica('select pg_wal_replay_pause()')
    onTestFinished(() => onReplica('select pg_wal_replay_resume()').catch(() => {}))
    for (let round = 1; round <= 10; round++) {
      await write(db, `round ${round}`)
      expect(await read(reader)).toEqual({ count: round, isReplica: false })
    }
    expect(changes).toEqual([expect.stringContaining('behind')])
    await onReplica('select pg_wal_replay_resume()')
    await waitFor(async () => (await read(reader)).isReplica)
    expect(changes).toHaveLength(2)
    expect((await read(reader)).count).toBe(10)
  })

  test('the primary answers a read during which the replica crashes, and those after it', async () => {
    const { reader, changes } = await opened()
    const slow = sql<{ isReplica: boolean }>`
      select pg_is_in_recovery() as "isReplica", pg_sleep(1)
    `.execute(reader)
    await waitFor(() => isSleeping(clusters.replica.url()))
    clusters.replica.crash()
    expect((await slow).rows[0]?.isReplica).toBe(false)
    expect((await read(reader)).isReplica).toBe(false)
    clusters.replica.start()
    await waitFor(async () => (await read(reader)).isReplica)
    expect(changes).toHaveLength(2)
    expect(changes[1]).toBeUndefined()
  })

  test('the primary answers a read that the replica ends because of the replay', async () => {
    const { db, reader, changes } = await opened()
    await onReplica('alter system set max_standby_streaming_delay = 0')
    await onReplica('select pg_reload_conf()')
    await write(db, 'one')
    const slow = sql<{ isReplica: boolean }>`
      select pg_is_in_recovery() as "isReplica", pg_sleep(2) from key_leases
    `.execute(reader)
    await waitFor(() => isSleeping(clusters.replica.url()))
    await sql`alter table key_leases add column spare int`.execute(db)
    expect((await slow).rows).toEqual([{ isReplica: false, pg_sleep: '' }])
    expect((await read(reader)).isReplica).toBe(true)
    expect(changes).toEqual([])
  })

  test('a server that is no replica of the database is refused', async () => {
    const { url } = await newDatabase()
    const other = await newDatabase()
    const file = `${newFolder()}/remite.db`
    for (const [source, replica] of [
      [url, url],
      [url, other.replica],
      [url, clusters.replica.url('nothing')],
      [file, other.replica],
      [url, file],
    ] as const) {
      await waitFor(() => isCopied(other.replica))
      const opening = openDatabase(source, {
        replica: { url: replica, clock: systemClock, onChange: () => {} },
      })
      await expect(opening, replica).rejects.toMatchObject({ code: 'replica_unusable' })
    }
    const { code, stderr } = await remite().with({
      env: {
        REMITE_DATABASE_URL: url,
        REMITE_DATABASE_READ_URL: url,
        REMITE_MASTER_KEY: 'a master key for tests',
      },
    })('serve', '--smtp', 'smtp://127.0.0.1:9', '--port', '0')
    expect([code, stderr]).toEqual([2, expect.stringContaining('REMITE_DATABASE_READ_URL')])
    const secret = 'postgres://user:secret@127.0.0.1/remite'
    const shown = await remite()('serve', '--read-database', secret)
    expect(shown.code).toBe(2)
    expect(shown.stderr).not.toContain('secret@')
  })

  test('a service uses a replica, and starts and answers without it', async () => {
    const { url: database, replica } = await newDatabase()
    const installation = await createInstallation(10, database)
    clusters.replica.crash()
    const service = await startServiceProcess({
      ...{ folder: installation.folder, database, smtpUrl: 'smtp://127.0.0.1:9' },
      port: await freePort(),
      flags: ['--read-database', replica],
    })
    onTestFinished(() => service.kill())
    const call = callsOf(service, installation.token)
    const { list } = installation
    expect((await call(`/lists/${list}/contacts?limit=100`)).length).toBe(10)
    await waitFor(() => countOf(service, 'long reads go to the primary') === 1)
    clusters.replica.start()
    await waitFor(async () => {
      await call('/dashboard')
      return countOf(service, 'long reads go to the replica again') === 1
    })
    for (let round = 1; round <= 20; round++) {
      await call(`/lists/${list}/contacts`, { contacts: [{ email: `nueva.${round}@x.example` }] })
      expect((await call(`/lists/${list}/contacts?limit=100`)).length).toBe(10 + round)
    }
    expect(await connectionsTo(replica)).toBeGreaterThan(0)
    expect(countOf(service, 'long reads go to the primary')).toBe(1)
    expect(await service.stop()).toBe(0)
  }, 120_000)
})

const write = (db: Executor, id: string) =>
  db.insertInto('key_leases').values({ id, alive_until: 0 }).execute()

async function read(reader: Executor): Promise<{ count: number; isReplica: boolean }> {
  const { rows } = await sql<{ count: number; isReplica: boolean }>`
    select count(*) as count, pg_is_in_recovery() as "isReplica" from key_leases
  `.execute(reader)
  return rows[0] ?? { count: 0, isReplica: false }
}

const isSleeping = async (server: string): Promise<boolean> =>
  (await ask(server, `select 1 from pg_stat_activity where wait_event = 'PgSleep'`)).length > 0

const isCopied = (replica: string): Promise<boolean> =>
  ask(replica, 'select 1').then(
    () => true,
    () => false,
  )

const connectionsTo = async (replica: string): Promise<number> =>
  (
    await ask(
      replica,
      `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
  ).length

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const countOf = ({ lines }: ServiceProcess, event: string): number =>
  lines.filter((line) => line.includes(`"${event}"`)).length

const callsOf =
  ({ url }: ServiceProcess, token: string) =>
  (path: string, body?: unknown) =>
    callApi(url + path, { token, ...(body !== undefined && { method: 'POST', body }) })
