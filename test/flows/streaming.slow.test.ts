import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { outputFormats } from '../../src/config/choices.ts'
import { newFolder } from '../support/folder.ts'
import {
  type ForeignServer,
  type ReceivedRequest,
  startForeignServer,
} from '../support/foreign-server.ts'
import { type RunResult, remite } from '../support/remite.ts'
import { specifiedVerbs } from '../support/source/specified-verbs.ts'

describe('a list of 100,000', () => {
  const total = 100_000
  const subject = 'x'.repeat(500)
  let server: Server
  let url: string
  let pagesGiven = 0

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://here')
      const first = Number(searchParams.get('cursor') ?? 0)
      const size = Math.min(Number(searchParams.get('limit')), total - first)
      const next = first + size
      const campaigns = Array.from({ length: size }, (_, index) => ({
        id: first + index + 1,
        camp_name: `Campaign ${first + index + 1}`,
        asunto: subject,
      }))
      pagesGiven += 1
      response.writeHead(200, {
        'content-type': 'application/json',
        'x-total-count': String(total),
        ...(next < total && { 'x-next-cursor': String(next) }),
      })
      response.end(JSON.stringify(campaigns))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3/api` // An object, because the server listens on a port.
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  /** A tenth of the list's size as JSON text, and far less than its size as objects. */
  const heapMegabytes = 32

  function list(...more: string[]) {
    pagesGiven = 0
    const args = [resolve('bin/remite.js'), 'campaigns', 'list', '--all', ...more]
    const folder = newFolder()
    const child = spawn(process.execPath, [`--max-old-space-size=${heapMegabytes}`, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        HOME: folder,
        REMITE_CONFIG_DIR: folder,
        REMITE_STATE_DIR: folder,
        REMITE_API_URL: url,
        REMITE_TOKEN: 'token',
      },
    })
    const ended: Promise<[number | null]> = once(child, 'close') as never // The first argument is the exit code.
    return { child, ended }
  }

  test('is one JSON document, in constant memory', async () => {
    const { child, ended } = list('-o', 'json')
    const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr)])
    const [code] = await ended
    expect([code, complaint]).toEqual([0, ''])
    const { data, ...rest } = JSON.parse(said)
    expect(rest).toEqual({ has_more: false, next_cursor: null, total })
    expect(data).toHaveLength(total)
    expect(data.at(-1)).toMatchObject({ id: total, asunto: subject })
    expect(pagesGiven).toBe(total / 500)
  })

  test.each(['tsv', 'csv'])('is %s as it comes', async (format) => {
    const { child, ended } = list('-o', format)
    let lines = 0
    for await (const _ of createInterface(child.stdout)) lines += 1
    expect(await ended).toEqual([0, null])
    expect(lines).toBe(format === 'csv' ? total + 1 : total)
  })

  test('stops being fetched when its reader is gone', async () => {
    const { child, ended } = list('-o', 'ndjson')
    child.stdout.once('data', () => child.stdout.destroy())
    const complaint = await text(child.stderr)
    expect([...(await ended), complaint]).toEqual([0, null, ''])
    expect(pagesGiven).toBeLessThan(total / 500 / 2)
  })

  test('is fetched no faster than it is read', async () => {
    const { child } = list('-o', 'ndjson')
    await once(child.stdout, 'readable')
    // The output is not read any further, so requests stop.
    let before = -1
    while (before !== pagesGiven) {
      before = pagesGiven
      await new Promise((done) => setTimeout(done, 300))
    }
    expect(pagesGiven).toBeLessThan(20)
    child.kill('SIGKILL')
    await once(child, 'close')
  })
})

describe('a server that sends control characters', () => {
  /**
   * Controls that write to the clipboard, set colours, clear the screen, reverse the text direction and
   * overwrite the line.
   */
  const controls =
    '\u001b]52;c;cm0gLXJm\u0007\u001b[31mred\u009b2J\u202Egpj\u2066\u200f\u2028\rover\b\u0000\u001b]0;x'
  const unsafe =
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

  const names = [
    ...['id', 'camp_name', 'asunto', 'status', 'name', 'email', 'nombre', 'username', 'role'],
    ...['from_name', 'from_mail', 'reason', 'spf', 'token', 'description', 'sent_at', 'type'],
    ...[
      'sends',
      'opens',
      'recipients',
      'total',
      'sendable',
      'ok',
      'success',
      'open_rate',
      controls,
    ],
  ]
  const item = Object.fromEntries(names.map((name) => [name, controls]))
  const object = {
    ...item,
    listData: item,
    customFields: [item],
    sample: [item],
    last_campaigns: [item],
    warnings: [item],
    records: [item],
    series: [
      { at: controls, sends: controls, opens: 3 },
      { at: controls, opens: 1 },
    ],
    campaigns: [item],
    [controls]: [item],
  }
  const refusal = {
    code: controls,
    title: controls,
    detail: controls,
    errors: [
      { field: controls, code: 'required', message: controls },
      { field: controls, code: controls, message: controls },
    ],
    values: { name: controls, url: controls, tries: controls },
  }
  const isList = ({ method, path }: ReceivedRequest) =>
    method === 'GET' && (path === '/campaigns' || path === '/senders')

  const open: ForeignServer[] = []
  afterEach(async () => {
    for (const server of open.splice(0)) await server.close()
  })

  /** Starts a server whose responses contain control characters on every route. */
  async function startControlsServer(refuses: boolean): Promise<ForeignServer> {
    const server = await startForeignServer()
    open.push(server)
    const headers = { 'x-request-id': '\u009b31m', 'x-total-count': '2' }
    const answer = (request: ReceivedRequest) => ({
      headers,
      ...(refuses
        ? { status: 422, body: refusal }
        : { body: isList(request) ? [item, { id: 8, camp_name: controls }] : object }),
    })
    for (const { route } of Object.values(specifiedVerbs)) server.respond(route, answer)
    server.respond('GET /campaigns', (request) => answer({ ...request, path: '/campaigns' }))
    return server
  }

  async function runVerb(
    server: ForeignServer,
    path: string,
    ...more: string[]
  ): Promise<RunResult> {
    const { args = [], stdin = '' } = specifiedVerbs[path] ?? {}
    const cli = remite({ url: server.url, token: 'token' })
    const run = cli.with({ stdin, terminal: { columns: 80 } })
    return run(
      ...path.split(' '),
      ...args,
      '--color',
      'never',
      '--debug',
      '--retries',
      '0',
      ...more,
    )
  }

  test.each(Object.keys(specifiedVerbs))('cannot control the terminal through %s', async (path) => {
    const kind = await startControlsServer(false)
    for (const format of outputFormats) {
      const { stdout, stderr } = await runVerb(kind, path, '-o', format)
      const lines = (stdout + stderr).replaceAll('\r\n', '\n') // CSV lines end with CRLF.
      expect([format, unsafe.exec(lines)?.[0]]).toEqual([format, undefined])
    }
    const unkind = await startControlsServer(true)
    for (const more of [[], ['--json'], ['--lang', 'es']]) {
      const { stdout, stderr } = await runVerb(unkind, path, ...more)
      expect([more, unsafe.exec(stdout + stderr)?.[0]]).toEqual([more, undefined])
    }
  })

  test('keeps its text unchanged in JSON', async () => {
    const server = await startControlsServer(false)
    const result = await runVerb(server, 'users get', '--json')
    expect(result.json()).toMatchObject({ username: controls, [controls]: [{ name: controls }] })
  })
})
