import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { type StartOptions, startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let server: TestService
let sink: Sink
afterEach(async () => {
  await server.close()
  await sink.stop()
})

async function start(relay: Parameters<typeof startSink>[0] = {}, options: StartOptions = {}) {
  sink = await startSink(relay)
  server = await startService({ workers: true, ...options, settings: { smtpUrl: sink.url } })
  await addSender(server)
}

async function send(count: number): Promise<number> {
  const people = Array.from({ length: count }, (_, index) => `p${index}@correo.example`)
  const list = await addList(server, people)
  return (await server.api('POST', '/campaigns', campaignOf(list))).body.id
}

const queued = () => server.service.db.selectFrom('recipient_queue').selectAll().execute()

test('a refused message stays in the queue until it is due again, and leaves it when it is sent', async () => {
  const clock = testClock()
  await start({ greylist: true }, { clock })
  const id = await send(3)
  const statsOf = async () => (await server.api('GET', `/campaigns/${id}/stats`)).body
  await waitFor(async () => (await statsOf()).deferred === 3)
  const dueAt = clock.now() + 5 * 60_000
  expect(await queued()).toMatchObject(
    [1, 2, 3].map(() => ({ campaign_id: id, next_at: dueAt, claim: null, submitting: 0 })),
  )
  clock.advance(5 * 60_000)
  await untilStatus(server, id, 'sent')
  expect(await queued()).toEqual([])
})

test('a message with a result is not sent again, even if it were in the queue', async () => {
  await start()
  const id = await send(2)
  await untilStatus(server, id, 'sent')
  const { db } = server.service
  await sql`insert into recipient_queue (account_id, id, campaign_id, next_at)
    select account_id, id, campaign_id, 0 from recipients`.execute(db)
  await db.updateTable('campaigns').set({ status: 'sending' }).where('id', '=', id).execute()
  server.service.wake()
  await waitFor(async () => (await queued()).length === 0)
  const states = await db.selectFrom('recipients').select('state').execute()
  expect([states, sink.messages().length]).toEqual([[{ state: 'sent' }, { state: 'sent' }], 2])
})

interface Updates {
  all: number
  hot: number
}

onPostgres(
  'a message is claimed, submitted and marked as sent without a change of an index',
  async () => {
    await start()
    const count = 400
    await untilStatus(server, await send(count), 'sent')
    const updates = async (): Promise<Updates[]> => {
      const { rows } = await sql<Updates>`
      select cast(n_tup_upd as int) as "all", cast(n_tup_hot_upd as int) as hot
      from pg_stat_user_tables where relname in ('recipients', 'recipient_queue')
      and schemaname = current_schema() order by relname
    `.execute(server.service.db)
      return rows
    }
    // Each connection reports its work about once a second.
    await waitFor(async () => {
      const [queue, record] = await updates()
      return (queue?.all ?? 0) >= 2 * count && (record?.all ?? 0) >= count
    })
    const shares = (await updates()).map(({ all, hot }) => hot / all)
    const [ofQueue = 0, ofRecord = 0] = shares
    expect(ofRecord).toBeGreaterThan(0.9)
    // Its pages have room for all claims, which are half. The rest also needs the space of old versions, which a
    // transaction elsewhere in the database keeps: an analysis, for example.
    expect(ofQueue).toBeGreaterThanOrEqual(0.5)
  },
)
