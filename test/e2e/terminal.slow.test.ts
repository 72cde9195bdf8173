import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import {
  type ForeignServer,
  type ReceivedRequest,
  startForeignServer,
} from '../support/foreign-server.ts'
import { ctrlC, ctrlD, enter, hasTerminals, openTerminal } from '../support/processes/terminal.ts'
import { waitFor } from '../support/wait.ts'

const open: ForeignServer[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function account(size: { columns?: number } = {}) {
  const server = await startForeignServer()
  open.push(server)
  server.respond('GET /campaigns', { body: campaigns })
  const folder = newFolder()
  const session = { REMITE_API_URL: server.url, REMITE_TOKEN: 'token' }
  return {
    server,
    folder,
    requestsBy: (method: string) => server.requests.filter((request) => request.method === method),
    /** Runs a line with a session, unless `env` removes the token. */
    run: (line: string, env: Record<string, string> = {}) =>
      openTerminal(line, { folder, ...size, env: { ...session, ...env } }),
  }
}

const campaigns = Array.from({ length: 30 }, (_, index) => ({
  id: 1000 + index,
  camp_name: `Noticias de la tienda número ${index}`,
  status: 'sent',
  recipients: 200_000,
  sent: 199_000 + index,
  sent_at: '2027-03-01T09:00:00Z',
}))

const esc = '\x1b'

describe.skipIf(!hasTerminals)('in a terminal', { timeout: 60_000 }, () => {
  test('login prompts for what is missing and does not echo the password', async () => {
    const { server, run, requestsBy } = await account()
    const terminal = run('remite auth login', { REMITE_TOKEN: '' })
    await terminal.waitForText(/Username/)
    terminal.type(`ana${enter}`)
    await terminal.waitForText(/Password/)
    terminal.type(`hunter2-hunter2${enter}`)
    await terminal.waitForText(/Stay logged in/)
    terminal.type(enter)
    expect(await terminal.ended, terminal.screenText()).toBe(0)
    expect(terminal.screenText()).toContain('ana')
    expect(terminal.raw()).not.toMatch(/hunter2|\*{3}/)
    expect(JSON.parse(requestsBy('POST')[0]?.body ?? '')).toMatchObject({ pass: 'hunter2-hunter2' })
    expect(server.requests).toHaveLength(1)
  })

  test.each([
    [enter, 7, 0],
    [`n${enter}`, 7, 0],
    [`y${enter}`, 0, 1],
    [`sí${enter}`, 0, 1],
    [ctrlC, 130, 0],
    [ctrlD, 130, 0],
  ])('a small thing is asked with No as its default: %j is exit %i', async (keys, code, times) => {
    const { server, run, requestsBy } = await account()
    server.respond('GET /lists/3', { body: { id: 3, name: 'Customers', contacts: 12 } })
    server.respond('DELETE /lists/3', { body: { ok: true } })
    const terminal = run('remite lists delete 3')
    await terminal.waitForText(/y\/N/)
    terminal.type(keys)
    expect(await terminal.ended, terminal.screenText()).toBe(code)
    expect(requestsBy('DELETE')).toHaveLength(times)
  })

  test('a large send asks for the campaign name and accepts nothing else', async () => {
    const { server, run, requestsBy } = await account()
    const name = `Clientes${esc}]52;c;cm0=\x07 2027`
    server.respond('GET /lists/3', { body: { id: 3, name, contacts: 200_000 } })
    server.respond('DELETE /lists/3', { body: { ok: true } })
    for (const [typed, code] of [
      ['yes', 7],
      ['Clientes', 7],
      ['Clientes 2027', 0],
    ] as const) {
      const terminal = run('remite lists delete 3')
      await terminal.waitForText(/Clientes 2027.*\n.*Clientes 2027/)
      terminal.type(`${typed}${enter}`)
      expect(await terminal.ended, terminal.screenText()).toBe(code)
      expect(terminal.raw()).not.toContain(`${esc}]52`)
    }
    expect(requestsBy('DELETE')).toHaveLength(1)
  })

  test('a campaign is asked field by field, and Escape at the end creates nothing', async () => {
    const { server, run, folder, requestsBy } = await account()
    server.respond('GET /lists', { body: [{ id: 3, name: 'Customers' }] })
    server.respond('GET /senders', { body: [{ id: 1, from_mail: 'news@example.org' }] })
    server.respond('GET /campaigns', { headers: { 'api-features': 'draft' }, body: campaigns })
    writeFileSync(join(folder, 'march.html'), '<p>Hi</p>')
    const altB = `${esc}b`
    for (const [last, code, created] of [
      [esc, 130, 0],
      [enter, 0, 1],
    ] as const) {
      const terminal = run('remite campaigns create')
      for (const [text, keys] of [
        [/Name:/, `Marc${altB}${esc}[Fh${enter}`],
        [/Lists:/, enter],
        [/Sender:/, enter],
        [/Subject:/, `Hello${enter}`],
        [/Preheader/, enter],
        [/The message:/, enter],
        [/HTML file:/, `march.html${enter}`],
        [/And then\?/, `${esc}[B${esc}[A${last}`],
      ] as const) {
        await terminal.waitForText(text)
        terminal.type(keys)
      }
      expect(await terminal.ended, terminal.screenText()).toBe(code)
      expect(requestsBy('POST')).toHaveLength(created)
    }
    expect(JSON.parse(requestsBy('POST')[0]?.body ?? '')).toMatchObject({ camp_name: 'March' })
  })

  test('prompts use the language of the user', async () => {
    const { server, run } = await account()
    server.respond('GET /lists/3', { body: { id: 3, name: 'Clientes', contacts: 12 } })
    const terminal = run('remite lists delete 3', { LANG: 'es_ES.UTF-8' })
    await terminal.waitForText(/s\/N/)
    terminal.type(enter)
    expect(await terminal.ended).toBe(7)
  })

  test.each([40, 80, 200])('no output is wider than %i columns', async (columns) => {
    const { server, run } = await account({ columns })
    server.respond('GET /campaigns/1000/stats', { body: stats })
    const list = run('remite campaigns list')
    expect(await list.ended, list.screenText()).toBe(0)
    expect(list.hasWrapped()).toBe(false)
    expect(list.screenText()).toContain('1000')
    // Cards have one line per field, a table has one line per campaign.
    const lines = list.screenText().split('\n').filter(Boolean)
    expect(lines.length > 100).toBe(columns === 40)
    const chart = run('remite campaigns stats 1000')
    expect(await chart.ended, chart.screenText()).toBe(0)
    expect(chart.hasWrapped()).toBe(false)
    expect(chart.screenText()).toMatch(/█/)
  })

  test.each([{ env: { TERM: 'dumb' } }, { env: { NO_COLOR: '1' } }])(
    'with $env nothing is coloured and nothing steers the terminal',
    async ({ env }) => {
      const { server, run, folder } = await account()
      server.respond('POST /lists/3/contacts', { body: { ok: true } })
      people(folder, 20)
      for (const [line, code] of [
        ['remite campaigns list', 0],
        ['remite campaigns get --no-input', 2],
        ['remite lists import people.csv --list 3', 0],
      ] as const) {
        const terminal = run(line, env)
        expect(await terminal.ended, terminal.screenText()).toBe(code)
        expect(terminal.raw()).not.toContain(esc)
      }
      const colored = run('remite campaigns list')
      await colored.ended
      expect(colored.raw()).toContain(esc)
    },
  )

  test('an ASCII terminal gets charts drawn in ASCII', async () => {
    const { server, run } = await account()
    server.respond('GET /campaigns/1000/stats', { body: stats })
    const terminal = run('remite campaigns stats 1000', { LANG: 'C', NO_COLOR: '1' })
    expect(await terminal.ended).toBe(0)
    expect(terminal.screenText()).toMatch(/###/)
    expect(terminal.raw()).toMatch(/^[\x00-\x7f]*$/)
  })

  test('an import shows its progress and leaves only the result', async () => {
    const { server, run, folder } = await account({ columns: 60 })
    const gate = createGate()
    server.respond('POST /lists/3/contacts', gate.pass)
    people(folder, 40)
    const terminal = run('remite lists import people.csv --list 3 --concurrency 1')
    for (let done = 0; done < 40; done += 1) {
      await waitFor(() => gate.waiting() === 1)
      if (done === 30) await new Promise((wake) => setTimeout(wake, 200)) // The progress bar is redrawn at intervals.
      gate.open(1)
    }
    expect(await terminal.ended, terminal.screenText()).toBe(0)
    expect(terminal.raw()).toMatch(/\d+ %|\d+%/)
    expect(terminal.raw()).toMatch(/[█░]/)
    expect(terminal.hasWrapped()).toBe(false)
    expect(terminal.screenText()).not.toMatch(/[█░]/)
    expect(terminal.screenText()).toMatch(/Created +40/)
  })

  test('Ctrl-C finishes the batches under way of an import and says how to resume', async () => {
    const { server, run, folder, requestsBy } = await account()
    const gate = createGate()
    server.respond('POST /lists/3/contacts', gate.pass)
    people(folder, 10)
    const terminal = run('remite lists import people.csv --list 3 --concurrency 1')
    await waitFor(() => gate.waiting() === 1)
    gate.open(1)
    await waitFor(() => gate.waiting() === 1)
    terminal.type(ctrlC)
    await terminal.waitForText(/\^C/)
    gate.open(Number.POSITIVE_INFINITY)
    expect(await terminal.ended, terminal.screenText()).toBe(130)
    const [command = ''] = /remite lists imports resume [\w-]+/.exec(terminal.screenText()) ?? []
    expect(command, terminal.screenText()).not.toBe('')
    const before = requestsBy('POST').length
    expect(before).toBeLessThan(10)
    const resumed = run(command)
    expect(await resumed.ended, resumed.screenText()).toBe(0)
    const sent = requestsBy('POST').map(({ body }) => JSON.parse(body).email)
    expect(sent).toHaveLength(10)
    expect(new Set(sent).size).toBe(10)
  })

  test('a second Ctrl-C does not wait for a silent server', async () => {
    const { server, run, folder, requestsBy } = await account()
    server.respond('POST /lists/3/contacts', 'silence')
    people(folder, 3)
    const terminal = run('remite lists import people.csv --list 3')
    await waitFor(() => requestsBy('POST').length > 0)
    terminal.type(ctrlC)
    // Two signals at once may arrive as one.
    await terminal.waitForText(/Press Ctrl-C again/)
    terminal.type(ctrlC)
    expect(await terminal.ended).toBe(130)
  })

  test('Ctrl-C ends the wait, not the campaign, and says how to look again', async () => {
    const { server, run, requestsBy } = await account()
    server.respond('GET /campaigns/1000/stats', {
      body: { status: 'sending', recipients: 200_000, sent: 50_000 },
    })
    const send = 'remite campaigns send 1000 --confirm "Noticias de la tienda número 0" --wait'
    const terminal = run(send)
    await terminal.waitForText(/25 ?%/)
    terminal.type(ctrlC)
    expect(await terminal.ended, terminal.screenText()).toBe(130)
    expect(terminal.screenText()).toContain('remite campaigns watch 1000')
    expect(requestsBy('PUT')).toHaveLength(1)
  })

  test('a pipe into head ends quietly', async () => {
    const { run } = await account()
    for (const format of ['ndjson', 'table']) {
      const line = `set -o pipefail; remite campaigns list --all -o ${format} | head -n 1 >/dev/null`
      const terminal = run(line)
      expect([format, await terminal.ended, terminal.screenText()]).toEqual([format, 0, ''])
    }
  })
})

const stats = {
  status: 'sent',
  recipients: 200_000,
  sent: 199_000,
  delivered: 198_000,
  unique_opens: 80_000,
  unique_clicks: 9000,
  unsubscribes: 12,
  series: Array.from({ length: 24 }, (_, hour) => ({
    at: `2027-03-01T${String(hour).padStart(2, '0')}:00:00Z`,
    opens: 24 - hour,
  })),
}

function people(folder: string, count: number): void {
  const rows = Array.from({ length: count }, (_, index) => `p${index}@example.org,P${index}\n`)
  writeFileSync(join(folder, 'people.csv'), `email,nombre\n${rows.join('')}`)
}

/** Delays responses until the test releases them. */
function createGate() {
  let free = 0
  const waiting: (() => void)[] = []
  return {
    waiting: () => waiting.length,
    open(count: number) {
      free += count
      while (free > 0 && waiting.length > 0) {
        free -= 1
        waiting.shift()?.()
      }
    },
    async pass(_: ReceivedRequest) {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      return { body: { ok: true } }
    },
  }
}
