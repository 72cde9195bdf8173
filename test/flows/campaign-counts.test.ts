import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mergeCounts, selectCounts } from '../../src/service/campaigns/reporting/counts-store.ts'
import { addFact, campaignFacts } from '../support/campaign-facts.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { walkedCounts } from '../support/campaign-walk.ts'
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

const keyOf = ({ measure, key, at }: { measure: string; key: string; at: number }) =>
  `${measure} ${key} ${at}`

/** The figures as text, so that a difference is easy to read. */
const shown = (rows: Awaited<ReturnType<typeof walkedCounts>>) =>
  rows
    .filter(({ count, amount }) => count !== 0 || amount !== 0)
    .map((row) => `${keyOf(row)}: ${row.count} ${Number(row.amount).toFixed(2)}`)
    .sort()

const stored = async (id: number) => shown(await selectCounts(server.service.db, id))
const walked = async (id: number) => shown(await walkedCounts(server.service.db, id))

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
  const { db } = server.service
  for (const table of ['conversions', 'bounces', 'recipients'] as const) {
    await db.deleteFrom(table).where('campaign_id', '=', id).execute()
  }
  const left = await stored(id)
  expect(left).toEqual(await walked(id))
  // Visits may expire before their campaign. Their figures stay.
  for (const table of ['engagements', 'repeat_visits'] as const) {
    await db.deleteFrom(table).where('campaign_id', '=', id).execute()
  }
  expect(await stored(id)).toEqual(left)
})

test('rates are over delivered messages, and each other rate over what it is a part of', async () => {
  const { id, recipients } = await sentCampaign()
  const sent = { what: 'state', hour: 1, state: 'sent', variant: null } as const
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
