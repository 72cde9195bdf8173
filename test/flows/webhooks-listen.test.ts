import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { languages } from '../../src/core/language.ts'
import { freePort } from '../support/free-port.ts'
import { remite } from '../support/remite.ts'
import { waitFor } from '../support/wait.ts'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

const key = Buffer.from('a key of thirty-two bytes, so so')
const secret = `whsec_${key.toString('base64')}`
const env = { REMITE_WEBHOOK_SECRET: secret }
const body = JSON.stringify({ event: 'contact.open', id: 41, contact_id: 7, nombre: 'Íñigo' })
const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Computes the signature without the service's code. */
const signatureOf = (id: string, timestamp: number, bytes: string | Buffer) =>
  `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(bytes).digest('base64')}`

function signed(id: string, bytes: string | Buffer = body) {
  const timestamp = nowSeconds()
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf(id, timestamp, bytes),
  }
}

/** Starts `webhooks listen`. `stop` sends Ctrl-C. */
async function startListening(...flags: string[]) {
  const port = await freePort()
  const stopping = new AbortController()
  const listen = remite().with({ env, stopped: stopping.signal })
  const ended = listen('webhooks', 'listen', '--port', String(port), ...flags)
  open.push(() => stopping.abort('SIGINT'))
  const url = `http://127.0.0.1:${port}/hooks`
  await waitFor(() =>
    fetch(url).then(
      ({ status }) => status === 405,
      () => false,
    ),
  )
  const post = async (headers: Record<string, string>, bytes: string | Buffer = body) =>
    (await fetch(url, { method: 'POST', headers, body: bytes })).status
  const stop = (signal: 'SIGINT' | 'SIGTERM' = 'SIGINT') => {
    stopping.abort(signal)
    return ended
  }
  return { port, url, post, stop }
}

async function startApp(status: number) {
  const requests: { headers: IncomingHttpHeaders; bytes: Buffer }[] = []
  const app = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    requests.push({ headers: request.headers, bytes: Buffer.concat(chunks) })
    response.writeHead(status).end('words of its own')
  }).listen(0, '127.0.0.1')
  await once(app, 'listening')
  open.push(() => app.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(app.address() as AddressInfo).port}/in?x=1`, requests }
}

const linesOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('signed posts get 2xx, forged ones 400; each is a line', async () => {
  const { post, stop } = await startListening('-o', 'ndjson')
  expect(await post(signed('41'))).toBe(204)
  expect(await post(signed('42'), `${body} `)).toBe(400)
  expect(await post({})).toBe(400)
  const { code, stdout, stderr } = await stop()
  expect(code).toBe(130)
  const [good, forged, bare] = linesOf(stdout)
  expect(good).toEqual({
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    ...{ event: 'contact.open', id: '41', valid: true, reason: null, status: 204 },
    payload: JSON.parse(body),
  })
  expect(forged).toMatchObject({ id: '42', valid: false, reason: 'no_match', status: 400 })
  expect(bare).toMatchObject({ id: null, valid: false, reason: 'headers_missing' })
  expect(stdout + stderr).not.toContain(secret)
})

test('a pipe gets TSV, and a forged event name cannot control the terminal', async () => {
  const { post, stop } = await startListening()
  await post(signed('41'))
  await post({}, JSON.stringify({ event: 'evil\u001b[2J\u202e\tname' }))
  const { code, stdout } = await stop('SIGTERM')
  const rows = stdout.trimEnd().split('\n')
  expect(code).toBe(143)
  expect(rows.map((row) => row.split('\t').slice(1))).toEqual([
    ['contact.open', '41', 'true', '204'],
    ['evil\\tname', '', 'false', '400'],
  ])
})

test('a post is forwarded byte for byte with its headers, and the answer returned', async () => {
  const app = await startApp(418)
  const { post, stop } = await startListening('--forward-to', app.url, '--json')
  const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x41])
  const headers = { ...signed('41', bytes), 'x-own': 'kept' }
  expect(await post(headers, bytes)).toBe(418)
  expect(await post({ ...headers, 'webhook-id': '42' }, bytes)).toBe(400)
  const { json } = await stop()
  expect(app.requests.map((each) => each.bytes)).toEqual([bytes])
  expect(app.requests[0]?.headers).toMatchObject({ ...headers, 'content-length': '4' })
  expect(app.requests[0]?.headers.host).toBe(new URL(app.url).host)
  expect(json().data.map(({ status }: { status: number }) => status)).toEqual([418, 400])
})

test('an unreachable forward target is 502 with a warning on standard error', async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}/`
  const { post, stop } = await startListening('--forward-to', nowhere)
  expect(await post(signed('41'))).toBe(502)
  expect((await stop()).stderr).toContain(`${nowhere} did not respond (ECONNREFUSED)`)
})

test('bodies over 1 MB are refused, announced or not, and 1 MB is accepted', async () => {
  const { url, post, stop } = await startListening()
  const most = 'x'.repeat(1024 * 1024)
  expect(await post(signed('41', most), most)).toBe(204)
  expect(await post(signed('42', `${most}x`), `${most}x`)).toBe(413)
  const chunked = new ReadableStream({
    start(stream) {
      stream.enqueue(Buffer.from(`${most}x`))
      stream.close()
    },
  })
  const streamed = { method: 'POST', body: chunked, duplex: 'half' }
  expect((await fetch(url, streamed as RequestInit)).status).toBe(413)
  const { stdout, stderr } = await stop()
  expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  expect(stderr.match(/more than 1 MB/g)).toHaveLength(2)
})

test('a busy port, a wrong address and a missing secret end it before it starts', async () => {
  const { port, stop } = await startListening()
  const cli = remite().with({ env })
  const taken = await cli('webhooks', 'listen', '--port', String(port))
  expect([taken.code, taken.stderr]).toEqual([2, expect.stringContaining(`127.0.0.1:${port}`)])
  await stop()
  for (const url of ['ftp://x.example', 'nowhere', 'http://ana:pass@x.example']) {
    expect((await cli('webhooks', 'listen', '--forward-to', url)).code).toBe(2)
  }
  expect((await cli('webhooks', 'listen', '--port', '65536')).code).toBe(2)
  const bare = await remite()('webhooks', 'listen')
  expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('REMITE_WEBHOOK_SECRET')])
})

function verifying({ age = 0, bytes = body }: { age?: number; bytes?: string | Buffer } = {}) {
  const cli = remite()
  const timestamp = nowSeconds() - age
  const file = join(cli.folder, 'body')
  writeFileSync(file, bytes)
  const flags = ['--id', '41', '--timestamp', String(timestamp), '--signature']
  const signature = signatureOf('41', timestamp, bytes)
  const verify = (options: { stdin?: string; env?: Record<string, string> }, ...args: string[]) =>
    cli.with({ env, ...options })('webhooks', 'verify', ...args)
  return { verify, file, flags, signature, args: [file, ...flags, signature] }
}

test('one webhook is verified, from a file or standard input', async () => {
  const { verify, args, flags, signature } = verifying()
  const fromFile = await verify({}, ...args, '--json')
  const known = { valid: true, event: 'contact.open', id: '41', at: expect.any(String) }
  expect([fromFile.code, fromFile.json()]).toEqual([0, known])
  const piped = await verify({ stdin: body }, '-', ...flags, `v1,AAAA ${signature}`)
  expect([piped.code, piped.stdout.split('\t')[0]]).toEqual([0, 'true'])
  const old = 'whsec_b2xkIHNlY3JldA=='
  const rotated = { REMITE_WEBHOOK_SECRET: `${old} ${secret}` }
  expect((await verify({ env: rotated }, ...args)).code).toBe(0)
  expect((await verify({ env: { REMITE_WEBHOOK_SECRET: old } }, ...args)).code).toBe(6)
})

test('the body is read byte for byte, including byte order marks and binary data', async () => {
  for (const bytes of [Buffer.from('\ufeff{}'), Buffer.from([0xff, 0]), Buffer.from('{}\n')]) {
    const { verify, args } = verifying({ bytes })
    expect((await verify({}, ...args)).code).toBe(0)
  }
})

test.each(languages)('an invalid signature exits with 6 and the reason, in %s', async (lang) => {
  const expected = {
    en: ['no signature matches', 'too long ago', 'in the future'],
    es: ['ninguna firma coincide', 'demasiado tiempo', 'en el futuro'],
  }[lang]
  const [now, past, future] = [verifying(), verifying({ age: 301 }), verifying({ age: -400 })]
  const runs = [
    await now.verify({}, now.file, ...now.flags, 'v1,AAAA', '--lang', lang),
    await past.verify({}, ...past.args, '--lang', lang),
    await future.verify({}, ...future.args, '--lang', lang),
  ]
  expect(runs.map(({ code, stdout }) => [code, stdout])).toEqual(Array(3).fill([6, '']))
  for (const [index, { stderr }] of runs.entries()) expect(stderr).toContain(expected[index])
})

test('the accepted age can be set, and 0 accepts any', async () => {
  const { verify, args } = verifying({ age: 3000 })
  const run = async (tolerance: string) =>
    (await verify({}, ...args, '--tolerance', tolerance)).code
  expect([await run('10m'), await run('1h'), await run('0'), await run('soon')]).toEqual([
    6, 0, 0, 2,
  ])
})

test('missing arguments are named at once; an invalid secret is not echoed', async () => {
  const { verify, file, args } = verifying()
  const missing = await verify({}, file, '--id', '41')
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringContaining('--timestamp, --signature'),
  ])
  const wrong = await verify({ env: { REMITE_WEBHOOK_SECRET: 'hunter2' } }, ...args)
  expect([wrong.code, wrong.stderr.includes('REMITE_WEBHOOK_SECRET')]).toEqual([2, true])
  expect(wrong.stderr).not.toContain('hunter2')
})
