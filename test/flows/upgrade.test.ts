import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { writeContactRows } from '../../src/service/contacts/writing/write-store.ts'
import { connect, type Database, openDatabase } from '../../src/service/database/connect.ts'
import type { Executor } from '../../src/service/database/dialect.ts'
import { migrationNames, migratorOf } from '../../src/service/database/migrate.ts'
import { publishEvents } from '../../src/service/events/publish.ts'
import { loadSecrets } from '../../src/service/keys/secrets.ts'
import { createVault } from '../../src/service/keys/vault.ts'
import { countContacts } from '../../src/service/lists/store.ts'
import { searchContacts } from '../../src/service/search/search-contacts.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { newFolder } from '../support/folder.ts'
import { cachedSigningKey } from '../support/mail/signing-keys.ts'

const server = process.env.REMITE_TEST_DATABASE_URL
const masterKey = 'a master key for tests'

async function newSource(): Promise<string> {
  if (!server) return join(newFolder(), 'remite.db')
  const { url, drop } = await createPostgres(server)
  onTestFinished(drop)
  return url
}

async function opened(opening: Promise<Database>): Promise<Executor> {
  const { db, close } = await opening
  onTestFinished(close)
  return db
}

/**
 * Creates a database at the version of migration `from`, fills it and opens it with the current program.
 */
async function upgraded(from: string, fill: (db: Executor) => Promise<void>): Promise<Executor> {
  const source = await newSource()
  const { db, dialect, close } = connect(source)
  const { error } = await migratorOf(db, dialect).migrateTo(from)
  expect(error).toBeUndefined()
  await fill(db)
  await close()
  const missing: string[] = []
  const database = await opened(openDatabase(source, (names) => missing.push(...names)))
  expect(missing).toEqual(migrationNames.slice(migrationNames.indexOf(from) + 1))
  return database
}

test('a new or current database needs no upgrade', async () => {
  const source = await newSource()
  const refuse = (names: readonly string[]) => {
    throw new Error(names.join(' '))
  }
  for (let time = 0; time < 2; time++) await (await openDatabase(source, refuse)).close()
})

test('accounts suspended before the upgrade now block the accounts below', async () => {
  const tree = [
    { id: 1, parent: null, status: 'active' },
    { id: 2, parent: 1, status: 'suspended' },
    { id: 3, parent: 2, status: 'active' },
    { id: 4, parent: 3, status: 'suspended' },
    { id: 5, parent: 4, status: 'active' },
    { id: 6, parent: 2, status: 'deleted' },
    { id: 7, parent: 1, status: 'active' },
  ]
  const db = await upgraded('0006-forms', async (old) => {
    for (const { id, parent, status } of tree) {
      await sql`
        insert into accounts (id, parent_id, username, username_key, email, nombre, role, status,
          pass_hash, language, timezone, plan, monthly_sends, contacts_max, rate_per_hour,
          created_at, updated_at)
        values (${id}, ${parent}, ${`u${id}`}, ${`u${id}`}, ${`u${id}@example.org`}, '', 'Reseller',
          ${status}, '', 'en', 'UTC', 'sandbox', 0, 0, 0, 0, 0)
      `.execute(old)
    }
  })
  const query = db.selectFrom('accounts').select(['id', 'status', 'suspended_by']).orderBy('id')
  const rows = await query.execute()
  expect(rows.map(({ id, status, suspended_by }) => [id, status, suspended_by])).toEqual([
    [1, 'active', 0],
    [2, 'suspended', 2],
    [3, 'suspended', 2],
    [4, 'suspended', 4],
    [5, 'suspended', 4],
    [6, 'deleted', 0],
    [7, 'active', 0],
  ])
})

test('existing mail keys keep signing, under the selector of the next start', async () => {
  const before = await opened(newSource().then(openDatabase))
  const { dkim } = await loadSecrets(before, createVault(masterKey), 0, cachedSigningKey)
  const keys = await before.selectFrom('keys').select(['purpose', 'secret']).execute()
  const db = await upgraded('0007-retention', async (old) => {
    for (const { purpose, secret } of keys) {
      await sql`insert into keys (purpose, secret, created_at) values (${purpose}, ${secret}, 0)`.execute(
        old,
      )
    }
  })
  const makeNone = () => Promise.reject(new Error('a key was made'))
  const after = await loadSecrets(db, createVault(masterKey), 0, makeNone, { selector: 'correo' })
  expect(after.dkim.length).toBe(2)
  expect(after.dkim).toEqual(dkim.map((key) => ({ ...key, selector: 'correo' })))
})

/** Inserts a contact with the columns that all versions of the table have. */
async function insertContact(db: Executor, email: string, name: string): Promise<void> {
  await sql`
    insert into contacts (account_id, list_id, email, email_key, domain, nombre, nombre_key,
      status, source, version, created_at, updated_at)
    values (1, 1, ${email}, ${email}, '', '', ${name}, 'active', 'api', 1, 0, 0)
  `.execute(db)
}

async function namesFound(db: Executor, text: string): Promise<string[]> {
  const strategies = [{ column: 'nombre_key', match: 'word', text } as const]
  const found = await searchContacts(db, { accountId: 1, strategies, after: undefined, limit: 5 })
  return found.map(({ key }) => key)
}

test('existing contacts are found by later words of their names', async () => {
  const db = await upgraded('0010-visits', async (old) => {
    for (const [id, name] of ['lupe sanz', 'ana lupe', 'lupe', ''].entries()) {
      await insertContact(old, `p${id}@x.example`, name)
    }
  })
  expect(await namesFound(db, 'lu')).toEqual(['ana lupe'])
})

test('an address stays one contact of its list, and no id is reused', async () => {
  const db = await upgraded('0011-word-table', async (old) => {
    for (const email of ['ana@x.example', 'eva@x.example', 'gone@x.example']) {
      await insertContact(old, email, 'ana lupe')
    }
    await sql`delete from contacts where email_key = 'gone@x.example'`.execute(old)
  })
  const rows = ['ana@x.example', 'new@x.example'].map((email, index) => {
    const rest = {
      domain: 'x.example',
      nombre: 'Mar Lis',
      values: [],
      tags: [],
      missing: undefined,
    }
    return { index, email, key: email, ...rest }
  })
  const target = { accountId: 1, source: 'api', mode: 'upsert', status: 'active', now: 1 } as const
  const written = await writeContactRows(db, { ...target, listId: 1 }, rows)
  expect(written).toMatchObject([{ id: 1, version: 2 }, { version: 1 }])
  expect(written[1]?.id).toBeGreaterThan(3)
  const elsewhere = await writeContactRows(db, { ...target, listId: 2 }, rows)
  expect(elsewhere.map(({ version }) => version)).toEqual([1, 1])
  expect(await namesFound(db, 'lupe')).toEqual(['ana lupe'])
  expect(await namesFound(db, 'lis')).toHaveLength(4)
  expect((await countContacts(db, [1]))(1)).toMatchObject({ active: 3 })
})

test('no id is reused even when no contact was left', async () => {
  const db = await upgraded('0011-word-table', async (old) => {
    await insertContact(old, 'gone@x.example', '')
    await sql`delete from contacts`.execute(old)
  })
  await insertContact(db, 'new@x.example', '')
  expect(await db.selectFrom('contacts').select('id').execute()).toEqual([{ id: 2 }])
})

test('events keep their numbers, and an unnumbered one becomes a delivery', async () => {
  const written = [
    { id: 1, seq: 1 },
    { id: 3, seq: 2 },
    { id: 4, seq: null },
  ]
  const db = await upgraded('0012-one-address-index', async (old) => {
    for (const { id, seq } of written) {
      await sql`
        insert into events (id, uid, seq, account_id, type, payload, contact_id, created_at)
        values (${id}, ${`uid ${id}`}, ${seq}, 1, 'contact.open', '{}', 7, 9)
      `.execute(old)
    }
    await sql`insert into sequences (name, last) values ('events', 2)`.execute(old)
    await sql`
      insert into webhooks (id, account_id, url, events, description, enabled, secrets, failures,
        created_at, updated_at)
      values (1, 1, '', '["contact.open"]', '', 1, '', 0, 0, 0)
    `.execute(old)
  })
  expect(await publishEvents(db)).toBe(1)
  const events = await db.selectFrom('events').select(['id', 'seq', 'contact_id']).execute()
  expect(events).toEqual([
    { id: 1, seq: 1, contact_id: 7 },
    { id: 3, seq: 2, contact_id: 7 },
    { id: 4, seq: expect.any(Number), contact_id: 7 },
  ])
  expect(events[2]?.seq).toBeGreaterThan(2)
  const deliveries = await db.selectFrom('deliveries').select(['webhook_id', 'event_id']).execute()
  expect(deliveries).toEqual([{ webhook_id: 1, event_id: 4 }])
})
