import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { messages } from '../../src/messages/all.ts'
import { connect, openDatabase } from '../../src/service/database/connect.ts'
import type { Executor } from '../../src/service/database/dialect.ts'
import { migratorOf, type OnConsentChange } from '../../src/service/database/migrate.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { remite } from '../support/remite.ts'
import { waitFor } from '../support/wait.ts'

const server = process.env.REMITE_TEST_DATABASE_URL

type Change = Parameters<OnConsentChange>[0]

/** Fills a database of the version before, and opens it with the current program. */
async function upgraded(fill: (db: Executor) => Promise<void>) {
  const database = server ? await createPostgres(server) : undefined
  if (database) onTestFinished(database.drop)
  const source = database?.url ?? join(newFolder(), 'remite.db')
  const { db, dialect, close } = connect(source)
  expect((await migratorOf(db, dialect).migrateTo('0019-run-events')).error).toBeUndefined()
  await fill(db)
  await close()
  const changes: Change[] = []
  const opened = await openDatabase(source, {
    onConsentChange: (change) => changes.push(change),
  })
  onTestFinished(opened.close)
  return { db: opened.db, changes }
}

async function addContacts(
  db: Executor,
  name: string,
  statuses: Record<number, string>,
  account = 1,
): Promise<void> {
  const email = `${name}@x.example`
  for (const [list, status] of Object.entries(statuses)) {
    const left = status === 'unsubscribed' || status === 'complained' ? 50 : null
    await sql`
      insert into contacts (account_id, list_id, email, email_key, domain, nombre, status, source,
        version, created_at, updated_at, unsubscribed_at)
      values (${account}, ${Number(list)}, ${email}, ${email}, 'x.example', '', ${status}, 'api', 1, 0,
        60, ${left})
    `.execute(db)
  }
}

async function addSuppression(
  db: Executor,
  row: { list: number; key: string; type: string; at?: number; account?: number },
): Promise<void> {
  const { list, key, type, at = 50, account = 1 } = row
  const email = key.startsWith('hash:') ? null : key
  await sql`
    insert into suppressions
      (account_id, list_id, email_key, email, type, reason, campaign_id, created_at)
    values (${account}, ${list}, ${key}, ${email}, ${type}, ${`${type} on ${list}`}, null, ${at})
  `.execute(db)
}

const suppressionsOf = (db: Executor) =>
  db
    .selectFrom('suppressions')
    .select(['account_id', 'list_id', 'email_key', 'type', 'created_at'])
    .orderBy('account_id')
    .orderBy('email_key')
    .orderBy('list_id')
    .execute()
    .then((rows) =>
      rows.map(({ account_id, list_id, email_key, type, created_at }) =>
        [account_id, list_id, email_key.replace('@x.example', ''), type, created_at].join(' '),
      ),
    )

test('complaints, dead addresses and erasures of any list count for the whole account', async () => {
  const { db, changes } = await upgraded(async (old) => {
    await addContacts(old, 'ana', { 1: 'complained', 2: 'active', 3: 'unsubscribed' })
    await addSuppression(old, { list: 1, key: 'ana@x.example', type: 'complaint' })
    await addSuppression(old, { list: 3, key: 'ana@x.example', type: 'unsubscribe' })
    await addContacts(old, 'bea', {
      1: 'bounced',
      2: 'active',
      3: 'unconfirmed',
      4: 'unsubscribed',
    })
    await addSuppression(old, { list: 1, key: 'bea@x.example', type: 'bounce', at: 70 })
    await addSuppression(old, { list: 5, key: 'bea@x.example', type: 'bounce', at: 40 })
    // Of a list that was deleted.
    await addContacts(old, 'cam', { 2: 'active' })
    await addSuppression(old, { list: -1, key: 'cam@x.example', type: 'complaint' })
    // Of an older version, without a suppression.
    await addContacts(old, 'dan', { 1: 'complained', 2: 'active' })
    await addSuppression(old, { list: 1, key: 'hash:1:abc', type: 'unsubscribe' })
    await addSuppression(old, { list: 2, key: 'hash:1:abc', type: 'complaint' })
    // These stay as they are.
    await addContacts(old, 'eva', { 1: 'unsubscribed', 2: 'active' })
    await addSuppression(old, { list: 1, key: 'eva@x.example', type: 'unsubscribe' })
    await addSuppression(old, { list: -1, key: 'fia@x.example', type: 'manual' })
    await addSuppression(old, { list: -2, key: 'fia@x.example', type: 'unsubscribe' })
    await addContacts(old, 'ana', { 9: 'active' }, 2)
  })
  expect(changes).toEqual([{ complaints: 3, bounces: 1, erased: 1, contacts: 4 }])
  expect(await suppressionsOf(db)).toEqual([
    '1 0 ana complaint 50',
    '1 3 ana unsubscribe 50',
    '1 0 bea bounce 40',
    '1 0 cam complaint 50',
    '1 0 dan complaint 50',
    '1 1 eva unsubscribe 50',
    '1 -2 fia unsubscribe 50',
    '1 -1 fia manual 50',
    '1 0 hash:1:abc complaint 50',
  ])
  const contacts = await db
    .selectFrom('contacts')
    .select(['account_id', 'list_id', 'email', 'status', 'version', 'unsubscribed_at'])
    .orderBy('id')
    .execute()
  const shown = contacts.map(({ account_id, list_id, email, status, version, unsubscribed_at }) => [
    ...[account_id, list_id, email.replace('@x.example', ''), status, version]
      .join(' ')
      .split('\n'),
    unsubscribed_at === null ? null : unsubscribed_at === 50 ? 50 : 'now',
  ])
  expect(shown).toEqual([
    ['1 1 ana complained 1', 50],
    ['1 2 ana complained 2', 'now'],
    ['1 3 ana complained 2', 50],
    ['1 1 bea bounced 1', null],
    ['1 2 bea bounced 2', null],
    ['1 3 bea bounced 2', null],
    ['1 4 bea unsubscribed 1', 50],
    ['1 2 cam complained 2', 'now'],
    ['1 1 dan complained 1', 50],
    ['1 2 dan complained 2', 'now'],
    ['1 1 eva unsubscribed 1', 50],
    ['1 2 eva active 1', null],
    ['2 9 ana active 1', null],
  ])
  const history = await db
    .selectFrom('contact_history')
    .innerJoin('contacts', 'contacts.id', 'contact_history.contact_id')
    .select(['email', 'list_id', 'type'])
    .orderBy('contacts.id')
    .execute()
  expect(history.map(({ email, list_id, type }) => `${email} ${list_id} ${type}`)).toEqual([
    'ana@x.example 2 complaint',
    'ana@x.example 3 complaint',
    'bea@x.example 2 bounce',
    'bea@x.example 3 bounce',
    'cam@x.example 2 complaint',
    'dan@x.example 2 complaint',
  ])
  const countsOf = async (from: 'list_counts' | 'contacts') => {
    const count = from === 'contacts' ? sql`count(*)` : sql`sum(contacts)`
    const { rows } = await sql<{ list_id: number; status: string; count: number }>`
      select list_id, status, ${count} as count from ${sql.table(from)} group by list_id, status
      having ${count} <> 0 order by list_id, status
    `.execute(db)
    return rows.map((row) => ({ ...row, count: Number(row.count) }))
  }
  expect(await countsOf('list_counts')).toEqual(await countsOf('contacts'))
})

test('an upgrade that changes no one says nothing', async () => {
  const { changes } = await upgraded(async (old) => {
    await addContacts(old, 'eva', { 1: 'unsubscribed', 2: 'active' })
    await addSuppression(old, { list: 1, key: 'eva@x.example', type: 'unsubscribe' })
  })
  expect(changes).toEqual([])
})

test.skipIf(server)('the start of the service says what the upgrade changed', async () => {
  const folder = newFolder()
  const { db, dialect, close } = connect(join(folder, 'remite.db'))
  await migratorOf(db, dialect).migrateTo('0019-run-events')
  await addContacts(db, 'ana', { 1: 'complained', 2: 'active' })
  await close()
  const port = await freePort()
  const stopping = new AbortController()
  const run = remite().with({ stopped: stopping.signal, env: { REMITE_MASTER_KEY: 'one' } })
  const flags = ['--folder', folder, '--smtp', 'smtp://127.0.0.1:9', '--port', String(port)]
  const ended = run('serve', ...flags)
  await waitFor(() =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  stopping.abort('SIGTERM')
  const { operating } = messages.en
  const change = { complaints: 1, bounces: 0, erased: 0, contacts: 1 }
  expect((await ended).stderr).toContain(operating.consentChanged(change))
})

test.each(['en', 'es'] as const)(
  'the sentence about the upgrade has every figure (%s)',
  (language) => {
    const change = { complaints: 3, bounces: 41, erased: 5, contacts: 97 }
    const sentence = messages[language].operating.consentChanged(change)
    for (const count of Object.values(change)) expect(sentence).toContain(String(count))
  },
)
