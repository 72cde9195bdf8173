import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let server: TestService
beforeAll(async () => {
  server = await startService({ workers: true })
})
afterAll(() => server.close())

class Undone extends Error {}

/** Only on PostgreSQL, because SQLite has one writer at a time. */
onPostgres('a cancel during a slice of the audience leaves no recipient waiting', async () => {
  const { db } = server.service
  await addSender(server)
  const list = await addList(server, ['ana@x.example', 'eva@x.example'])
  const { id } = (await server.api('POST', '/campaigns', campaignOf(list, { draft: true }))).body
  const waiting = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    return rows.length
  }
  const campaign = () =>
    db.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  let cancelled: Promise<unknown> = Promise.resolve()
  const blocking = db.transaction().execute(async (tx) => {
    // The slice waits to know whether this row stays.
    await sql`
      insert into recipients (account_id, campaign_id, address_key, visit, contact_id, state,
        attempts)
      select account_id, cast(${id} as bigint), email_key, 0, id, 'pending', 0 from contacts
      where email_key = 'eva@x.example'
    `.execute(tx)
    expect((await server.api('PUT', `/campaigns/${id}/send`)).status).toBe(200)
    await waitFor(async () => (await waiting()) === 1)
    cancelled = server.api('PUT', `/campaigns/${id}/cancel`)
    await waitFor(async () => (await waiting()) === 2 || (await campaign()).ended_at !== null)
    throw new Undone()
  })
  await expect(blocking).rejects.toThrow(Undone)
  expect(await cancelled).toMatchObject({ status: 200 })
  await waitFor(async () => (await waiting()) === 0 && (await campaign()).ended_at !== null)
  const recipients = await db
    .selectFrom('recipients')
    .select('state')
    .where('campaign_id', '=', id)
    .execute()
  expect(recipients).toEqual([{ state: 'cancelled' }, { state: 'cancelled' }])
  expect((await campaign()).recipients).toBe(2)
})
