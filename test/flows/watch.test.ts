import { afterEach, describe, expect, test } from 'vitest'
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

describe('at a terminal', () => {
  const state = (sent: number, status = 'sending') => ({
    body: { status, recipients: 400, sent, failed: 0 },
  })

  /** Watches a campaign without waiting: the clock passes by itself. */
  async function watch(columns: number, ...states: ReturnType<typeof state>[]) {
    const { foreign } = await startForeign({})
    let now = Date.parse('2027-03-01T09:00:00Z')
    const sleep = async (ms: number) => {
      now += ms
    }
    foreign.respond('GET /campaigns/8/stats', ...states)
    const env = { REMITE_API_URL: foreign.url, REMITE_TOKEN: 'opaque', NO_COLOR: '1' }
    const run = remite(undefined, { now: () => now, sleep }).with({
      env,
      terminal: { columns },
    })
    return run('campaigns', 'watch', '8')
  }

  test('a bar shows how far a campaign is, how fast, and how long it takes', async () => {
    const run = await watch(80, state(0), state(0), state(50), state(100), state(400, 'sent'))
    expect(run.code).toBe(0)
    const bars = run.stderr.split('\r').filter((line) => line.includes('Sending'))
    expect(bars.at(-1)?.trim()).toMatch(/^Sending +\S+ +25% +100 of 400 +\d+\/s +\d+ s left$/)
    // The final state is the result, and says what comes next.
    expect(run.stdout).toMatch(/Sent +400/)
    expect(run.stderr.trimEnd().split('\n').at(-1)).toContain('Next: remite campaigns stats 8')
    expect(`${run.stdout}${run.stderr}`).not.toContain('\x1b')
  })

  test('a campaign that waits says what for, and since when', async () => {
    const queued = state(0, 'queued')
    const run = await watch(80, queued, queued, queued, state(100), state(400, 'sent'))
    const bars = run.stderr.split('\r').filter((line) => line.includes('Queued'))
    expect(bars.map((line) => line.trim()).filter(Boolean).length).toBeGreaterThan(1)
    expect(bars.at(-1)).toMatch(/Queued, waiting for its turn · [1-9]\d* s/)
    const paused = state(100, 'paused')
    const resumed = await watch(80, paused, paused, state(400, 'sent'))
    expect(resumed.stderr).toContain('Paused: `remite campaigns resume 8` continues it · 0 s')
  })

  test('a slow campaign has a rate per minute, and a pause is named', async () => {
    const slow = Array.from({ length: 20 }, (_, index) => state(Math.floor(index / 4)))
    const run = await watch(80, ...slow, state(5, 'paused'), state(400, 'sent'))
    expect(run.stderr).toMatch(/ \d+\/min /)
    expect(run.stderr).toMatch(/\rPaused: /)
  })

  test('a narrow terminal drops what does not fit, and no line wraps', async () => {
    const run = await watch(30, state(0), state(0), state(100), state(400, 'sent'))
    const lines = run.stderr.split(/[\r\n]/).filter((line) => line.startsWith('Sending'))
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line.length).toBeLessThan(30)
  })
})

describe('a live page', () => {
  const stats = (opens: number) => ({
    body: { status: 'sent', recipients: 40, sent: 40, delivered: 40, unique_opens: opens },
  })

  async function watchStats(rows: number, env: Record<string, string> = {}) {
    const { foreign } = await startForeign({})
    foreign.respond('GET /campaigns/8/stats', stats(1), stats(2), stats(3))
    const stopping = new AbortController()
    let pieces = 0
    const clock = { now: Date.now, sleep: async () => {} }
    const run = await remite(undefined, clock).with({
      env: { REMITE_API_URL: foreign.url, REMITE_TOKEN: 'opaque', NO_COLOR: '1', ...env },
      terminal: { columns: 60, rows },
      stopped: stopping.signal,
      onOutput: () => ++pieces >= 3 && stopping.abort('SIGINT'),
    })('campaigns', 'stats', '8', '--watch')
    return { ...run, frames: run.stdout.split('\x1b[H').slice(1) }
  }

  test('is redrawn in place at each change, and says how to stop', async () => {
    const { code, frames, stdout, stderr } = await watchStats(60)
    expect([code, frames.length]).toEqual([130, 3])
    // Ctrl-C is the way to end it, not a mistake.
    expect(stderr).not.toContain('error')
    expect(frames[2]).toContain('Press Ctrl-C to stop.')
    // The cursor is below what is shown, and never hidden.
    expect(stdout).toMatch(/\n\x1b\[J$/)
    expect(stdout).not.toContain('\x1b[?25l')
  })

  test('never scrolls: what is higher than the terminal is cut, and counted', async () => {
    const { frames } = await watchStats(8)
    expect(frames.length).toBe(3)
    for (const frame of frames) {
      const lines = frame.split('\n')
      expect(lines.length).toBeLessThanOrEqual(8)
      expect(lines.at(-2)).toMatch(/^… \d+ more lines/)
    }
  })

  test('is printed line by line in a terminal that cannot redraw', async () => {
    const { stdout } = await watchStats(60, { TERM: 'dumb' })
    expect(stdout).not.toContain('\x1b')
  })
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
