import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import type { Outgoing, ProxySettings } from '../../../src/client/outcome.ts'
import { createTransport } from '../../../src/client/transport.ts'
import { Failure } from '../../../src/core/failure.ts'
import { startForeign } from './start-client.ts'

const open: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

function sender({ timeoutMs = 5000, proxy = {} as ProxySettings } = {}) {
  const transport = createTransport({ timeoutMs, proxy })
  open.push(transport.close)
  return (url: string, more: Partial<Outgoing> = {}) =>
    transport.send({ method: 'POST', url, headers: {}, body: '{}', wants: 'text', ...more })
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => server.close())
  return (server.address() as AddressInfo).port // listening on a port, not on a pipe
}

async function closedPort(): Promise<number> {
  const server = createSocketServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('a refused connection means that the request was not sent', async () => {
  const outcome = await sender()(`http://127.0.0.1:${await closedPort()}/`)
  expect(outcome).toMatchObject({ cause: 'refused', reason: 'ECONNREFUSED', mayHaveArrived: false })
})

test('an unknown host name means that the request was not sent', async () => {
  const outcome = await sender()('http://nowhere.invalid/')
  expect(outcome).toMatchObject({ cause: 'dns', mayHaveArrived: false })
})

test('a server without TLS means that the request was not sent', async () => {
  const { port } = await startForeign()
  const outcome = await sender()(`https://127.0.0.1:${port}/`)
  expect(outcome).toMatchObject({ kind: 'lost', cause: 'tls', mayHaveArrived: false })
})

test('a connection closed after the request may have succeeded', async () => {
  const server = await startForeign()
  server.respond('POST /campaigns', 'hang up')
  const outcome = await sender()(`${server.url}/campaigns`)
  expect(outcome).toMatchObject({ kind: 'lost', cause: 'connection', mayHaveArrived: true })
  expect(server.requests).toHaveLength(1)
})

test('a truncated response counts as no response', async () => {
  const server = await startForeign()
  server.respond('POST /campaigns', 'half')
  const outcome = await sender()(`${server.url}/campaigns`)
  expect(outcome).toMatchObject({ kind: 'lost', mayHaveArrived: true })
})

test('a timeout ends a silent request, which may have succeeded', async () => {
  const server = await startForeign()
  server.respond('POST /campaigns', 'silence')
  const outcome = await sender({ timeoutMs: 100 })(`${server.url}/campaigns`)
  expect(outcome).toMatchObject({ cause: 'timeout', mayHaveArrived: true })
})

test('a timeout ends a response that never completes', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  })
  const port = await listen(server)
  const outcome = await sender({ timeoutMs: 200 })(`http://127.0.0.1:${port}/`)
  expect(outcome).toMatchObject({ cause: 'timeout', mayHaveArrived: true })
})

test('only the first megabyte of an error body is read', async () => {
  const server = createServer((_, response) => {
    response.writeHead(500)
    const pour = () => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', pour)
    }
    pour()
  })
  const port = await listen(server)
  const outcome = await sender()(`http://127.0.0.1:${port}/`)
  expect(outcome).toMatchObject({ status: 500, text: 'x'.repeat(1024 * 1024) })
})

test('an abort rejects with its own reason', async () => {
  const server = await startForeign()
  server.respond('POST /campaigns', 'silence')
  const stop = new AbortController()
  const asked = sender()(`${server.url}/campaigns`, { signal: stop.signal })
  setTimeout(() => stop.abort(new Failure('terminated')), 50)
  await expect(asked).rejects.toMatchObject({ code: 'terminated' })
})

test('an abort does not wait for a connection attempt', async () => {
  const proxyThatStalls = createSocketServer(() => {})
  const port = await listen(proxyThatStalls)
  const stop = new AbortController()
  const send = sender({ proxy: { http: `http://127.0.0.1:${port}` } })
  const asked = send('http://mail.example/', { signal: stop.signal })
  setTimeout(() => stop.abort(), 50)
  await expect(asked).rejects.toMatchObject({ code: 'interrupted' })
})

test('streams are sent and received unchanged', async () => {
  const server = await startForeign()
  server.respond('POST /lists/1/import', ({ body }) => ({ body: `got ${body}` }))
  const outcome = await sender()(`${server.url}/lists/1/import`, {
    body: Readable.from(['email\n', 'eva@example.org\n']),
    wants: 'stream',
  })
  if (outcome.kind !== 'answered' || !outcome.stream) throw new Error('no stream')
  expect(await text(outcome.stream)).toBe('got email\neva@example.org\n')
})

test('an error is read even if a stream was requested', async () => {
  const server = await startForeign()
  server.respond('POST /lists/1/import', { status: 422, body: 'no' })
  const outcome = await sender()(`${server.url}/lists/1/import`, { wants: 'stream' })
  expect(outcome).toMatchObject({ status: 422, text: 'no' })
})

test('a proxy is used except for the excluded hosts', async () => {
  const server = await startForeign()
  const tunnels: string[] = []
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    tunnels.push(url)
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
  })
  const http = `127.0.0.1:${await listen(proxy)}`
  const url = `${server.url}/campaigns`
  expect(await sender({ proxy: { http } })(url)).toMatchObject({
    cause: 'proxy',
    reason: 'HTTP 407',
    mayHaveArrived: false,
  })
  expect(tunnels).toEqual([`127.0.0.1:${server.port}`])
  expect(server.requests).toHaveLength(0)
  const around = sender({ proxy: { http, except: 'other.example, 127.0.0.1' } })
  expect(await around(url)).toMatchObject({ status: 200 })
})

test('an unreachable proxy is named as the cause', async () => {
  const http = `http://127.0.0.1:${await closedPort()}`
  const outcome = await sender({ proxy: { http } })('http://mail.example/')
  expect(outcome).toMatchObject({ cause: 'proxy', reason: 'ECONNREFUSED', mayHaveArrived: false })
})

test('an invalid proxy URL is a usage error', () => {
  expect(() => sender({ proxy: { https: 'http://' } })).toThrow(
    expect.objectContaining({
      code: 'usage',
      details: { problems: [{ field: 'HTTPS_PROXY', code: 'bad_url' }] },
    }),
  )
})
