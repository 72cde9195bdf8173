import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { defaultRetention } from '../../src/core/retention/retention-periods.ts'
import { dayMs } from '../../src/core/time.ts'
import { connect, openDatabase } from '../../src/service/database/connect.ts'
import type { Executor } from '../../src/service/database/dialect.ts'
import { migrationNames, migratorOf } from '../../src/service/database/migrate.ts'
import { preparePartitions } from '../../src/service/database/migrations/steps/prepare-partitions.ts'
import { monthName, monthStart } from '../../src/service/database/partitions/months.ts'
import { partitionedTables } from '../../src/service/database/partitions/partitioned-tables.ts'
import {
  createPartitions,
  listPartitions,
} from '../../src/service/database/partitions/partitions.ts'
import { appendEvents } from '../../src/service/events/outbox-store.ts'
import { purge } from '../../src/service/retention/purge.ts'
import { recordVisits } from '../../src/service/tracking/record-visits.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { publishAll } from '../support/events.ts'
import { rememberedApi, startService, type TestService } from '../support/service.ts'

const postgresServer = process.env.REMITE_TEST_DATABASE_URL
const keptVisitsMs = 60 * dayMs
const person = { isMachineAgent: false, count: 1 }

let clock: TestClock
let server: TestService
let api: TestService['api']
beforeEach(async () => {
  clock = testClock()
  const retention = { ...defaultRetention, visits: keptVisitsMs }
  server = await startService({ clock, settings: { retention } })
  api = await rememberedApi(server)
})
afterEach(() => server.close())

const purgeNow = () => purge(server.service, new AbortController().signal)

/** A campaign with two links that two people have received. */
async function addCampaign(): Promise<{ campaign: number; recipients: number[] }> {
  const list = await addList(server, ['ana@correo.example'])
  await addSender(server)
  const { body } = await api('POST', '/campaigns', campaignOf(list))
  const { db } = server.service
  for (const position of [1, 2]) {
    await db
      .insertInto('campaign_links')
      .values({
        account_id: server.accountId,
        campaign_id: body.id,
        position,
        url: `https://tienda.example/${position}`,
      })
      .execute()
  }
  const recipients = await db
    .insertInto('recipients')
    .values(
      [1, 2].map((person) => ({
        ...{ account_id: server.accountId, campaign_id: body.id, visit: 0, contact_id: person },
        ...{ address_key: `p${person}@correo.example`, state: 'sent', claim: null, attempts: 1 },
        ...{ response: null, sent_at: clock.now() },
        ...{ opened_at: null, clicked_at: null, variant: null },
      })),
    )
    .returning('id')
    .execute()
  return { campaign: body.id, recipients: recipients.map(({ id }) => id) }
}

test('the totals of a campaign and its links outlive its visits', async () => {
  const { db } = server.service
  const { campaign, recipients } = await addCampaign()
  const visit = (recipient: number, link?: number) =>
    db.transaction().execute((tx) =>
      recordVisits(
        tx,
        // More than become rows: the others only raise counters.
        Array.from({ length: 12 }, (_, n) => ({
          ...{ kind: link ? ('click' as const) : ('open' as const), campaign, ...person },
          recipient: recipient,
          ...(link !== undefined && { link }),
          at: clock.now() + n,
        })),
        { windowMs: 0 },
      ),
    )
  const [ana = 0, leo = 0] = recipients
  for (const recipient of recipients) await visit(recipient)
  await visit(ana, 1)
  await visit(leo, 1)
  clock.advance(45 * dayMs)
  // She counts once for the link, now and when the first click is no longer stored.
  await visit(ana, 1)
  await visit(leo, 2)
  const figures = async () => ({
    stats: (await api('GET', `/campaigns/${campaign}/stats`)).body,
    links: (await api('GET', `/campaigns/${campaign}/links`)).body,
  })
  const before = await figures()
  expect(before.stats).toMatchObject({ opens: 24, clicks: 48 })
  expect(before.links).toMatchObject([
    { clicks: 36, unique_clicks: 2 },
    { clicks: 12, unique_clicks: 1 },
  ])
  for (const age of [50 * dayMs, 50 * dayMs]) {
    clock.advance(age)
    await purgeNow()
    expect(await figures()).toEqual(before)
  }
  expect(await db.selectFrom('engagements').select('id').execute()).toEqual([])
  expect(await db.selectFrom('repeat_visits').select('slot').execute()).toEqual([])
})

test('visits stay as long as their campaign if the operator sets no period', async () => {
  const { campaign, recipients } = await addCampaign()
  server.service.settings.retention = defaultRetention
  const { db } = server.service
  const visit = { kind: 'open' as const, campaign, recipient: recipients[0] ?? 0, ...person }
  await db
    .transaction()
    .execute((tx) => recordVisits(tx, [{ ...visit, at: clock.now() }], { windowMs: 0 }))
  clock.advance(3650 * dayMs)
  await purgeNow()
  expect(await db.selectFrom('engagements').select('id').execute()).toHaveLength(1)
})

describe.runIf(postgresServer)('on PostgreSQL', () => {
  const partitionsOf = async (table: string) =>
    (await listPartitions(server.service.db, table)).map(({ name }) => name)

  const addEvent = async (name: string) => {
    const { db } = server.service
    const event = { accountId: server.accountId, type: 'contact.open', payload: { name } }
    await db.transaction().execute((tx) => appendEvents(tx, [{ ...event, now: clock.now() }]))
    await publishAll(db)
  }
  const names = async () => {
    const { body } = await api('GET', '/dashboard/events?order=asc')
    return body.map(({ data }: { data: { name: string } }) => data.name)
  }

  test('the months ahead have a partition, and a record that came before it moves there', async () => {
    clock.advance(Date.parse('2031-05-10T00:00:00Z') - clock.now())
    api = await rememberedApi(server)
    await addEvent('early')
    expect(await partitionsOf('events')).not.toContain('events_2031_05')
    await purgeNow()
    for (const { table } of partitionedTables) {
      const names = [0, 1, 2].map((ahead) => monthName(table, monthStart(clock.now(), ahead)))
      expect(await partitionsOf(table)).toEqual(expect.arrayContaining(names))
    }
    expect(await names()).toEqual(['early'])
    const { rows } = await sql`select 1 from events_2031_05`.execute(server.service.db)
    expect(rows).toHaveLength(1)
  })

  test('two processes create the same months', async () => {
    const now = Date.parse('2040-01-01T00:00:00Z')
    const { db } = server.service
    expect(await Promise.all([1, 2, 3].map(() => createPartitions(db, now)))).toEqual([
      true,
      true,
      true,
    ])
    expect(await partitionsOf('events')).toContain('events_2040_03')
  })

  test('a table in use gets its months with the next purge', async () => {
    const now = Date.parse('2040-01-01T00:00:00Z')
    const { db } = server.service
    await db.transaction().execute(async (tx) => {
      await sql`select 1 from events_default limit 1`.execute(tx)
      expect(await createPartitions(db, now)).toBe(false)
    })
    expect(await createPartitions(db, now)).toBe(true)
  })

  test('a month is dropped when it has expired, and stays while an event is unpublished', async () => {
    clock.advance(Date.parse('2031-05-10T00:00:00Z') - clock.now())
    api = await rememberedApi(server)
    await purgeNow()
    await addEvent('one')
    clock.advance(30 * dayMs)
    await addEvent('two')
    await sql`update events set seq = null where payload like '%one%'`.execute(server.service.db)
    clock.advance(Date.parse('2031-08-30T00:00:00Z') - clock.now())
    await purgeNow()
    expect(await partitionsOf('events')).toContain('events_2031_05')
    await publishAll(server.service.db)
    await purgeNow()
    expect(await partitionsOf('events')).not.toContain('events_2031_05')
    expect(await partitionsOf('events')).toContain('events_2031_06')
    api = await rememberedApi(server)
    expect(await names()).toEqual(['two'])
  })

  test.each([true, false])(
    'records from before the upgrade go on (prepared: %s)',
    async (isPrepared) => {
      const { url, drop } = await createPostgres(postgresServer ?? '')
      const { db, dialect, close } = connect(url)
      await migratorOf(db, dialect).migrateTo('0028-key-leases')
      await writeAsBefore(db, 1)
      if (isPrepared) await preparePartitions(db, migrationNames, -1)
      // A program of the version before writes during the preparation and after the upgrade.
      await writeAsBefore(db, 2)
      await (await openDatabase(url)).close()
      await writeAsBefore(db, 3)
      const { rows: events } = await sql<{ id: number; at: number }>`
      select id, created_at as at from events order by id
    `.execute(db)
      expect(events.map(({ id }) => id)).toEqual([1, 2, 3])
      expect((await db.selectFrom('campaign_counts').select('count').execute())[0]).toEqual({
        count: 3,
      })
      expect(await db.selectFrom('repeat_visits').select('count').execute()).toEqual([{ count: 3 }])
      const attempts = await db.selectFrom('delivery_attempts').select('account_id').execute()
      expect(attempts).toEqual([1, 2, 3].map(() => ({ account_id: 0 })))
      const { rows: keys } = await sql<{ key: string }>`
      select pg_get_constraintdef(oid) as key from pg_constraint
      where conrelid in ('events'::regclass, 'events_past'::regclass) order by key
    `.execute(db)
      const key = { key: 'PRIMARY KEY (account_id, id, created_at)' }
      expect(keys).toEqual([key, key])
      await close()
      await drop()
    },
  )

  /** The statements of the version before. */
  async function writeAsBefore(db: Executor, n: number): Promise<void> {
    const at = Date.now()
    await sql`insert into events (seq, account_id, type, payload, contact_id, campaign_id, created_at)
      values (null, 1, 'contact.open', '{}', 1, 1, ${at})`.execute(db)
    await sql`update events set seq = ${n} from (select id from events where seq is null) as waiting
      where events.id = waiting.id`.execute(db)
    await sql`insert into engagements
      (account_id, campaign_id, recipient_id, contact_id, kind, machine, link_id, at)
      values (1, 1, 1, 1, 'open', 1, null, ${at})`.execute(db)
    await sql`insert into repeat_visits (campaign_id, recipient_id, kind, machine, link_id, slot, count)
      values (1, 1, 'click', 0, 0, 0, 1)
      on conflict (campaign_id, recipient_id, kind, machine, link_id, slot)
      do update set count = repeat_visits.count + excluded.count`.execute(db)
    await sql`insert into delivery_attempts (delivery_id, attempt, at, ms, status, error, next_at)
      values (1, ${n}, ${at}, 1, 200, null, null)`.execute(db)
  }
})
