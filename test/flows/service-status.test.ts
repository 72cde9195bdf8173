import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { newFolder } from '../support/folder.ts'
import { startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { startService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const postgresServer = process.env.REMITE_TEST_DATABASE_URL

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A service that runs workers, and `service status` beside it. */
async function start(smtpUrl: string) {
  const postgres = postgresServer ? await createPostgres(postgresServer) : undefined
  if (postgres) ends.push(() => postgres.drop())
  const source = postgres?.url ?? join(newFolder(), 'remite.db')
  const clock = testClock()
  const server = await startService({ file: source, workers: true, clock, settings: { smtpUrl } })
  let isOpen = true
  const stop = async () => {
    if (isOpen) await server.close()
    isOpen = false
  }
  ends.push(stop)
  const cli = remite(undefined, clock).with({
    env: postgres ? { REMITE_DATABASE_URL: source } : {},
  })
  const status = (...flags: string[]) =>
    cli('service', 'status', ...(postgres ? [] : ['--from', source]), ...flags)
  return { server, stop, status }
}

test('an operator sees the processes, their relay and what waits, while the service runs', async () => {
  const gone = await startSink()
  await gone.stop()
  const { server, stop, status } = await start(gone.url)
  await addSender(server)
  const list = await addList(server, ['ana@correo.example', 'eva@correo.example'])
  await server.api('POST', '/campaigns', campaignOf(list))
  const read = async () => (await status('--json')).json()
  await waitFor(async () => (await read()).processes[0]?.status === 'relay_down')
  const state = await read()
  expect(state.backlog).toMatchObject({ campaign_messages: 2, imports: 0 })
  expect(state.processes).toEqual([
    expect.objectContaining({
      version: 'test',
      pid: process.pid,
      relay_response: expect.stringContaining('ECONNREFUSED'),
    }),
  ])
  const shown = await status('-o', 'table')
  expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('relay down')])

  await stop()
  const stopped = await status('--json')
  expect([stopped.code, stopped.json().processes]).toEqual([0, []])
})

test('campaigns that the service has paused are named with their reason', async () => {
  const sink = await startSink()
  ends.push(sink.stop)
  const { server, status } = await start(sink.url)
  await addSender(server)
  const list = await addList(server, ['ana@correo.example'])
  const { body } = await server.api('POST', '/campaigns', { ...campaignOf(list), draft: true })
  const change = { status: 'paused', reason: 'reputation' } as const
  await server.service.db.updateTable('campaigns').set(change).where('id', '=', body.id).execute()
  expect((await status('--json')).json().campaigns).toEqual([
    expect.objectContaining({ id: body.id, account: 'ana', ...change }),
  ])
  const missing = await remite()('service', 'status', '--from', '/nowhere/remite.db')
  expect([missing.code, missing.stdout]).toEqual([2, ''])
})
