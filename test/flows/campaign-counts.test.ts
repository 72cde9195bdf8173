import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { mergeCounts, selectCounts } from '../../src/service/campaigns/reporting/counts-store.ts'
import { dialectOf } from '../../src/service/database/dialect.ts'
import { purge } from '../../src/service/retention/purge.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { addFact, campaignFacts } from '../support/figures/campaign-facts.ts'
import { walkedCounts } from '../support/figures/campaign-walk.ts'
import { createFiguresWorld, figureSteps, shownFigures } from '../support/figures/figures-world.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { startService, type TestService } from '../support/service.ts'

/** A few in the fast suite. `REMITE_TEST_RUNS` sets another number. */
const runs = Number(process.env.REMITE_TEST_RUNS ?? 15)

let server: TestService
let sink: Sink
beforeAll(async () => {
  sink = await startSink({ refuse: '^refused' })
  server = await startService({ workers: true, settings: { smtpUrl: sink.url } })
  await addSender(server)
})
afterAll(async () => {
  await server.close()
  await sink.stop()
})

let campaigns = 0

/** Addresses of one campaign: what happens to an address counts in the whole account. */
const people = () => {
  const names = ['refused', ...Array.from({ length: 9 }, (_, n) => `p${n}`)]
  campaigns++
  return names.map((name) => `${name}.${campaigns}@correo.example`)
}

const stored = async (id: number) => shownFigures(await selectCounts(server.service.db, id))
const walked = async (id: number) => shownFigures(await walkedCounts(server.service.db, id))

async function sentCampaign(more: object = {}) {
  const list = await addList(server, people())
  const { body } = await server.api('POST', '/campaigns', campaignOf(list, more))
  await untilStatus(server, body.id, 'sent')
  const recipients = await server.service.db
    .selectFrom('recipients')
    .select(['id', 'contact_id'])
    .where('campaign_id', '=', body.id)
    .orderBy('id')
    .execute()
  return { id: body.id as number, recipients }
}

test('the figures of a campaign equal a count of its messages while and after it is sent', async () => {
  const { id } = await sentCampaign({ track_reads: 1, track_links: 1 })
  expect(await stored(id)).toEqual(await walked(id))
  const { body } = await server.api('GET', `/campaigns/${id}/stats`)
  expect(body).toMatchObject({ recipients: 10, sent: 9, failed: 1, delivered: 9, pending: 0 })
  expect(body).toMatchObject({ hard_bounces: 1, bounce_rate: 0.1 })
})

test('the figures equal the count after whatever happens, also when the rows are merged', async () => {
  const { id, recipients } = await sentCampaign()
  await fc.assert(
    fc.asyncProperty(campaignFacts, fc.boolean(), async (facts, isMerged) => {
      for (const fact of facts) await addFact(server, id, recipients, fact)
      if (isMerged) await mergeCounts(server.service.db)
      expect(await stored(id)).toEqual(await walked(id))
    }),
    { numRuns: runs },
  )
  const left = await stored(id)
  // Visits may expire before their campaign. Their figures stay.
  for (const table of ['engagements', 'repeat_visits'] as const) {
    await server.service.db.deleteFrom(table).where('campaign_id', '=', id).execute()
  }
  expect(await stored(id)).toEqual(left)
})

test('the figures equal the count after every step of campaigns, contacts and accounts', async () => {
  const alone = await startService()
  onTestFinished(() => alone.close())
  await addSender(alone)
  await fc.assert(
    fc.asyncProperty(figureSteps, async (steps) => {
      const world = createFiguresWorld(alone, () => addList(alone, people().slice(1, 7)))
      await world.take({ ...steps[0], act: 'send' } as (typeof steps)[number])
      for (const step of steps) {
        await world.take(step)
        await world.expectFigures()
      }
    }),
    { numRuns: Math.ceil(runs / 3), endOnFailure: true },
  )
})

test('statements of a program before are counted by triggers on PostgreSQL, and SQLite has none', async () => {
  const { id, recipients } = await sentCampaign()
  const { accountId, service } = server
  const { db } = service
  if (dialectOf(db).isOneProcess) {
    const { rows } = await sql`select name from sqlite_master where type = 'trigger'`.execute(db)
    expect(rows).toEqual([])
    return
  }
  const [first, second] = recipients
  const visitor = sql`${accountId}, ${id}, ${second?.id}, ${second?.contact_id}`
  const statements = [
    sql`update recipients set state = 'sent', sent_at = 7200001 where id = ${first?.id}`,
    sql`with opened as (
        update recipients set opened_at = 7300000 where id = ${second?.id}
      ) insert into engagements
        (account_id, campaign_id, recipient_id, contact_id, kind, machine, link_id, at)
        values (${visitor}, 'open', 0, null, 7300000)`,
    sql`insert into repeat_visits (campaign_id, recipient_id, kind, machine, link_id, slot, count)
      values (${id}, ${second?.id}, 'open', 0, 0, 7200000, 3)`,
    sql`insert into contact_history (account_id, contact_id, type, campaign_id, detail, at)
      values (${accountId}, ${second?.contact_id}, 'unsubscribe', ${id}, '', 0)`,
    sql`insert into conversions
      (account_id, campaign_id, recipient_id, contact_id, name, event_id, value, currency, at)
      values (${visitor}, 'purchase', 'old', 5, 'EUR', 0)`,
    sql`delete from bounces where campaign_id = ${id}`,
  ]
  for (const statement of statements) {
    // As one that has written contacts before, and counts these itself.
    await db.transaction().execute(async (tx) => {
      await sql`select set_config('remite.counts_itself', 'yes', true)`.execute(tx)
      await statement.execute(tx)
    })
    expect(await stored(id)).toEqual(await walked(id))
  }
  const accounts = await db
    .selectFrom('campaign_counts')
    .select('account_id')
    .distinct()
    .where('campaign_id', '=', id)
    .execute()
  expect(accounts).toEqual([{ account_id: accountId }])
})

test('figures that a program before has merged get their account with the next purge', async () => {
  const { id } = await sentCampaign()
  const { db } = server.service
  await mergeCounts(db)
  const before = await stored(id)
  await db.updateTable('campaign_counts').set({ account_id: 0 }).execute()
  await purge(server.service, new AbortController().signal)
  const without = db.selectFrom('campaign_counts').select('campaign_id').where('account_id', '=', 0)
  expect(await without.where('slot', '=', 0).execute()).toEqual([])
  expect(await stored(id)).toEqual(before)
})

test('rates are over delivered messages, and each other rate over what it is a part of', async () => {
  const { id, recipients } = await sentCampaign()
  const sent = { what: 'state', hour: 1, state: 'sent' } as const
  const facts = [
    { ...sent, nth: 2 },
    { ...sent, nth: 3 },
    { what: 'bounce', nth: 1, hour: 1, isHard: true },
    { what: 'visit', nth: 2, hour: 2, kind: 'open', isMachineAgent: false, link: 0, count: 1 },
    { what: 'visit', nth: 3, hour: 2, kind: 'open', isMachineAgent: false, link: 0, count: 1 },
    { what: 'visit', nth: 3, hour: 2, kind: 'click', isMachineAgent: false, link: 0, count: 1 },
    { what: 'history', nth: 4, type: 'unsubscribe' },
    { what: 'history', nth: 5, type: 'complaint' },
  ] as const
  for (const fact of facts) await addFact(server, id, recipients, fact)
  const { body } = await server.api('GET', `/campaigns/${id}/stats`)
  expect(body).toMatchObject({ sent: 9, delivered: 8, failed: 1 })
  expect(body).toMatchObject({
    open_rate: 2 / 8,
    click_rate: 1 / 8,
    click_to_open: 1 / 2,
    bounce_rate: 2 / 10,
    unsubscribe_rate: 1 / 8,
    complaint_rate: 1 / 8,
  })
})
