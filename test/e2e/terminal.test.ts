import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { type ForeignServer, type Heard, startForeignServer } from '../support/foreign-server.ts'
import { ctrlC, ctrlD, enter, hasTerminals, openTerminal } from '../support/terminal.ts'
import { waitFor } from '../support/wait.ts'

const open: ForeignServer[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function account(size: { columns?: number } = {}) {
  const server = await startForeignServer()
  open.push(server)
  server.answer('GET /campaigns', { body: campaigns })
  const folder = newFolder()
  const session = { REMITE_API_URL: server.url, REMITE_TOKEN: 'token' }
  return {
    server,
    folder,
    heard: (method: string) => server.heard.filter((one) => one.method === method),
    /** Logged in, unless `env` takes the token away. */
    run: (line: string, env: Record<string, string> = {}) =>
      openTerminal(line, { folder, ...size, env: { ...session, ...env } }),
  }
}

const campaigns = Array.from({ length: 30 }, (_, at) => ({
  id: 1000 + at,
  camp_name: `Noticias de la tienda número ${at}`,
  status: 'sent',
  recipients: 200_000,
  sent: 199_000 + at,
  sent_at: '2027-03-01T09:00:00Z',
}))

const esc = '\x1b'

describe.skipIf(!hasTerminals)('in a terminal', { timeout: 60_000 }, () => {
  test('a log-in asks for what is missing, and shows nothing of the password', async () => {
    const { server, run, heard } = await account()
    const terminal = run('remite auth login', { REMITE_TOKEN: '' })
    await terminal.sees(/Username/)
    terminal.type(`ana${enter}`)
    await terminal.sees(/Password/)
    terminal.type(`hunter2-hunter2${enter}`)
    expect(await terminal.ended, terminal.shown()).toBe(0)
    expect(terminal.shown()).toContain('ana')
    expect(terminal.raw()).not.toMatch(/hunter2|\*{3}/)
    expect(JSON.parse(heard('POST')[0]?.body ?? '')).toMatchObject({ pass: 'hunter2-hunter2' })
    expect(server.heard).toHaveLength(1)
  })

  test.each([
    [enter, 7, 0],
    [`n${enter}`, 7, 0],
    [`y${enter}`, 0, 1],
    [`sí${enter}`, 0, 1],
    [ctrlC, 130, 0],
    [ctrlD, 130, 0],
  ])('a small thing is asked with No as its default: %j is exit %i', async (keys, code, times) => {
    const { server, run, heard } = await account()
    server.answer('GET /lists/3', { body: { id: 3, name: 'Customers', contacts: 12 } })
    server.answer('DELETE /lists/3', { body: { ok: true } })
    const terminal = run('remite lists delete 3')
    await terminal.sees(/y\/N/)
    terminal.type(keys)
    expect(await terminal.ended, terminal.shown()).toBe(code)
    expect(heard('DELETE')).toHaveLength(times)
  })

  test('a large thing asks for its name, and no other will do', async () => {
    const { server, run, heard } = await account()
    const name = `Clientes${esc}]52;c;cm0=\x07 2027`
    server.answer('GET /lists/3', { body: { id: 3, name, contacts: 200_000 } })
    server.answer('DELETE /lists/3', { body: { ok: true } })
    for (const [typed, code] of [
      ['yes', 7],
      ['Clientes', 7],
      ['Clientes 2027', 0],
    ] as const) {
      const terminal = run('remite lists delete 3')
      await terminal.sees(/Clientes 2027.*\n.*Clientes 2027/)
      terminal.type(`${typed}${enter}`)
      expect(await terminal.ended, terminal.shown()).toBe(code)
      expect(terminal.raw()).not.toContain(`${esc}]52`)
    }
    expect(heard('DELETE')).toHaveLength(1)
  })

  test('what is asked is asked in the language of the person', async () => {
    const { server, run } = await account()
    server.answer('GET /lists/3', { body: { id: 3, name: 'Clientes', contacts: 12 } })
    const terminal = run('remite lists delete 3', { LANG: 'es_ES.UTF-8' })
    await terminal.sees(/s\/N/)
    terminal.type(enter)
    expect(await terminal.ended).toBe(7)
  })

  test.each([40, 80, 200])('nothing is wider than %i columns', async (columns) => {
    const { server, run } = await account({ columns })
    server.answer('GET /campaigns/1000/stats', { body: stats })
    const list = run('remite campaigns list')
    expect(await list.ended, list.shown()).toBe(0)
    expect(list.hasWrapped()).toBe(false)
    expect(list.shown()).toContain('1000')
    // A card has a line for each field, a table one for each campaign.
    const lines = list.shown().split('\n').filter(Boolean)
    expect(lines.length > 100).toBe(columns === 40)
    const chart = run('remite campaigns stats 1000')
    expect(await chart.ended, chart.shown()).toBe(0)
    expect(chart.hasWrapped()).toBe(false)
    expect(chart.shown()).toMatch(/█/)
  })

  test.each([{ env: { TERM: 'dumb' } }, { env: { NO_COLOR: '1' } }])(
    'with $env nothing is coloured and nothing steers the terminal',
    async ({ env }) => {
      const { server, run, folder } = await account()
      server.answer('POST /lists/3/contacts', { body: { ok: true } })
      people(folder, 20)
      for (const [line, code] of [
        ['remite campaigns list', 0],
        ['remite campaigns get', 2],
        ['remite lists import people.csv --list 3', 0],
      ] as const) {
        const terminal = run(line, env)
        expect(await terminal.ended, terminal.shown()).toBe(code)
        expect(terminal.raw()).not.toContain(esc)
      }
      const colored = run('remite campaigns list')
      await colored.ended
      expect(colored.raw()).toContain(esc)
    },
  )

  test('where the terminal knows ASCII alone, pictures are drawn with it', async () => {
    const { server, run } = await account()
    server.answer('GET /campaigns/1000/stats', { body: stats })
    const terminal = run('remite campaigns stats 1000', { LANG: 'C', NO_COLOR: '1' })
    expect(await terminal.ended).toBe(0)
    expect(terminal.shown()).toMatch(/###/)
    expect(terminal.raw()).toMatch(/^[\x00-\x7f]*$/)
  })

  test('an import shows how far it is, and leaves only its result', async () => {
    const { server, run, folder } = await account({ columns: 60 })
    const gate = createGate()
    server.answer('POST /lists/3/contacts', gate.pass)
    people(folder, 40)
    const terminal = run('remite lists import people.csv --list 3 --concurrency 1')
    for (let done = 0; done < 40; done += 1) {
      await waitFor(() => gate.waiting() === 1)
      if (done === 30) await new Promise((wake) => setTimeout(wake, 200)) // redraws have a pace
      gate.open(1)
    }
    expect(await terminal.ended, terminal.shown()).toBe(0)
    expect(terminal.raw()).toMatch(/\d+ %|\d+%/)
    expect(terminal.raw()).toMatch(/[█░]/)
    expect(terminal.hasWrapped()).toBe(false)
    expect(terminal.shown()).not.toMatch(/[█░]/)
    expect(terminal.shown()).toMatch(/New +40/)
  })

  test('Ctrl-C ends what is under way of an import, and says how to go on', async () => {
    const { server, run, folder, heard } = await account()
    const gate = createGate()
    server.answer('POST /lists/3/contacts', gate.pass)
    people(folder, 10)
    const terminal = run('remite lists import people.csv --list 3 --concurrency 1')
    await waitFor(() => gate.waiting() === 1)
    gate.open(1)
    await waitFor(() => gate.waiting() === 1)
    terminal.type(ctrlC)
    await terminal.sees(/\^C/)
    gate.open(Number.POSITIVE_INFINITY)
    expect(await terminal.ended, terminal.shown()).toBe(130)
    const [command = ''] = /remite lists imports resume [\w-]+/.exec(terminal.shown()) ?? []
    expect(command, terminal.shown()).not.toBe('')
    const before = heard('POST').length
    expect(before).toBeLessThan(10)
    const resumed = run(command)
    expect(await resumed.ended, resumed.shown()).toBe(0)
    const sent = heard('POST').map(({ body }) => JSON.parse(body).email)
    expect(sent).toHaveLength(10)
    expect(new Set(sent).size).toBe(10)
  })

  test('a second Ctrl-C does not wait for a server that says nothing', async () => {
    const { server, run, folder, heard } = await account()
    server.answer('POST /lists/3/contacts', 'silence')
    people(folder, 3)
    const terminal = run('remite lists import people.csv --list 3')
    await waitFor(() => heard('POST').length > 0)
    terminal.type(ctrlC)
    await terminal.sees(/\^C/)
    terminal.type(ctrlC)
    expect(await terminal.ended).toBe(130)
  })

  test('Ctrl-C ends the waiting, not the campaign, and says how to look again', async () => {
    const { server, run, heard } = await account()
    server.answer('GET /campaigns/1000/stats', {
      body: { status: 'sending', recipients: 200_000, sent: 50_000 },
    })
    const send = 'remite campaigns send 1000 --confirm "Noticias de la tienda número 0" --wait'
    const terminal = run(send)
    await terminal.sees(/25 ?%/)
    terminal.type(ctrlC)
    expect(await terminal.ended, terminal.shown()).toBe(130)
    expect(terminal.shown()).toContain('remite campaigns watch 1000')
    expect(heard('PUT')).toHaveLength(1)
  })

  test('| head ends without a word', async () => {
    const { run } = await account()
    for (const format of ['ndjson', 'table']) {
      const line = `set -o pipefail; remite campaigns list --all -o ${format} | head -n 1 >/dev/null`
      const terminal = run(line)
      expect([format, await terminal.ended, terminal.shown()]).toEqual([format, 0, ''])
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
  const rows = Array.from({ length: count }, (_, at) => `p${at}@example.org,P${at}\n`)
  writeFileSync(join(folder, 'people.csv'), `email,nombre\n${rows.join('')}`)
}

/** Holds answers back until it is opened for them. */
function createGate() {
  let free = 0
  const held: (() => void)[] = []
  return {
    waiting: () => held.length,
    open(count: number) {
      free += count
      while (free > 0 && held.length > 0) {
        free -= 1
        held.shift()?.()
      }
    },
    async pass(_: Heard) {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => held.push(resolve))
      return { body: { ok: true } }
    },
  }
}
