import { afterEach, expect, test } from 'vitest'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

let server: TestService
/** Starts a service, with or without workers that send, and a draft for three contacts. */
async function start({ mails = true } = {}) {
  const sink = await startSink()
  open.push(() => sink.stop())
  const smtpUrl = sink.url
  server = await startService({ workers: mails, settings: { smtpUrl } })
  open.push(() => server.close())
  await addSender(server)
  const list = await addList(server, [
    'ana@correo.example',
    'eva@correo.example',
    'leo@correo.example',
  ])
  const { body } = await server.api('POST', '/campaigns', campaignOf(list, { draft: true }))
  return { cli: remite(server), id: String(body.id), sink }
}

async function startForeign(campaign: object) {
  const foreign = await startForeignServer()
  open.push(() => foreign.close())
  foreign.respond('GET /senders', { body: [{ from_mail: 'hola@tienda.example' }] })
  foreign.respond('GET /campaigns', { body: [{ id: 8, camp_name: 'March', ...campaign }] })
  const env = { REMITE_API_URL: foreign.url, REMITE_TOKEN: 'opaque' }
  const { with: runWith } = remite()
  const within = (more: Record<string, string>) =>
    runWith({ env: { ...env, ...more }, terminal: { columns: 80 } })
  return { foreign, cli: runWith({ env }), within }
}

const send = ['campaigns', 'send', '8', '--confirm', 'March', '--wait']

test('waiting reports how the campaign ended', async () => {
  const { cli, id } = await start()
  const { code, json } = await cli('campaigns', 'send', id, '--yes', '--wait', '--json')
  expect([code, json()]).toEqual([
    0,
    expect.objectContaining({ ok: true, status: 'sent', recipients: 3, sent: 3, failed: 0 }),
  ])
})

test('waiting exits with 8 when its time is over, after showing the result', async () => {
  const { cli, id } = await start({ mails: false })
  const args = ['campaigns', 'send', id, '--yes', '--wait', '--json', '--wait-timeout']
  expect((await cli(...args, 'soon')).code).toBe(2)
  expect((await server.api('GET', `/campaigns/${id}`)).body.status).toBe('draft')
  const { code, json, stderr } = await cli(...args, '1s')
  expect([code, json().status]).toEqual([8, 'queued'])
  expect(stderr).toContain('"still_running"')
})

test('failed recipients exit with 9, after showing the result', async () => {
  const { cli, foreign } = await startForeign({ from_mail: 'hola@tienda.example' })
  foreign.respond('GET /campaigns/8/stats', {
    body: { status: 'sent', recipients: 10, sent: 8, failed: 2 },
  })
  const { code, json, stderr } = await cli(...send, '--json')
  expect([code, json()]).toEqual([9, expect.objectContaining({ id: 8, failed: 2, sent: 8 })])
  expect(stderr).toContain('2 of 10')
})

test('where the server reports no status, waiting is refused before anything is sent', async () => {
  const { cli, foreign } = await startForeign({})
  expect((await cli(...send)).code).toBe(14)
  expect(foreign.requests.some(({ method }) => method === 'PUT')).toBe(false)
  foreign.respond('GET /campaigns', { body: [{ id: 8, camp_name: 'March', status: 'sent' }] })
  expect((await cli(...send)).code).toBe(0)
})

test('a campaign is watched to its end, one line per change', async () => {
  const { cli, foreign } = await startForeign({})
  const statusResponse = (sent: number, status = 'sending') => ({
    body: { status, recipients: 4, sent },
  })
  foreign.respond(
    'GET /campaigns/8/stats',
    statusResponse(0),
    statusResponse(1),
    statusResponse(1),
    statusResponse(4, 'sent'),
  )
  const { code, stdout } = await cli('campaigns', 'watch', '8', '-o', 'ndjson')
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(code).toBe(0)
  expect(lines.map(({ status, sent }) => [status, sent])).toEqual([
    ['sending', 1],
    ['sent', 4],
  ])
  expect(lines[0].at).toMatch(/^\d{4}-.*Z$/)
})

test('a capable terminal is redrawn in place', async () => {
  const { within, foreign } = await startForeign({})
  const statusResponse = (sent: number, status = 'sending') => ({
    body: { status, recipients: 4, sent },
  })
  const watch = async (env: Record<string, string>) => {
    foreign.respond(
      'GET /campaigns/8/stats',
      statusResponse(0),
      statusResponse(1),
      statusResponse(4, 'sent'),
    )
    const { code, stdout } = await within(env)('campaigns', 'watch', '8')
    return [code, stdout.split('\x1b[H\x1b[2J').length, stdout.includes('\x1b')]
  }
  expect(await watch({ NO_COLOR: '1' })).toEqual([0, 2, true])
  expect(await watch({ NO_COLOR: '1', TERM: 'dumb' })).toEqual([0, 1, false])
})

test('statistics are watched until Ctrl-C', async () => {
  const { cli, id } = await start({ mails: false })
  const stopping = new AbortController()
  const watch = cli.with({
    stopped: stopping.signal,
    onOutput: (text) => text.includes('draft') && stopping.abort('SIGINT'),
  })
  const { code, stdout } = await watch('campaigns', 'stats', id, '--watch')
  expect([code, stdout.split('\n')]).toEqual([130, [expect.stringContaining('draft'), '']])
})
