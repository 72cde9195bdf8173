import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/service/database/connect.ts'
import { lockKeys } from '../../src/service/keys/key-leases.ts'
import { loadSecrets } from '../../src/service/keys/secrets.ts'
import { createVault } from '../../src/service/keys/vault.ts'
import { signingSecrets } from '../../src/service/webhooks/secret.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.ts'
import { remite } from '../support/remite.ts'
import { startService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const old = 'a master key for tests'
const next = 'another master key, which is long enough'

const server = process.env.REMITE_TEST_DATABASE_URL

/**
 * Creates an SQLite file with the old key beside it, or a PostgreSQL database with the key in the
 * environment.
 */
async function install() {
  const folder = newFolder()
  const postgres = server ? await createPostgres(server) : undefined
  const source = postgres?.url ?? join(folder, 'remite.db')
  const keyFile = join(folder, 'master.key')
  writeFileSync(keyFile, old, { mode: 0o600 })
  const service = await startService({ file: source })
  const hook = { url: 'https://example.org/', events: ['contact.open'] }
  const { body } = await service.api('POST', `/users/${service.accountId}/webhooks`, hook)
  const { jwt, mac } = service.service.secrets
  await service.close()
  const env = { ...(postgres && { REMITE_DATABASE_URL: source, REMITE_MASTER_KEY: old }) }
  const rekey = (key: string, more: Record<string, string> = {}) =>
    remite().with({ stdin: `${key}\n`, env: { ...env, ...more } })(
      ...['database', 'rekey', '--new-key-stdin', '-o', 'json'],
      ...(postgres ? [] : ['--from', source]),
    )
  return { source, keyFile, secret: body.secret, keys: { jwt, mac }, rekey, postgres }
}

test('a new master key opens the same secrets, and the old key opens nothing', async () => {
  const { source, keyFile, secret, keys, rekey, postgres } = await install()
  const { code, stderr, json } = await rekey(next)
  expect(code, stderr).toBe(0)
  expect(json()).toEqual({ keys: 7, webhooks: 1 })
  if (postgres) expect(stderr).toContain('REMITE_MASTER_KEY')
  else {
    expect(readFileSync(keyFile, 'utf8')).toBe(next)
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  }
  const { db, close } = await openDatabase(source)
  const opened = await loadSecrets(db, createVault(next), Date.now())
  expect({ jwt: opened.jwt, mac: opened.mac }).toEqual(keys)
  const { secrets } = await db.selectFrom('webhooks').select('secrets').executeTakeFirstOrThrow()
  expect(signingSecrets(opened.vault, secrets, Date.now())).toEqual([secret])
  await expect(loadSecrets(db, createVault(old), Date.now())).rejects.toMatchObject({
    code: 'wrong_master_key',
  })
  await close()
  await postgres?.drop()
})

test('a wrong key and one that is too short change nothing', async () => {
  const { source, rekey, postgres } = await install()
  expect((await rekey('short')).code).toBe(2)
  const wrong = await rekey(next, { REMITE_MASTER_KEY: 'not the key' })
  expect(JSON.parse(wrong.stderr).error.code).toBe('wrong_master_key')
  const { db, close } = await openDatabase(source)
  await loadSecrets(db, createVault(old), Date.now())
  await close()
  await postgres?.drop()
})

const codeOf = ({ stderr }: { stderr: string }): string => JSON.parse(stderr).error.code

async function serve(database: string, flags: readonly string[] = []): Promise<ServiceProcess> {
  const port = await freePort()
  const smtpUrl = 'smtp://127.0.0.1:9'
  return startServiceProcess({ folder: newFolder(), database, smtpUrl, port, flags })
}

/** Lets the lease of a killed service expire, as if 45 seconds had passed. */
async function expireLeases(source: string): Promise<void> {
  const { db, close } = await openDatabase(source)
  await db.updateTable('key_leases').set({ alive_until: 0 }).execute()
  await close()
}

const opens = async (source: string, key: string): Promise<boolean> => {
  const { db, close } = await openDatabase(source)
  return loadSecrets(db, createVault(key), Date.now())
    .then(() => true)
    .catch(() => false)
    .finally(close)
}

onPostgres(
  'the keys of a PostgreSQL database are not changed while a service uses it, even one on hold',
  async () => {
    const { source, rekey, postgres } = await install()
    const service = await serve(source, ['--hold'])
    const refused = await rekey(next)
    expect([refused.code, codeOf(refused)]).toEqual([13, 'keys_in_use'])
    expect(await opens(source, old)).toBe(true)
    await service.kill()
    expect(codeOf(await rekey(next))).toBe('keys_in_use')
    await expireLeases(source)
    expect((await rekey(next)).code).toBe(0)
    expect(await opens(source, next)).toBe(true)
    await postgres?.drop()
  },
)

onPostgres('a service with broken connections still prevents a change of keys', async () => {
  const { source, rekey, postgres } = await install()
  const service = await serve(source)
  const { db, close } = await openDatabase(source)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  expect((await rekey(next)).code).toBe(13)
  expect(await service.stop()).toBe(0)
  expect((await rekey(next)).code).toBe(0)
  await close()
  await postgres?.drop()
})

onPostgres(
  'of two concurrent key changes on PostgreSQL one is refused, and a service waits',
  async () => {
    const { source, rekey, postgres } = await install()
    const otherKey = 'the key of the other one, which is long enough'
    const both = await Promise.all([rekey(next), rekey(otherKey)])
    const [done, refused] = both[0].code === 0 ? both : both.toReversed()
    expect(done?.code).toBe(0)
    expect(['keys_in_use', 'wrong_master_key']).toContain(codeOf(refused ?? both[0]))
    expect(await opens(source, both[0].code === 0 ? next : otherKey)).toBe(true)
    await postgres?.drop()

    const second = await install()
    const database = await openDatabase(second.source)
    let isListening = false
    let starting: Promise<ServiceProcess> | undefined
    await database.db.transaction().execute(async (tx) => {
      await lockKeys(tx)
      expect(codeOf(await second.rekey(next))).toBe('keys_in_use')
      starting = serve(second.source).then((service) => {
        isListening = true
        return service
      })
      await waitFor(() => isSomeoneWaiting(database))
      expect(isListening).toBe(false)
    })
    await (await starting)?.stop()
    await database.close()
    await second.postgres?.drop()
  },
)

async function isSomeoneWaiting({ db }: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks where not granted
    and relation = cast('key_leases' as regclass)`.execute(db)
  return rows.length > 0
}

onPostgres('an unreachable PostgreSQL is told apart from one in use', async () => {
  const env = { REMITE_DATABASE_URL: 'postgres://127.0.0.1:9/nothing', REMITE_MASTER_KEY: old }
  const { code, stderr } = await remite().with({ stdin: `${next}\n`, env })(
    ...['database', 'rekey', '--new-key-stdin'],
  )
  expect([code, stderr]).toEqual([
    11,
    expect.stringContaining('PostgreSQL refused the connection: '),
  ])
})
