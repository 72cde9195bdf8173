import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { dialectOf } from '../../src/service/database/dialect.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { countState } from '../support/database/queue.ts'
import { type ScriptedRelay, startScriptedRelay } from '../support/mail/scripted-relay.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let server: TestService
let relay: ScriptedRelay
afterEach(async () => {
  await server.close()
  await relay.stop()
})

async function start(script: Parameters<typeof startScriptedRelay>[0], log?: Writable) {
  relay = await startScriptedRelay(script)
  const settings = { smtpUrl: relay.url }
  server = await startService({ workers: true, settings, ...(log && { log }) })
  await addSender(server)
}

async function send(addresses: readonly string[]) {
  const list = await addList(server, [...addresses])
  const { body } = await server.api('POST', '/campaigns', campaignOf(list))
  return untilStatus(server, body.id, 'sent')
}

const recipientsBy = async (state: string) =>
  server.service.db
    .selectFrom('recipients')
    .select(['address_key', 'response'])
    .where('state', '=', state)
    .execute()

const people = Array.from({ length: 20 }, (_, index) => `p${index}@correo.example`)

test('a reply that ends in the middle of a character where it is cut stops nothing', async () => {
  const reply = `550 5.7.1 ${'x'.repeat(489)}`
  await start({ reply: (to) => (to === 'p7@correo.example' ? `${reply}🛑 no` : '250 2.0.0 Ok') })
  expect(await send(people)).toMatchObject({ sent: 19, failed: 1 })
  expect(await recipientsBy('failed')).toEqual([
    { address_key: 'p7@correo.example', response: reply },
  ])
})

test('a result that the database rejects is set apart, and the others are written', async () => {
  await start({
    reply: (to) => (to === 'p7@correo.example' ? '554 5.7.1 poison' : '250 2.0.0 Ok'),
  })
  const { db } = server.service
  const isSqlite = dialectOf(db).name === 'sqlite'
  await (isSqlite
    ? sql`create trigger refuse before update on recipients when new.response like '%poison%'
        begin select raise(abort, 'not this one'); end`
    : sql`alter table recipients add check (response not like '%poison%')`
  ).execute(db)
  expect(await send(people)).toMatchObject({ sent: 19, failed: 1 })
  expect(await recipientsBy('failed')).toEqual([
    { address_key: 'p7@correo.example', response: 'internal' },
  ])
})

test('a result that meets a database which cannot write is kept until it can', async () => {
  const events: string[] = []
  const log = new Writable({
    write(chunk, _encoding, done) {
      events.push(JSON.parse(String(chunk)).event)
      done()
    },
  })
  await start({ reply: () => '450 4.2.0 later' }, log)
  const { db } = server.service
  const isSqlite = dialectOf(db).name === 'sqlite'
  const refusal = isSqlite
    ? [
        `create trigger refuse before update on recipients when new.response like '%later%'
          begin select raise(abort, 'database or disk is full'); end`,
      ]
    : [
        `create function refuse() returns trigger language plpgsql
          as $$ begin raise 'full' using errcode = '53100'; end $$`,
        `create trigger refuse before update on recipients for each row
          when (new.response like '%later%') execute function refuse()`,
      ]
  for (const statement of refusal) await sql.raw(statement).execute(db)
  const list = await addList(server, ['ana@correo.example'])
  await server.api('POST', '/campaigns', campaignOf(list))
  const failures = () => events.filter((event) => event === 'delivery could not be written')
  // The third time, results are written one by one.
  const isSetApart = () => events.includes('the result of a message was set apart')
  await waitFor(() => failures().length >= 3 || isSetApart())
  await sql.raw(`drop trigger refuse${isSqlite ? '' : ' on recipients'}`).execute(db)
  await waitFor(async () => (await countState(server.service.db, 'submitting')) === 0)
  expect(await recipientsBy('deferred')).toEqual([
    { address_key: 'ana@correo.example', response: '450 4.2.0 later' },
  ])
})

test.each([
  ['without SMTPUTF8 never sees', [], { sent: 1, failed: 1 }],
  ['with SMTPUTF8 gets', ['SMTPUTF8', '8BITMIME'], { sent: 2, failed: 0 }],
])(
  'a relay %s an address beyond ASCII, and it is no bounce of the person',
  async (_, extensions, stats) => {
    await start({ extensions })
    expect(await send(['josé@correo.example', 'ana@correo.example'])).toMatchObject(stats)
    const raw = relay.commands.filter((line) => line.includes('jos'))
    expect(raw.length > 0).toBe(extensions.length > 0)
    const { db } = server.service
    expect(await db.selectFrom('bounces').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('suppressions').selectAll().execute()).toEqual([])
  },
)
