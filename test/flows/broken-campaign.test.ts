import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { dialectOf } from '../../src/service/database/dialect.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { startScriptedRelay } from '../support/mail/scripted-relay.ts'
import { startService } from '../support/service.ts'

test('a campaign whose audience cannot be written does not hold up the others', async () => {
  const relay = await startScriptedRelay({})
  const server = await startService({ workers: true, settings: { smtpUrl: relay.url } })
  onTestFinished(async () => {
    await server.close()
    await relay.stop()
  })
  await addSender(server)
  const { db } = server.service
  await (dialectOf(db).name === 'sqlite'
    ? sql`create trigger refuse before insert on recipients
        when new.address_key = 'broken@correo.example'
        begin select raise(abort, 'not this one'); end`
    : sql`alter table recipients add check (address_key <> 'broken@correo.example')`
  ).execute(db)
  const broken = await addList(server, ['broken@correo.example'])
  await server.api('POST', '/campaigns', campaignOf(broken))
  const list = await addList(server, ['ana@correo.example'])
  const { body } = await server.api('POST', '/campaigns', campaignOf(list))
  expect(await untilStatus(server, body.id, 'sent')).toMatchObject({ sent: 1 })
})
