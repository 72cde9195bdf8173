import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { processRoles } from '../../src/core/process-roles.ts'
import { storagePeriodMs } from '../../src/core/retention/storage-period.ts'
import { selectActions } from '../../src/service/auth/audit-store.ts'
import { showAction } from '../../src/service/auth/audit-view.ts'
import { revokeSessions } from '../../src/service/auth/store.ts'
import { notifyRun } from '../../src/service/automations/engine/signals/notify-runs.ts'
import { selectRunsOf } from '../../src/service/automations/engine/signals/signals-store.ts'
import { findBrand } from '../../src/service/brands/store.ts'
import { selectCounts } from '../../src/service/campaigns/reporting/counts-store.ts'
import { visitsOf } from '../../src/service/campaigns/reporting/recipients-store.ts'
import { eventsOfVisits } from '../../src/service/campaigns/run-events/events-of-visits.ts'
import { visitsPerRun } from '../../src/service/campaigns/run-events/run-events-store.ts'
import { changeContacts, deleteContactRows } from '../../src/service/contacts/table/change-store.ts'
import { beginContactWrite } from '../../src/service/contacts/table/insert-store.ts'
import { allInOrder } from '../../src/service/database/batches/all-in-order.ts'
import { connect, type Database, openDatabase } from '../../src/service/database/connect.ts'
import type { Executor } from '../../src/service/database/dialect.ts'
import { migrationNames, migratorOf } from '../../src/service/database/migrate.ts'
import { campaignCounts } from '../../src/service/database/triggers/campaign-counts.ts'
import { recoverMessages } from '../../src/service/delivery/recover-store.ts'
import { claimMessages } from '../../src/service/delivery/service-mail-store.ts'
import { appendEvents } from '../../src/service/events/outbox-store.ts'
import { publishEvents } from '../../src/service/events/publish.ts'
import { addRepeatVisits } from '../../src/service/figures/visits-store.ts'
import { loadSecrets } from '../../src/service/keys/secrets.ts'
import { createVault } from '../../src/service/keys/vault.ts'
import { countContacts } from '../../src/service/lists/store.ts'
import { selectProcesses } from '../../src/service/monitoring/status-store.ts'
import { hasOlderSender } from '../../src/service/processes/store.ts'
import { listMessages } from '../../src/service/sandbox/store.ts'
import { searchContacts } from '../../src/service/search/search-contacts.ts'
import { selectSubscriptions } from '../../src/service/subscription/person-store.ts'
import { expectDerivedRows } from '../support/database/derived-rows.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { walkedCounts } from '../support/figures/campaign-walk.ts'
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
  const database = await opened(
    openDatabase(source, { onUpgrade: (names) => missing.push(...names) }),
  )
  expect(missing).toEqual(migrationNames.slice(migrationNames.indexOf(from) + 1))
  return database
}

test('a new or current database needs no upgrade', async () => {
  const source = await newSource()
  const refuse = (names: readonly string[]) => {
    throw new Error(names.join(' '))
  }
  for (let time = 0; time < 2; time++)
    await (await openDatabase(source, { onUpgrade: refuse })).close()
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
    await sql`
      insert into lists (id, account_id, public_id, name, description, double_optin, created_at, updated_at)
      values (1, 1, 'a', 'Clientes', '', 0, 0, 0)
    `.execute(old)
    for (const email of ['ana@x.example', 'eva@x.example', 'gone@x.example']) {
      await insertContact(old, email, 'ana lupe')
    }
    await sql`delete from contacts where email_key = 'gone@x.example'`.execute(old)
  })
  const rows = ['ana@x.example', 'new@x.example'].map((email, index) => {
    const rest = {
      domain: 'x.example',
      nombre: 'Mar Lis',
      nombre_key: 'mar lis',
      values: [],
      tags: [],
      missing: undefined,
    }
    return { index, email, key: email, ...rest }
  })
  const target = { accountId: 1, source: 'api', mode: 'upsert', status: 'active', now: 1 } as const
  const write = async (listId: number) => {
    const { written, statements } = await beginContactWrite(db, { ...target, listId }, rows)
    await allInOrder(db, statements)
    return written
  }
  const written = await write(1)
  expect(written).toMatchObject([{ id: 1, version: 2 }, { version: 1 }])
  expect(written[1]?.id).toBeGreaterThan(3)
  const elsewhere = await write(2)
  expect(elsewhere.map(({ version }) => version)).toEqual([1, 1])
  expect(await namesFound(db, 'lupe')).toEqual(['ana lupe'])
  expect(await namesFound(db, 'lis')).toHaveLength(4)
  expect((await countContacts(db, 1, [1]))(1)).toMatchObject({ active: 3 })
})

test('no id is reused even when no contact was left', async () => {
  const db = await upgraded('0011-word-table', async (old) => {
    await insertContact(old, 'gone@x.example', '')
    await sql`delete from contacts`.execute(old)
  })
  await insertContact(db, 'new@x.example', '')
  expect(await db.selectFrom('contacts').select('id').execute()).toEqual([{ id: 2 }])
})

test('contacts from before the upgrade are counted and found, and so are those after it', async () => {
  const db = await upgraded('0028-key-leases', async (old) => {
    for (const email of ['ana@x.example', 'eva@x.example', 'gone@x.example']) {
      await insertContact(old, email, 'ana lupe')
    }
    await sql`delete from contacts where email_key = 'gone@x.example'`.execute(old)
    await sql`update contacts set status = 'bounced', nombre_key = 'eva mar'
      where email_key = 'eva@x.example'`.execute(old)
  })
  await expectDerivedRows(db)
  const eva = sql<boolean>`email_key = 'eva@x.example'`
  await changeContacts(db, eva, { set: sql`status = 'active', list_id = 2` })
  await expectDerivedRows(db)
  expect(await namesFound(db, 'mar')).toEqual(['eva mar'])
  expect((await countContacts(db, 1, [1, 2]))(2)).toMatchObject({ active: 1 })
  expect(await deleteContactRows(db, eva)).toBe(1)
  await expectDerivedRows(db)
  const triggers = await sql`select name from sqlite_master where type = 'trigger'
    and tbl_name = 'contacts'`
    .execute(db)
    .catch(() => ({ rows: [] }))
  expect(triggers.rows).toEqual([])
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

test('events that have numbers and no deliveries get them, and the next number is higher', async () => {
  const event = { account_id: 1, type: 'contact.open', payload: '{}' }
  const ofNobody = { contact_id: null, campaign_id: null, created_at: 9 }
  const db = await upgraded('0044-brand-font', async (old) => {
    const events = [1, 2, 3, 4].map((seq) => ({ id: seq, seq, ...event, ...ofNobody }))
    await old.insertInto('events').values(events).execute()
    // The first row is one that SQLite no longer uses, and that a move to PostgreSQL copies.
    for (const [name, last] of [
      ['events', 1],
      ['deliveries', 2],
    ]) {
      await sql`insert into sequences (name, last) values (${name}, ${last})`.execute(old)
    }
  })
  expect(await publishEvents(db)).toBe(2)
  await appendEvents(db, [{ accountId: 1, type: 'contact.open', payload: {}, now: 10 }])
  expect(await publishEvents(db)).toBe(1)
  const newest = await db
    .selectFrom('events')
    .select('seq')
    .orderBy('seq', 'desc')
    .limit(1)
    .execute()
  expect(newest).toEqual([{ seq: 5 }])
})

test('mail that waits before the upgrade goes out after it, codes first and tests last', async () => {
  const db = await upgraded('0013-events-in-order', async (old) => {
    for (const [kind, account] of [
      ['campaign_test', 1],
      ['optin', 1],
      ['sign_up', null],
      ['sender_code', 2],
    ]) {
      await sql`
        insert into messages (account_id, kind, from_name, to_mail, subject, text, html, state,
          lease_until, attempts, next_at, created_at)
        values (${account}, ${kind}, '', 'ana@correo.example', 's', 't', '', 'pending', 0, 0, 0, 0)
      `.execute(old)
    }
  })
  const rows = await db
    .selectFrom('messages')
    .select(['kind', 'unsubscribe_url'])
    .orderBy('priority')
    .orderBy('id')
    .execute()
  expect(rows).toEqual(
    ['sign_up', 'sender_code', 'optin', 'campaign_test'].map((kind) => ({
      kind,
      unsubscribe_url: null,
    })),
  )
})

test('claims of an earlier version are recovered, since none of its processes is left', async () => {
  const later = Date.now() + 30 * 60_000
  const db = await upgraded('0013-events-in-order', async (old) => {
    for (const [state, until] of [
      ['claimed', 1],
      ['submitting', 1],
      ['claimed', later],
      ['submitting', later],
    ]) {
      await sql`
        insert into messages (kind, from_name, to_mail, subject, text, html, state, claim,
          lease_until, attempts, next_at, created_at)
        values ('optin', '', '', '', '', '', ${state}, 'claim', ${until}, 0, 0, 0)
      `.execute(old)
    }
  })
  await recoverMessages(db, 'own')
  const rows = await db.selectFrom('messages').select('state').orderBy('id').execute()
  const both = ['pending', 'uncertain']
  expect(rows.map(({ state }) => state)).toEqual([...both, ...both])
})

test('visits from before the upgrade count together with those that are only counted', async () => {
  const visit = sql`(1, 1, 1, 1, 'open', 0, null, 1000)`
  const db = await upgraded('0013-events-in-order', async (old) => {
    await sql`
      insert into engagements
        (account_id, campaign_id, recipient_id, contact_id, kind, machine, link_id, at)
      values ${visit}, ${visit}
    `.execute(old)
  })
  const campaign = { account_id: 1, campaign_id: 1, recipient_id: 1 }
  const counter = { ...campaign, kind: 'open', machine: 0, link_id: 0, slot: 0 } as const
  for (const count of [5, 2]) {
    await db.transaction().execute((tx) => addRepeatVisits(tx, [{ ...counter, count }]))
  }
  expect(await selectCounts(db, 1)).toMatchObject([{ measure: 'opens', count: 9 }])
  expect((await visitsOf(db, 1, [1])).get(1)).toMatchObject([{ kind: 'open', count: 9 }])
})

test('an automation that was enrolling the contacts of its list goes on with those from before it', async () => {
  const db = await upgraded('0013-events-in-order', async (old) => {
    for (const [id, after] of [
      [1, 250],
      [2, null],
    ]) {
      await sql`
        insert into automations
          (id, account_id, name, status, version, activated_at, existing_after, created_at, updated_at)
        values (${id}, 1, ${`a${id}`}, 'active', 1, 1000, ${after}, 0, 0)
      `.execute(old)
    }
  })
  const rows = await db
    .selectFrom('automations')
    .select(['existing_after', 'existing_since'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { existing_after: 250, existing_since: 1000 },
    { existing_after: null, existing_since: null },
  ])
})

test('the file of an import that waits counts for its account after the upgrade', async () => {
  const db = await upgraded('0013-events-in-order', async (old) => {
    for (const [id, finishedAt] of [
      [1, null],
      [2, 1],
    ]) {
      await sql`
        insert into jobs (id, account_id, kind, status, params, progress, lease_until, created_at, finished_at)
        values (${id}, 1, 'import', 'waiting', '{}', '{}', 0, 0, ${finishedAt})
      `.execute(old)
      for (const position of [0, 1]) {
        const bytes = Buffer.alloc(1000)
        await sql`insert into uploads values (${id}, ${position}, ${bytes})`.execute(old)
      }
    }
  })
  const columns = ['id', 'upload_bytes', 'reject_bytes', 'failures'] as const
  expect(await db.selectFrom('jobs').select(columns).orderBy('id').execute()).toEqual([
    { id: 1, upload_bytes: 2000, reject_bytes: 0, failures: 0 },
    { id: 2, upload_bytes: 0, reject_bytes: 0, failures: 0 },
  ])
})

test('a contact that waits for an event in an automation goes on waiting', async () => {
  const filter = JSON.stringify({ name: 'paid' })
  const db = await upgraded('0013-events-in-order', async (old) => {
    await sql`
      insert into automation_runs (account_id, automation_id, version, contact_id, node, steps, state,
        due_at, awaits, awaits_of, properties, entry_key, entered_at)
      values (1, 1, 1, 7, 'w', 1, 'waiting', 5000, 'custom', ${filter}, '{"total":30}', 'api:1', 1000)
    `.execute(old)
  })
  const [run] = await selectRunsOf(db, [7])
  expect(run).toMatchObject({ awaits: 'custom', earlier_events: null })
  const visit = Number(run?.id) * visitsPerRun + 1
  expect((await eventsOfVisits(db, [visit])).get(visit)).toMatchObject({ total: 30 })
  const event = { kind: 'custom', campaign_id: null, at: 2000 }
  const notify = (name: string) => run && notifyRun(run, [{ ...event, name }])
  expect(notify('sent')).toBeUndefined()
  expect(notify('paid')).toMatchObject({ awaits: null, due_at: 2000 })
})

test('the sites of forms are found by their origin after the upgrade', async () => {
  const shop = 'https://shop.example'
  const lists = [
    { id: 1, sites: '[]' },
    { id: 2, sites: JSON.stringify([shop, 'https://blog.example', shop]) },
    { id: 3, sites: JSON.stringify([shop]) },
  ]
  const db = await upgraded('0019-run-events', async (old) => {
    for (const { id, sites } of lists) {
      await sql`insert into lists (id, account_id, public_id, name, description, double_optin,
        form_origins, created_at, updated_at)
        values (${id}, 1, ${`p${id}`}, ${`l${id}`}, '', 0, ${sites}, 0, 0)`.execute(old)
    }
  })
  const query = db.selectFrom('form_origins').selectAll().orderBy('list_id').orderBy('origin')
  expect(await query.execute()).toEqual([
    { origin: 'https://blog.example', list_id: 2 },
    { origin: shop, list_id: 2 },
    { origin: shop, list_id: 3 },
  ])
})

test('the figures of campaigns from before the upgrade are counted from their messages', async () => {
  const db = await upgraded('0019-run-events', async (old) => {
    const facts = [
      sql`insert into recipients (id, account_id, campaign_id, address_key, visit, contact_id, state,
        lease_until, attempts, next_at, sent_at, opened_at, clicked_at, variant)
        values (1, 1, 1, 'a', 0, 1, 'sent', 0, 1, 0, 7200001, 7300000, null, 'a'),
          (2, 1, 1, 'b', 0, 2, 'sent', 0, 1, 0, 7200002, 7300000, 7300000, 'b'),
          (3, 1, 1, 'c', 0, 3, 'claimed', 0, 0, 0, null, null, null, null),
          (4, 1, 2, 'c', 0, 3, 'failed', 0, 1, 0, null, null, null, null)`,
      sql`insert into engagements
        (account_id, campaign_id, recipient_id, contact_id, kind, machine, link_id, at)
        values (1, 1, 1, 1, 'open', 0, null, 7300000), (1, 1, 2, 2, 'open', 0, null, 7300000),
          (1, 1, 2, 2, 'click', 0, 1, 7300000), (1, 1, 1, 1, 'click', 1, 1, 7300000)`,
      sql`insert into repeat_visits (campaign_id, recipient_id, kind, machine, link_id, slot, count)
        values (1, 1, 'open', 0, 0, 7200000, 5)`,
      sql`insert into bounces (recipient_id, account_id, campaign_id, contact_id, type, kind,
        diagnostic, at, message_at) values (1, 1, 1, 1, 'soft', 'busy', '', 7200000, 0),
          (4, 1, 2, 3, 'hard', 'user_not_found', '', 7200000, 0)`,
      sql`insert into contact_history (account_id, contact_id, type, campaign_id, detail, at)
        values (1, 1, 'unsubscribe', 1, '', 0), (1, 1, 'unsubscribe', null, '', 0)`,
      sql`insert into conversions (account_id, campaign_id, recipient_id, contact_id, name, event_id,
        value, currency, at) values (1, 1, 2, 2, 'purchase', '1', 12.5, 'EUR', 0)`,
    ]
    for (const fact of facts) await fact.execute(old)
  })
  for (const campaign of [1, 2]) {
    const inOrder = (rows: { measure: string; key: string; at: number; amount: number }[]) =>
      rows
        .map((row) => ({ ...row, amount: Number(row.amount) }))
        .sort((a, b) => `${a.measure}${a.key}${a.at}`.localeCompare(`${b.measure}${b.key}${b.at}`))
    const counts = inOrder(await selectCounts(db, campaign))
    expect(counts.length).toBeGreaterThan(0)
    expect(counts).toEqual(inOrder(await walkedCounts(db, campaign)))
  }
})

test.runIf(server)(
  'a message that another process writes during the upgrade is counted, too',
  async () => {
    const { url, drop } = await createPostgres(server ?? '')
    onTestFinished(drop)
    const { db, dialect, close } = connect(url)
    onTestFinished(close)
    await migratorOf(db, dialect).migrateTo('0023-form-origins')
    let written = 0
    await db.transaction().execute(async (tx) => {
      for (const statement of campaignCounts(dialect.name, dialect.ddl)) {
        await sql.raw(statement).execute(tx)
        // Waits for the upgrade once its table is locked.
        const adding = db.transaction().execute(async (other) => {
          await sql`set local lock_timeout = '20ms'`.execute(other)
          await sql`insert into recipients (account_id, campaign_id, address_key, visit, contact_id,
          state, lease_until, attempts, next_at, sent_at)
          values (1, 1, ${`a${written}`}, ${written}, 1, 'sent', 0, 1, 0, 1)`.execute(other)
        })
        const isWritten = await adding.then(
          () => true,
          () => false,
        )
        if (isWritten) written++
      }
    })
    expect(written).toBeGreaterThan(0)
    expect(await selectCounts(db, 1)).toMatchObject([{ measure: 'sent', count: written }])
  },
)

test('a list from before the upgrade is not offered to others, and has the name of its account', async () => {
  const db = await upgraded('0019-run-events', async (old) => {
    await sql`
      insert into accounts (id, username, username_key, email, nombre, role, status, pass_hash,
        language, timezone, plan, monthly_sends, contacts_max, rate_per_hour, created_at, updated_at)
      values (1, 'u1', 'u1', 'u1@example.org', 'Una tienda', 'User', 'active', 'x', 'en', 'UTC',
        'free', 0, 0, 0, 0, 0)`.execute(old)
    await sql`insert into lists (id, account_id, public_id, name, description, double_optin,
      created_at, updated_at) values (1, 1, 'p1', 'l1', '', 0, 0, 0)`.execute(old)
  })
  const person = { accountId: 1, emailKey: 'ana@example.org', mayJoin: true }
  expect(await selectSubscriptions(db, person)).toEqual([])
  expect(await findBrand(db, { accountId: 1, listId: 1 })).toMatchObject({
    ...{ name: 'Una tienda', logoUrl: null, color: null, address: null },
  })
})

test('opt-in mail from before the upgrade goes out as it was, and contacts get no late welcome', async () => {
  const db = await upgraded('0019-run-events', async (old) => {
    const rows = [
      sql`insert into lists (id, account_id, public_id, name, description, double_optin,
        welcome_template_id, created_at, updated_at) values (1, 1, 'p1', 'l1', '', 0, 5, 0, 0)`,
      sql`insert into contacts (id, account_id, list_id, email, email_key, domain, nombre, status,
        source, version, created_at, updated_at) values (1, 1, 1, 'a@b.example', 'a@b.example',
        'b.example', '', 'active', 'form', 1, 0, 0)`,
      sql`insert into optin_requests (account_id, list_id, contact_id, cause, next_at, created_at)
        values (1, 1, 2, 'person', 0, 0)`,
      sql`insert into messages (account_id, kind, from_name, to_mail, subject, text, html, state,
        lease_until, attempts, next_at, created_at) values (1, 'optin', '', 'c@b.example', 's', 't',
        '', 'pending', 0, 0, 0, 0)`,
    ]
    for (const row of rows) await row.execute(old)
  })
  expect(await db.selectFrom('welcomes').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('optin_requests').select('language').execute()).toEqual([
    { language: null },
  ])
  const [message] = await claimMessages(
    db,
    { priority: 1, accountId: 1 },
    { claim: 'one', now: 1, limit: 1 },
  )
  expect(message).toMatchObject({ subject: 's', text: 't', language: null, merge_values: null })
})

test('processes of earlier versions count as doing everything', async () => {
  const db = await upgraded(
    migrationNames[migrationNames.indexOf('0029-process-roles') - 1] ?? '',
    async (old) => {
      await sql`insert into processes (id, started_at, alive_until, last_result_at)
      values ('old', 0, 0, 0)`.execute(old)
    },
  )
  const [process] = await selectProcesses(db)
  expect(process).toMatchObject({ id: 'old', isOnHold: false, roles: processRoles })
})

test('the audit log of before the upgrade stays, and says nothing of keys', async () => {
  const action = { account_id: 2, actor_id: 1, act: 'PUT /users/:id/role', at: 5 }
  const db = await upgraded('0028-key-leases', async (old) => {
    await old.insertInto('audit').values(action).execute()
  })
  expect(await db.selectFrom('audit').selectAll().execute()).toEqual([
    {
      ...{ id: 1, ...action, path: null, new_id: null, key_id: null, key_name: null },
      ...{ client: null, ip: null, changes: null },
    },
  ])
  // A program of the release before writes what it knows.
  await db
    .insertInto('audit')
    .values({ ...action, at: 6 })
    .execute()
  const entries = await selectActions(db, { limit: 10 })
  expect(entries.map(showAction)).toMatchObject([{ changes: [] }, { changes: [] }])
})

test('messages that wait before the upgrade are in the queue after it, and no others', async () => {
  const claim = 'process.claim'
  const db = await upgraded('0031-api-keys', async (old) => {
    for (const [id, state, taken, attempts, nextAt] of [
      [1, 'pending', null, 0, 11],
      [2, 'deferred', null, 1, 12],
      [3, 'claimed', claim, 1, 13],
      [4, 'submitting', claim, 0, 14],
      [5, 'sent', null, 1, 0],
      [6, 'uncertain', claim, 1, 0],
      [7, 'failed', null, 1, 0],
    ]) {
      await sql`insert into recipients (id, account_id, campaign_id, address_key, visit, contact_id,
        state, claim, lease_until, attempts, next_at) values (${id}, 1, 2, ${`a${id}`}, 0, 3,
        ${state}, ${taken}, 0, ${attempts}, ${nextAt})`.execute(old)
      await sql`insert into messages (id, account_id, kind, from_name, to_mail, subject, text, html,
        state, claim, lease_until, attempts, next_at, created_at) values (${id}, null, 'optin', '', '',
        '', '', '', ${state}, ${taken}, 0, ${attempts}, ${nextAt}, 0)`.execute(old)
    }
  })
  const waiting = [
    { id: 1, next_at: 11, claim: null, submitting: 0 },
    { id: 2, next_at: 12, claim: null, submitting: 0 },
    { id: 3, next_at: 13, claim, submitting: 0 },
    { id: 4, next_at: 14, claim, submitting: 1 },
  ]
  const queued = db.selectFrom('recipient_queue').selectAll().orderBy('id')
  expect(await queued.execute()).toEqual(
    waiting.map((row) => ({ ...row, account_id: 1, campaign_id: 2 })),
  )
  const messages = db.selectFrom('message_queue').selectAll().orderBy('id')
  expect(await messages.execute()).toEqual(
    waiting.map((row) => ({ ...row, account_id: 0, priority: 1 })),
  )
  await recoverMessages(db, 'own')
  expect(await db.selectFrom('recipient_queue').select(['id', 'claim']).execute()).toEqual(
    [1, 2, 3].map((id) => ({ id, claim: null })),
  )
  const states = ['pending', 'deferred', 'deferred', 'uncertain', 'sent', 'uncertain', 'failed']
  for (const table of ['recipients', 'messages'] as const) {
    const rows = await db.selectFrom(table).select(['state', 'claim']).orderBy('id').execute()
    expect(rows).toEqual(
      states.map((state) => ({ state, claim: state === 'uncertain' ? claim : null })),
    )
  }
  const rare = db.selectFrom('recipients').select('rare_state').orderBy('id')
  expect((await rare.execute()).map(({ rare_state }) => rare_state)).toEqual(
    states.map((state) => (state === 'pending' || state === 'sent' ? null : state)),
  )
})

test('sessions and API keys stay valid, and there are no connected assistants yet', async () => {
  const key = {
    ...{ account_id: 1, name: 'nightly', prefix: 'rmt_abc', hash: 'hash', scopes: 'lists:read' },
    ...{ created_at: 1, expires_at: null, last_used_at: null, revoked_at: null, replaced_by: null },
  }
  const session = {
    ...{ jti: 'one', account_id: 1, actor_id: null, remembered: 0 as const },
    ...{ created_at: 1, expires_at: 10, revoked_at: null },
  }
  const db = await upgraded('0033-partitions', async (old) => {
    await sql`insert into accounts (id, username, username_key, email, nombre, role, status, pass_hash,
        language, timezone, plan, monthly_sends, contacts_max, rate_per_hour, created_at, updated_at)
      values (1, 'ana', 'ana', 'a@example.org', 'Ana', 'Admin', 'active', '', 'es', 'UTC', 'paid',
        1, 1, 1, 1, 1)`.execute(old)
    await old.insertInto('api_keys').values(key).execute()
    await old.insertInto('sessions').values(session).execute()
  })
  expect(await db.selectFrom('api_keys').selectAll().execute()).toEqual([{ id: 1, ...key }])
  expect(await revokeSessions(db, 1, { now: 5 })).toBe(1)
  expect(await db.selectFrom('oauth_grants').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('oauth_tokens').selectAll().execute()).toEqual([])
})

test.runIf(server).each(['processes', 'key_leases'])(
  'an upgrade of the queue waits for the end of older processes: %s',
  async (table) => {
    const source = await newSource()
    const { db, dialect, close } = connect(source)
    onTestFinished(close)
    await migratorOf(db, dialect).migrateTo('0030-media')
    const living = async (until: number) => {
      await sql`delete from ${sql.table(table)}`.execute(db)
      const columns = table === 'processes' ? sql`, started_at, last_result_at` : sql``
      const values = table === 'processes' ? sql`, 0, 0` : sql``
      await sql`insert into ${sql.table(table)} (id, alive_until ${columns})
        values ('old', ${until} ${values})`.execute(db)
    }
    await living(Date.now() + 60_000)
    await expect(openDatabase(source)).rejects.toMatchObject({ code: 'processes_running' })
    const columnsOf = async () =>
      (await db.introspection.getTables()).find(({ name }) => name === 'recipients')?.columns ?? []
    expect((await columnsOf()).some(({ name }) => name === 'next_at')).toBe(true)
    await living(Date.now() - 1)
    await (await openDatabase(source)).close()
    expect((await columnsOf()).some(({ name }) => name === 'next_at')).toBe(false)
  },
)

test('images of before stay in the database, and none waits to be deleted elsewhere', async () => {
  const db = await upgraded('0033-partitions', async (old) => {
    await sql`
      insert into media (account_id, public_id, name, type, bytes, width, height, source_sha256,
        max_width, created_at, content)
      values (1, 'a', 'a.png', 'image/png', 3, 1, 1, '', 600, 0, ${Buffer.from('abc')})
    `.execute(old)
  })
  const [image] = await db.selectFrom('media').select(['stored_in', 'content']).execute()
  expect([image?.stored_in, Buffer.from(image?.content ?? []).toString()]).toEqual([null, 'abc'])
  await db.deleteFrom('media').execute()
  expect(await db.selectFrom('media_removals').selectAll().execute()).toEqual([])
})

test('accounts of before are no sandboxes, and the sandbox keeps its mail', async () => {
  const db = await upgraded('0036-custom-events', async (old) => {
    await sql`
      insert into accounts (id, parent_id, username, username_key, email, nombre, role, status,
        pass_hash, language, timezone, plan, monthly_sends, contacts_max, rate_per_hour,
        created_at, updated_at)
      values (1, null, 'ana', 'ana', 'ana@example.org', '', 'Admin', 'active', '', 'en', 'UTC',
        'sandbox', 0, 0, 0, 0, 0)
    `.execute(old)
    await sql`
      insert into sandbox_messages (mail_from, rcpt_to, subject, raw, received_at)
      values ('a@example.org', 'b@example.org', 'Hola', ${Buffer.from('Hola')}, 0)
    `.execute(old)
    await sql`
      insert into processes (id, started_at, last_result_at, alive_until)
      values ('old', 0, 0, ${Number.MAX_SAFE_INTEGER})
    `.execute(old)
  })
  expect(await db.selectFrom('accounts').select('is_sandbox').execute()).toEqual([
    { is_sandbox: 0 },
  ])
  expect(await listMessages(db, { limit: 2 })).toMatchObject([{ subject: 'Hola' }])
  expect(await hasOlderSender(db)).toBe(true)
})

test('the properties of events that were recorded before count after the upgrade', async () => {
  const db = await upgraded('0036-custom-events', async (old) => {
    for (const [account, at, properties] of [
      [1, 0, '{"a":1}'],
      [1, storagePeriodMs - 1, '{}'],
      [1, storagePeriodMs, '{"a":"é"}'],
      [2, 5, '{}'],
    ]) {
      await sql`
        insert into custom_events
          (account_id, person_id, name_id, at, recorded_at, currency, properties)
        values (${account}, 1, 1, ${at}, 0, '', ${properties})
      `.execute(old)
    }
  })
  const periods = await db
    .selectFrom('event_storage')
    .selectAll()
    .orderBy('account_id')
    .orderBy('ends_at')
  expect(await periods.execute()).toEqual([
    { account_id: 1, ends_at: storagePeriodMs, bytes: 9 },
    { account_id: 1, ends_at: 2 * storagePeriodMs, bytes: 10 },
    { account_id: 2, ends_at: storagePeriodMs, bytes: 2 },
  ])
})
