import { Writable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { rememberedApi, startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function start(smtpUrl: string) {
  const lines: Record<string, string>[] = []
  const log = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const clock = testClock()
  const server = await startService({ workers: true, clock, log, settings: { smtpUrl } })
  ends.push(server.close)
  await addSender(server)
  const aboutRelay = () =>
    lines.map(({ event }) => event).filter((event) => /relay/.test(event ?? ''))
  return { server, clock, lines, aboutRelay }
}

async function send(server: TestService): Promise<number> {
  const list = await addList(server, ['ana@correo.example', 'eva@correo.example'])
  return (await server.api('POST', '/campaigns', campaignOf(list))).body.id
}

const warningsAt = async (api: TestService['api'], path: string): Promise<string[]> =>
  (await api('GET', path)).body.warnings.map(({ code }: { code: string }) => code)

test('a relay that is down is logged once, shown to its users, and logged when it is back', async () => {
  const gone = await startSink()
  await gone.stop()
  const { server, clock, lines, aboutRelay } = await start(gone.url)
  const api = await rememberedApi(server)
  const id = await send(server)
  await waitFor(async () => (await warningsAt(api, `/campaigns/${id}`)).includes('relay_down'))
  expect(await warningsAt(api, '/dashboard')).toContain('relay_down')
  const ready = await server.request('GET', '/ready')
  expect(ready.status).toBe(503)
  expect(ready.body).toMatchObject({
    status: 'unready',
    database: { status: 'ok' },
    relay: { status: 'down', since: '2027-03-01T09:00:00.000Z' },
  })
  for (let seconds = 0; seconds < 60; seconds += 5) clock.advance(5000)
  expect(aboutRelay()).toEqual(['the relay accepts no mail'])
  expect(lines.find(({ level }) => level === 'error')?.error).toContain('ECONNREFUSED')
  const cli = remite()
  await cli.with({ stdin: server.pass })(
    ...['auth', 'login', '--username', 'ana', '--password-stdin', '--api-url', server.url],
  )
  const findings = JSON.parse((await cli('doctor', '--json')).stdout).data
  expect(findings).toContainEqual(expect.objectContaining({ check: 'mail', level: 'warn' }))
  const shown = await cli('campaigns', 'get', String(id), '-o', 'table')
  expect(shown.stdout).toContain('The mail server has accepted no email')

  const back = await startSink({}, gone.port)
  ends.push(back.stop)
  clock.advance(600_000)
  await untilStatus({ ...server, api }, id, 'sent')
  await waitFor(async () => !(await warningsAt(api, '/dashboard')).includes('relay_down'))
  expect(aboutRelay()).toEqual(['the relay accepts no mail', 'the relay accepts mail again'])
  expect((await server.request('GET', '/ready')).body.relay).toEqual({ status: 'ok' })
})

test('a relay that refuses the password is logged with its reply, without the password', async () => {
  const sink = await startSink({ password: 'right' })
  ends.push(sink.stop)
  const { server, lines, aboutRelay } = await start(sink.url.replace('//', '//me:wrong-secret@'))
  const id = await send(server)
  await waitFor(async () => (await warningsAt(server.api, `/campaigns/${id}`)).length > 0)
  expect(aboutRelay()).toEqual(['the relay accepts no mail'])
  const logged = JSON.stringify(lines)
  expect(logged).toContain('535 5.7.8 Wrong password')
  expect(logged).not.toContain('wrong-secret')
})
