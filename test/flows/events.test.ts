import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Executor } from '../../src/service/database/dialect.ts'
import { lockSequences } from '../../src/service/events/account-order-store.ts'
import { appendEvent, appendEvents } from '../../src/service/events/outbox-store.ts'
import { publishEvents } from '../../src/service/events/publish.ts'
import { selectEvents } from '../../src/service/events/store.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { publishAll } from '../support/events.ts'
import { rememberedApi, startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let server: TestService
afterEach(() => server.close())

const eventOf = (name: string) => ({
  accountId: server.accountId,
  type: 'contact.open',
  payload: { name },
  now: 0,
})

const published = () =>
  server.service.db
    .selectFrom('events')
    .select(['seq', 'payload'])
    .where('seq', 'is not', null)
    .orderBy('seq')
    .execute()

test('many writers and publishers leave no gap and no duplicate number', async () => {
  server = await startService()
  const { db } = server.service
  const write = async (writer: number) => {
    for (let index = 0; index < 10; index++) {
      await db.transaction().execute((tx) => appendEvent(tx, eventOf(`${writer} ${index}`)))
    }
  }
  let isWriting = true
  const publish = async () => {
    while (isWriting) {
      await publishEvents(db)
      await setImmediate()
    }
  }
  const publishers = [publish(), publish(), publish()]
  await Promise.all(Array.from({ length: 6 }, (_, writer) => write(writer)))
  isWriting = false
  await Promise.all(publishers)
  await publishEvents(db)
  const events = await published()
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
})

test('an event is published when its transaction commits, and not after a rollback', async () => {
  server = await startService()
  const { db } = server.service
  const failing = db.transaction().execute(async (tx) => {
    await appendEvent(tx, eventOf('never'))
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await db.transaction().execute((tx) => appendEvents(tx, [eventOf('one'), eventOf('two')]))
  expect(await publishEvents(db)).toBe(2)
  expect(await publishEvents(db)).toBe(0)
  expect((await published()).map(({ payload }) => JSON.parse(payload).name)).toEqual(['one', 'two'])
})

test('numbers are never reused, after deletions or in a migrated database', async () => {
  server = await startService()
  const { db } = server.service
  const moved = { account_id: server.accountId, type: 'contact.open', payload: '{}' }
  const ofNobody = { contact_id: null, campaign_id: null, created_at: 0 }
  await db
    .insertInto('events')
    .values([5, 9].map((id) => ({ id, seq: id, ...moved, ...ofNobody })))
    .execute()
  await publishAll(db)
  await db.deleteFrom('events').where('seq', '=', 9).execute()
  const publish = async (name: string) => {
    await db.transaction().execute((tx) => appendEvent(tx, eventOf(name)))
    await publishAll(db)
  }
  await publish('one')
  await publish('two')
  await db.deleteFrom('events').where('seq', '>', 5).execute()
  await publish('three')
  expect((await published()).map(({ seq }) => seq)).toEqual([5, 12])
})

test('each event is queued once for every interested webhook, however many there are', async () => {
  server = await startService()
  const { db } = server.service
  const api = await rememberedApi(server)
  const path = `/users/${server.accountId}/webhooks`
  for (const events of [['contact.open'], ['contact.open', 'contact.bounce'], ['campaign.sent']]) {
    const hook = { url: 'https://tienda.example/', events }
    expect((await api('POST', path, hook)).status).toBe(200)
  }
  const events = Array.from({ length: 1200 }, (_, index) => eventOf(String(index)))
  await db
    .transaction()
    .execute((tx) => appendEvents(tx, [...events, { ...eventOf('other'), accountId: 0 }]))
  await publishAll(db)
  const queued = await db
    .selectFrom('deliveries')
    .select(({ fn }) => ['webhook_id', fn.countAll<number>().as('count')])
    .select(({ fn }) => fn.count<number>('event_id').distinct().as('events'))
    .groupBy('webhook_id')
    .execute()
  expect(queued.map(({ count, events: queuedEvents }) => [count, queuedEvents])).toEqual([
    [1200, 1200],
    [1200, 1200],
  ])
  const accounts = await db.selectFrom('deliveries').select('account_id').distinct().execute()
  expect(accounts).toEqual([{ account_id: server.accountId }])
  const inOrder = await db.selectFrom('deliveries').select('event_id').orderBy('id').execute()
  const ids = inOrder.map(({ event_id }) => event_id)
  expect(ids).toEqual([...ids].sort((a, b) => a - b))
})

onPostgres('a publisher passes over an account that another one is publishing', async () => {
  server = await startService()
  const { db } = server.service
  const others = server.accountId + 1
  const write = (count: number, accountId: number) => {
    const events = Array.from({ length: count }, () => eventOfAccount(accountId))
    return db.transaction().execute((tx) => appendEvents(tx, events))
  }
  await write(1, server.accountId)
  await publishAll(db)
  // More than one look at the next events finds.
  await write(1500, server.accountId)
  await write(2, others)
  await db.transaction().execute(async (tx) => {
    expect(await lockSequences(tx, [server.accountId])).toHaveLength(1)
    expect(await publishEvents(db)).toBe(2)
    expect(await publishEvents(db)).toBe(0)
  })
  expect(await publishEvents(db)).toBe(1000)
  expect(await publishEvents(db)).toBe(500)
  const numbersOf = async (accountId: number) =>
    (await selectEvents(db, { accountId, order: 'asc', limit: 5000 })).map(({ seq }) => seq)
  expect(await numbersOf(others)).toEqual([1, 2])
  expect(await numbersOf(server.accountId)).toEqual(
    Array.from({ length: 1501 }, (_, index) => index + 1),
  )
})

onPostgres(
  'a deadlock with another change of the same events only delays a publisher',
  async () => {
    server = await startService()
    const { db } = server.service
    await db.transaction().execute((tx) => appendEvents(tx, [eventOf('one'), eventOf('two')]))
    const clear = (tx: Executor, name: string) =>
      sql`update events set payload = '{}' where payload = ${JSON.stringify({ name })}`.execute(tx)
    const publishing = db.transaction().execute(async (tx) => {
      await clear(tx, 'two')
      const publisher = publishEvents(db)
      await waitFor(async () => {
        const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db)
        return rows.length > 0
      })
      await clear(tx, 'one')
      return { publisher }
    })
    expect(await (await publishing).publisher).toBe(2)
  },
)

/** What a program of the version before does, which gives the events of all accounts numbers of one order. */
const publishAsBefore = (limit: number) =>
  server.service.db.transaction().execute(async (tx) => {
    const lock = async (name: string) => {
      const { rows } = await sql<{ last: number }>`
        insert into sequences (name, last) values (${name}, 0)
        on conflict (name) do update set last = sequences.last returning last
      `.execute(tx)
      return rows[0]?.last ?? 0
    }
    const published = await lock('deliveries')
    const before = Math.max(published, await lock('events'))
    const { rows } = await sql<{ last: number }>`
      select greatest(${before}, max(seq)) as last from events
    `.execute(tx)
    const last = rows[0]?.last ?? 0
    const { numAffectedRows = 0n } = await sql`
      update events set seq = ${last} + waiting.place from (
        select id, account_id, created_at, row_number() over (order by id) as place from events
        where seq is null order by id limit 1000
      ) as waiting
      where events.id = waiting.id and events.account_id = waiting.account_id
        and events.created_at = waiting.created_at
    `.execute(tx)
    await sql`update sequences set last = ${last + Number(numAffectedRows)} where name = 'events'`.execute(
      tx,
    )
    const { rows: next } = await sql<{ upTo: number | null }>`
      select max(seq) as "upTo" from (
        select seq from events where seq > ${published} order by seq limit ${limit}
      ) as next
    `.execute(tx)
    if (!next[0]?.upTo) return
    const { upTo } = next[0]
    await sql`
      insert into deliveries
        (webhook_id, event_id, replay, state, attempts, next_at, lease_until, created_at)
      select webhooks.id, events.id, 0, 'pending', 0, events.created_at, 0, events.created_at
      from events join webhooks on webhooks.account_id = events.account_id and enabled = 1
      where seq > ${published} and seq <= ${upTo} order by seq
      on conflict (webhook_id, event_id, replay) do nothing
    `.execute(tx)
    await sql`update sequences set last = ${upTo} where name = 'deliveries'`.execute(tx)
  })

onPostgres(
  'beside a program of the version before no event is missed, doubled or numbered twice',
  async () => {
    server = await startService()
    const { db } = server.service
    const accounts = [server.accountId, server.accountId + 1, server.accountId + 2]
    for (const accountId of accounts) {
      await db
        .insertInto('webhooks')
        .values({
          ...{ account_id: accountId, url: 'https://tienda.example/', events: '["contact.open"]' },
          ...{ description: '', enabled: 1, secrets: '[]', failures: 0, failing_since: null },
          ...{ automation_id: null, created_at: 0, updated_at: 0 },
        })
        .execute()
    }
    await db.transaction().execute((tx) => appendEvents(tx, accounts.map(eventOfAccount)))
    await publishAsBefore(1)

    let isWriting = true
    const whileWriting = async (work: () => Promise<unknown>) => {
      while (isWriting) {
        await work()
        await setImmediate()
      }
    }
    const followers = accounts.map((accountId) => follower(accountId))
    const running = [
      whileWriting(() => publishAsBefore(3)),
      ...[1, 2, 3].map(() => whileWriting(() => publishEvents(db))),
      ...followers.map(({ read }) => whileWriting(read)),
    ]
    await Promise.all(
      [1, 2, 3, 4].map(async (writer) => {
        for (let index = 0; index < 25; index++) {
          await db.transaction().execute(async (tx) => {
            await appendEvents(tx, accounts.slice(index % 2).map(eventOfAccount))
            if (writer === 1) await sql`select pg_sleep(0.01)`.execute(tx)
          })
        }
      }),
    )
    isWriting = false
    await Promise.all(running)
    await publishAll(db)

    const written = await db
      .selectFrom('events')
      .select(['id', 'account_id'])
      .orderBy('id')
      .execute()
    for (const { accountId, read, seen } of followers) {
      await read()
      const ids = written.flatMap(({ id, account_id }) => (account_id === accountId ? [id] : []))
      expect([...seen].sort((a, b) => a - b)).toEqual(ids)
    }
    const queued = await db
      .selectFrom('deliveries')
      .select('event_id')
      .orderBy('event_id')
      .execute()
    expect(queued.map(({ event_id }) => event_id)).toEqual(written.map(({ id }) => id))
  },
)

const eventOfAccount = (accountId: number) => ({ ...eventOf(''), accountId })

/** Reads the events of an account page by page, each page after the last `seq` of the one before. */
function follower(accountId: number) {
  const seen: number[] = []
  let after = 0
  const read = async () => {
    const { db } = server.service
    const page = await selectEvents(db, { accountId, order: 'asc', after, limit: 4 })
    seen.push(...page.map(({ id }) => id))
    after = page.at(-1)?.seq ?? after
    if (page.length > 0) await read()
  }
  return { accountId, read, seen }
}
