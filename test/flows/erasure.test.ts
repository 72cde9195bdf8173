import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import {
  addressFreeTables,
  addressPlaces,
} from '../../src/service/contacts/erasure/address-places.ts'
import { openDatabase } from '../../src/service/database/connect.ts'
import type { Executor } from '../../src/service/database/dialect.ts'
import { prepareNextCampaign } from '../../src/service/delivery/prepare-audience.ts'
import { applyDeliveryResults } from '../../src/service/delivery/results/apply-delivery-results.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { queueWaiting } from '../support/database/queue.ts'
import { tablesOf } from '../support/database/tables.ts'
import { newFolder } from '../support/folder.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let isOpen = false
afterEach(async () => {
  if (isOpen) await server.close()
  isOpen = false
})

async function start(options: Parameters<typeof startService>[0] = {}): Promise<void> {
  server = await startService({ clock: testClock(), ...options })
  isOpen = true
}

/** A name that folds differently in SQL and in code, and one that does not. */
const people = [
  { typed: 'JOSÉ.Ñandú@Correo.example', key: 'josé.ñandú@correo.example', mark: 'josé.ñandú' },
  {
    typed: 'Olvidada.Pronto@correo.example',
    key: 'olvidada.pronto@correo.example',
    mark: 'pronto',
  },
]

type Person = (typeof people)[number]

const api = (method: string, path: string, body?: unknown) => server.api(method, path, body)

async function insert(db: Executor, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row)
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`.execute(db)
}

/** Puts the address of a contact into every column of every place. Returns the list of the contact. */
async function putEverywhere({ typed, key }: Person): Promise<number> {
  const { db } = server.service
  const list = await addList(server, [])
  const added = await api('POST', `/lists/${list}/contacts`, { email: typed, nombre: typed })
  expect(added.status).toBe(200)
  const { body: field } = await api('POST', `/lists/${list}/fields`, { name: 'Otro', type: 'text' })
  const path = `/lists/${list}/contacts/${encodeURIComponent(typed)}`
  const edit = { customFields: { otro: typed }, tags: [typed] }
  expect([field.ok, (await api('PUT', path, edit)).status]).toEqual([true, 200])
  const { id: contact_id } = (await api('GET', path)).body
  const purchase = { name: 'purchase', email: typed, properties: { note: typed }, event_id: typed }
  expect((await api('POST', '/events', purchase)).status).toBe(200)
  const { accountId: account_id } = server
  const { body: campaign } = await api('POST', '/campaigns', campaignOf(list, { draft: true }))
  const text = `x ${typed} y, <${typed.toUpperCase()}>`
  await insert(db, 'contact_history', {
    ...{ account_id, contact_id, type: 'bounce', campaign_id: null, detail: text, at: 0 },
  })
  // Of the list, of another one that the address was deleted from, and of no list.
  const otherList = await addList(server, [])
  for (const list_id of [list, otherList, 0, -1, -2]) {
    await insert(db, 'suppressions', {
      ...{ account_id, list_id, email_key: key, email: typed, type: 'manual', reason: text },
      ...{ campaign_id: null, created_at: 0 },
    })
  }
  await insert(db, 'lifted_suppressions', {
    ...{ account_id, list_id: 0, email_key: key, email: typed, type: 'bounce', reason: text },
    ...{ suppressed_at: 0, lifted_by: account_id, lifted_reason: text, lifted_at: 0 },
  })
  const states = ['pending', 'claimed', 'submitting', 'deferred', 'sent', 'failed', 'uncertain']
  for (const [visit, one] of [...states, 'cancelled'].entries()) {
    const message = { account_id, campaign_id: campaign.id, address_key: key, visit, contact_id }
    await insert(db, 'recipients', {
      ...{ ...message, attempts: 1, response: `550 ${text}` },
      state: one === 'claimed' || one === 'submitting' ? 'pending' : one,
    })
  }
  await queueWaiting(db)
  for (const [visit, submitting] of [
    [1, 0],
    [2, 1],
  ] as const) {
    const message = db.selectFrom('recipients').select('id').where('visit', '=', visit)
    const taken = { claim: 'process.claim', submitting }
    await db.updateTable('recipient_queue').set(taken).where('id', 'in', message).execute()
  }
  // To a contact with this address that was deleted earlier.
  await insert(db, 'recipients', {
    ...{ account_id, campaign_id: campaign.id, address_key: key, visit: 99, contact_id: 999_999 },
    ...{ state: 'sent', attempts: 1, response: text },
  })
  await sql`insert into bounces
    (recipient_id, account_id, campaign_id, contact_id, type, kind, diagnostic, at, message_at)
    select id, account_id, campaign_id, contact_id, 'hard', 'user_not_found', ${text}, 0, 0
    from recipients where address_key = ${key}`.execute(db)
  await insert(db, 'automations', {
    ...{ id: 1, account_id, name: 'Alta', status: 'stopped', version: 1, activated_at: null },
    ...{ created_at: 0, updated_at: 0 },
  })
  const event = { name: typed, at: 0, value: null, currency: null, properties: { mail: text } }
  await insert(db, 'automation_runs', {
    ...{ account_id, automation_id: 1, version: 1, contact_id, node: 'a', steps: 0 },
    ...{ state: 'ended', due_at: null, properties: JSON.stringify({ mail: text }) },
    ...{ entry_key: `list:${contact_id}`, place_key: null, entered_at: 0, ended_at: 0 },
    events: JSON.stringify([{ ...event, step: 0 }]),
    earlier_events: JSON.stringify([{ kind: 'custom', name: typed, campaign_id: null, at: 0 }]),
  })
  await insert(db, 'signals', {
    ...{ account_id, kind: 'custom', contact_id, name: typed, at: 0 },
    ...{ properties: JSON.stringify({ mail: text }), event: JSON.stringify(event) },
  })
  for (const event_id of [typed, key, `order of ${typed}`]) {
    await insert(db, 'conversions', {
      ...{ account_id, campaign_id: campaign.id, recipient_id: 1, contact_id, name: text },
      ...{ event_id, value: null, currency: null, at: 0 },
    })
  }
  for (const to_mail of [
    typed,
    key,
    typed.toUpperCase().replace('CORREO.EXAMPLE', 'correo.example'),
  ]) {
    await insert(db, 'messages', {
      ...{ account_id, kind: 'optin', from_name: '', to_mail, subject: text, text, html: text },
      ...{ state: 'pending', attempts: 0, response: text, created_at: 0 },
      merge_values: JSON.stringify({ email: typed }),
    })
  }
  const params = { action: 'add_tag', tag: 'x', contacts: ['other@correo.example', typed, key] }
  const job = { account_id, list_id: list, kind: 'bulk', status: 'done', progress: '{}' }
  await insert(db, 'jobs', {
    ...{ ...job, params: JSON.stringify(params), lease_until: 0, created_at: 0, finished_at: 0 },
  })
  const [{ id: job_id } = { id: 0 }] = await db
    .selectFrom('jobs')
    .select('id')
    .orderBy('id', 'desc')
    .execute()
  const problem = { field: 'email', code: 'suppressed', values: { email: typed } }
  for (const cells of [['x', typed], [`Ana <${typed.toUpperCase()}>`], ['x']]) {
    await insert(db, 'job_rejects', {
      ...{ job_id, line: cells.join().length, cells: JSON.stringify(cells) },
      problem: JSON.stringify(problem),
    })
  }
  await insert(db, 'idempotency', {
    ...{ account_id, route: `POST ${list}`, key: 'k', body_hash: '', lease_until: 0, status: 200 },
    ...{ body: JSON.stringify({ errors: [{ email: typed }, text] }), created_at: 0 },
  })
  await insert(db, 'inbox', {
    ...{ mail_from: typed, rcpt_to: 'r@mail.example', raw: Buffer.alloc(0), received_at: 0 },
    ...{ handled_at: 0, outcome: text },
  })
  await insert(db, 'sandbox_messages', {
    ...{ mail_from: 'a@mail.example', rcpt_to: typed, subject: text, raw: Buffer.from(text) },
    received_at: 0,
  })
  return list
}

const bystander = 'muy.olvidada.pronto@correo.example'

/** Returns the tables and columns that contain a text, in any case. */
async function columnsWith(mark: string): Promise<string[]> {
  const { db } = server.service
  const found: string[] = []
  for (const { name, columns } of await tablesOf(db)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      db,
    )
    for (const column of columns) {
      const texts = rows.map((row) => row[column.name])
      if (texts.some((text) => holds(text, mark))) found.push(`${name}.${column.name}`)
    }
  }
  return found.sort()
}

const holds = (value: unknown, mark: string): boolean => {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value)
  return text.toLowerCase().replaceAll(bystander, '').includes(mark)
}

test('every table either has a place for addresses or a reason why not', async () => {
  await start()
  const named = [...Object.keys(addressPlaces), ...Object.keys(addressFreeTables)]
  const tables = (await tablesOf(server.service.db)).map(({ name }) => name)
  expect(named.sort()).toEqual(tables.filter((name) => !name.startsWith('kysely_')).sort())
})

test.each(people)(
  'the export shows every place of $key, and an erasure leaves none',
  async (person) => {
    const { typed, mark } = person
    // The export opens the file itself, so this database has a name.
    const file = join(newFolder(), 'remite.db')
    const isFile = !process.env.REMITE_TEST_DATABASE_URL
    if (isFile) await (await openDatabase(file)).close()
    await start(isFile ? { file } : {})
    const list = await putEverywhere(person)
    await api('POST', `/lists/${list}/contacts`, { email: bystander })
    const expected = Object.entries(addressPlaces).flatMap(([table, { columns }]) =>
      columns.map((column) => `${table}.${column}`),
    )
    const before = await columnsWith(mark)
    // Everything that the table of places names was filled. `unsubscribe_url` never has an address.
    const unfilled = expected.filter((name) => !before.includes(name))
    expect(unfilled.filter((name) => !name.endsWith('unsubscribe_url'))).toEqual([])

    const path = `/lists/${list}/contacts/${encodeURIComponent(typed)}`
    const { body: shown } = await api('GET', `${path}?export=gdpr`)
    for (const { exported } of Object.values(addressPlaces)) {
      const part = exported === 'contact' ? shown : shown[exported]
      expect([exported, Object.keys(part ?? {}).length > 0]).toEqual([exported, true])
    }
    const traced = shown.traces.map(({ place }: { place: string }) => place)
    const traceable = Object.entries(addressPlaces).filter(
      ([, { exported }]) => exported === 'traces',
    )
    expect([...new Set(traced)].sort()).toEqual(traceable.map(([table]) => table).sort())
    expect(JSON.stringify(shown)).not.toContain(bystander)

    const erased = await api('DELETE', `${path}?erase=1`)
    const lists = [{ id: list, name: expect.any(String) }]
    expect([erased.status, erased.body]).toEqual([200, { ok: true, lists }])
    expect(await columnsWith(mark)).toEqual([])
    const dump = await dumpOf(isFile ? file : undefined)
    expect(dump).toContain('muy.olvidada.pronto')
    expect(dump.replaceAll('muy.olvidada.pronto', '').includes(mark)).toBe(false)
    expect(dump.includes(typed)).toBe(false)
  },
)

/** Returns the bytes of the SQLite file with its log, once it is closed, or a dump of PostgreSQL. */
async function dumpOf(file: string | undefined): Promise<string> {
  if (file === undefined) {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      server.service.db,
    )
    const url = new URL(process.env.REMITE_TEST_DATABASE_URL ?? '')
    url.pathname = `/${rows[0]?.name}`
    return execFileSync('pg_dump', [url.href], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    }).toLowerCase()
  }
  await server.close()
  isOpen = false
  const files = [file, `${file}-wal`].filter(existsSync)
  return files
    .map((path) => readFileSync(path).toString('utf8'))
    .join('\n')
    .toLowerCase()
}

test('a queued, a running and a paused campaign forget an erased contact, and its sends return', async () => {
  await start()
  await addSender(server)
  const emails = ['ana@correo.example', 'eva@correo.example']
  const list = await addList(server, emails)
  const ids: number[] = []
  for (const status of ['queued', 'sending', 'paused']) {
    const { body } = await api('POST', '/campaigns', campaignOf(list))
    if (status !== 'queued')
      await prepareNextCampaign(server.service, {
        claim: 'claim',
        order: 'oldest',
        signal: new AbortController().signal,
      })
    if (status === 'paused') await api('PUT', `/campaigns/${body.id}/pause`)
    ids.push(body.id)
  }
  const used = async () => (await api('GET', `/users/${server.accountId}/quota`)).body.used
  const before = await used()
  await api('DELETE', `/lists/${list}/contacts/eva@correo.example?erase=1`)
  expect(await columnsWith('eva@')).toEqual([])
  const { db } = server.service
  const rows = await db.selectFrom('recipients').select(['address_key', 'state']).execute()
  const erased = rows.filter(({ address_key }) => address_key.startsWith('hash:'))
  expect(erased.length).toBeGreaterThan(0)
  expect(new Set(erased.map(({ state }) => state))).toEqual(new Set(['cancelled']))
  for (const id of ids) {
    const { body } = await api('GET', `/campaigns/${id}/recipients`)
    expect(JSON.stringify(body)).not.toContain('eva@')
  }
  expect(await used()).toBeLessThanOrEqual(before)
})

test('an erasure on one list erases the person on all lists, and says which', async () => {
  await start()
  const [person] = people
  if (!person) throw new Error('no person')
  const list = await putEverywhere(person)
  const other = await addList(server, [])
  await sql`delete from suppressions where list_id <> ${list}`.execute(server.service.db)
  const elsewhere = await server.other()
  const { body: foreign } = await elsewhere.api('POST', '/lists', { name: 'Ajena' })
  await elsewhere.api('POST', `/lists/${foreign.id}/contacts`, { email: person.typed })
  const added = await api('POST', `/lists/${other}/contacts`, { email: person.typed })
  expect(added.status).toBe(200)
  const path = (id: number) => `/lists/${id}/contacts/${encodeURIComponent(person.typed)}`
  const { body: shown } = await api('GET', `${path(other)}?export=gdpr`)
  const listIds = shown.subscriptions.map(({ list_id }: { list_id: number }) => list_id)
  expect([listIds, shown.mailings.length > 0]).toEqual([[list, other], true])
  const erased = await remite(server)(
    ...['contacts', 'remove', person.typed, '--list', String(other), '--erase', '--yes', '--json'],
  )
  const erasedFrom = erased.json().lists.map(({ id }: { id: number }) => id)
  expect([erased.code, erasedFrom]).toEqual([0, [list, other]])
  expect((await api('GET', path(list))).status).toBe(404)
  // The other account has its own agreement with the person.
  expect((await elsewhere.api('GET', path(foreign.id))).status).toBe(200)
  await elsewhere.api('DELETE', `${path(foreign.id)}?erase=1`)
  expect(await columnsWith(person.mark)).toEqual([])
})

test('the reply to a message that was under way during the erasure is not stored', async () => {
  await start()
  const email = 'eva@correo.example'
  const list = await addList(server, [email])
  const { body: campaign } = await api('POST', '/campaigns', campaignOf(list, { draft: true }))
  const { db } = server.service
  const contact = await db.selectFrom('contacts').select('id').executeTakeFirstOrThrow()
  const message = { account_id: server.accountId, campaign_id: campaign.id, address_key: email }
  await insert(db, 'recipients', {
    ...{ ...message, visit: 0, contact_id: contact.id, state: 'pending', attempts: 0 },
  })
  await queueWaiting(db)
  await db.updateTable('recipient_queue').set({ claim: 'claim', submitting: 1 }).execute()
  await api('DELETE', `/lists/${list}/contacts/${email}?erase=1`)
  const { id } = await db.selectFrom('recipients').select('id').executeTakeFirstOrThrow()
  const queued = { table: 'recipients', id, claim: 'claim', account: server.accountId } as const
  const compose = () => Promise.reject(new Error('it is composed already'))
  const result = { state: 'failed', attempts: 1, nextAt: 0, sentAt: null } as const
  const answered = {
    message: { ...queued, domain: 'correo.example', attempts: 0, compose },
    result: { ...result, response: `550 <${email}> is unknown` },
  }
  await db.transaction().execute((tx) => applyDeliveryResults(tx, [answered], 0))
  const after = await db.selectFrom('recipients').select('state').executeTakeFirstOrThrow()
  expect([after.state, await columnsWith('eva@')]).toEqual(['failed', []])
})
