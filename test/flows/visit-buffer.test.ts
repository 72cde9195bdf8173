import { afterAll, beforeAll, expect, test } from 'vitest'
import { openToken } from '../../src/service/tracking/token.ts'
import { createVisitBuffer } from '../../src/service/tracking/visit-buffer.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { startSink } from '../support/mail/smtp-sink.ts'
import { startService, type TestService } from '../support/service.ts'

const mostWaiting = 50_000

let server: TestService
let close: () => Promise<void>
beforeAll(async () => {
  const sink = await startSink()
  server = await startService({ workers: true, settings: { smtpUrl: sink.url } })
  close = async () => {
    await server.close()
    await sink.stop()
  }
  await addSender(server)
})
afterAll(() => close())

/** Sends a tracked campaign to two contacts. Adds visits to a buffer of its own. */
async function startVisits() {
  const list = await addList(server, ['ana@correo.example', 'eva@correo.example'])
  const { body } = await server.api('POST', '/campaigns', campaignOf(list, { track_reads: 1 }))
  await untilStatus(server, body.id, 'sent')
  const { db, clock } = server.service
  const recipients = await db
    .selectFrom('recipients')
    .select('id')
    .where('campaign_id', '=', body.id)
    .execute()
  const visits = createVisitBuffer(server.service)
  const at = clock.now()
  return {
    visits,
    /** Adds an open by one of the recipients, or by an unknown one. */
    add(count: number, unknown?: number) {
      const recipient = unknown ?? recipients[count % recipients.length]?.id ?? 0
      visits.add({ kind: 'open', campaign: body.id, recipient, isMachineAgent: false, at })
    },
    /** Adds an open with a token, of a recipient or an invalid one. */
    addToken(count: number, isValid: boolean) {
      const recipient = recipients[count % recipients.length]?.id ?? 0
      const token = openToken({ campaign: body.id, recipient }, server.service.secrets.mac)
      visits.addOpen({ token: isValid ? token : `${token}A`, isMachineAgent: false, at })
    },
    async counted(): Promise<number> {
      const { body: stats } = await server.api('GET', `/campaigns/${body.id}/stats`)
      return stats.opens
    },
  }
}

test('visits over the buffer limit are dropped and counted exactly, others are kept', async () => {
  const { visits, add, counted } = await startVisits()
  for (let count = 0; count < 8; count++) add(count)
  for (let count = 8; count < mostWaiting + 123; count++) add(count, 1_000_000 + count)
  expect(visits.dropped()).toBe(123)
  // A visit that was already seen needs no memory.
  for (let count = 0; count < 100; count++) add(count)
  expect(visits.dropped()).toBe(123)
  await visits.stop()
  expect(await counted()).toBe(108)
  expect(visits.dropped()).toBe(123)
})

test('a flood of few links does not fill the buffer, and every visit is counted', async () => {
  const { visits, add, counted } = await startVisits()
  const flood = 4 * mostWaiting
  for (let count = 0; count < flood; count++) add(count)
  expect(visits.dropped()).toBe(0)
  await visits.stop()
  expect(await counted()).toBe(flood)
})

test('of opens that are checked together, those with a valid token count', async () => {
  const { visits, addToken, counted } = await startVisits()
  for (let count = 0; count < 1000; count++) addToken(count, count % 3 === 0)
  await visits.stop()
  expect(await counted()).toBe(334)
})
