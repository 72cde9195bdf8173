import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVisitBuffer } from '../../src/service/tracking/buffer.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/mailing.ts'
import { startService, type TestService } from '../support/service.ts'
import { startSink } from '../support/smtp-sink.ts'

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

test('what is beyond the bound is lost, counted exactly, and nothing else is', async () => {
  const list = await addList(server, ['ana@correo.example', 'eva@correo.example'])
  const { body } = await server.api('POST', '/campaigns', campaignOf(list, { track_reads: 1 }))
  await untilStatus(server, body.id, 'sent')
  const { db } = server.service
  const recipients = await db.selectFrom('recipients').select('id').execute()
  const visits = createVisitBuffer(server.service)
  const at = server.service.clock.now()
  for (let count = 0; count < mostWaiting + 123; count++) {
    const recipient = recipients[count % recipients.length]?.id ?? 0
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0'
    visits.add({ kind: 'open', campaign: body.id, recipient, agent, at })
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
