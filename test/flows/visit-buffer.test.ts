import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('visits over the buffer limit are dropped and counted exactly, others are kept', async () => {
  const list = await addList(server, ['ana@correo.example', 'eva@correo.example'])
  const { body } = await server.api('POST', '/campaigns', campaignOf(list, { track_reads: 1 }))
  await untilStatus(server, body.id, 'sent')
  const { db } = server.service
  const recipients = await db.selectFrom('recipients').select('id').execute()
  const visits = createVisitBuffer(server.service)
  const now = server.service.clock.now()
  for (let count = 0; count < mostWaiting + 123; count++) {
    const recipient = recipients[count % recipients.length]?.id ?? 0
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0'
    visits.add({ kind: 'open', campaign: body.id, recipient, agent, at: now })
  }
  expect(visits.dropped()).toBe(123)
  await visits.stop()
  const { count } = await db
    .selectFrom('engagements')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(mostWaiting)
  expect(visits.dropped()).toBe(123)
})
