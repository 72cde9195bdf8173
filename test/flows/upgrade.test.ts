import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect, type Database, openDatabase } from '../../src/service/database/connect.ts'
import type { Executor } from '../../src/service/database/dialect.ts'
import { migratorOf } from '../../src/service/database/migrate.ts'
import { searchContacts } from '../../src/service/search/contacts-store.ts'
import { openSecrets } from '../../src/service/secrets.ts'
import { newFolder } from '../support/folder.ts'
import { createPostgres } from '../support/postgres.ts'
import { sameKey } from '../support/signing-keys.ts'

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

/** A database as an older program left it, with what `fill` writes, opened by this program. */
async function upgraded(from: string, fill: (db: Executor) => Promise<void>): Promise<Executor> {
  const source = await newSource()
  const { db, dialect, close } = connect(source)
  const { error } = await migratorOf(db, dialect).migrateTo(from)
  expect(error).toBeUndefined()
  await fill(db)
  await close()
  return opened(openDatabase(source))
}

test('accounts that were suspended before hold all below them from then on', async () => {
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

test('keys that signed mail before go on signing, under the selector of the next start', async () => {
  const before = await opened(newSource().then(openDatabase))
  const { dkim } = await openSecrets(before, masterKey, 0, sameKey)
  const keys = await before.selectFrom('keys').select(['purpose', 'secret']).execute()
  const db = await upgraded('0007-retention', async (old) => {
    for (const { purpose, secret } of keys) {
      await sql`insert into keys (purpose, secret, created_at) values (${purpose}, ${secret}, 0)`.execute(
        old,
      )
    }
  })
  const makeNone = () => Promise.reject(new Error('a key was made'))
  const after = await openSecrets(db, masterKey, 0, makeNone, { selector: 'correo' })
  expect(after.dkim.length).toBe(2)
  expect(after.dkim).toEqual(dkim.map((key) => ({ ...key, selector: 'correo' })))
})

test('contacts that were there before are found by a later word of their names', async () => {
  const db = await upgraded('0010-visits', async (old) => {
    for (const [id, name] of ['lupe sanz', 'ana lupe', 'lupe', ''].entries()) {
      await sql`
        insert into contacts (id, account_id, list_id, email, email_key, domain, nombre, nombre_key,
          status, source, version, created_at, updated_at)
        values (${id + 1}, 1, 1, '', ${`p${id}@x.example`}, '', '', ${name}, 'active', 'api', 1, 0, 0)
      `.execute(old)
    }
  })
  const ways = [{ column: 'nombre_key', at: 'word', text: 'lu' } as const]
  const found = await searchContacts(db, { accountId: 1, ways, after: undefined, limit: 5 })
  expect(found.map(({ key }) => key)).toEqual(['ana lupe'])
})
