import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorizationUrl, consentTo, exchangeCode, openConsent } from '../support/access/oauth.ts'
import { testClock } from '../support/clock.ts'
import { startService, type TestService } from '../support/service.ts'

const clock = testClock()
const redirectUri = 'http://localhost/callback'

let server: TestService
let origin: string
let requests: string[] = []
let respond: (request: IncomingMessage, response: ServerResponse) => void
const site = createServer((request, response) => {
  requests.push(String(request.url))
  respond(request, response)
})
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  server = await startService({ clock })
})
afterAll(async () => {
  site.close()
  await server.close()
})

/** A client whose document the site returns. */
function publish(path: string, change: Record<string, unknown> = {}, headers = {}) {
  const id = `${origin}${path}`
  const document = { client_id: id, client_name: 'Documented', redirect_uris: [redirectUri] }
  respond = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ ...document, ...change }))
  }
  requests = []
  return { id, redirectUri: 'http://localhost:5151/callback', verifier: 'v'.repeat(43) }
}

const open = (client: Parameters<typeof authorizationUrl>[1]) =>
  openConsent(server, authorizationUrl(server, client))

test('a client whose id is the address of its document connects', async () => {
  const client = publish('/client.json', {}, { 'cache-control': 'max-age=600' })
  const { body } = await open(client)
  expect(body).toContain('<bdi>Documented</bdi>')
  expect(body).toContain(`It describes itself at ${new URL(origin).host}.`)
  const { code = '' } = await consentTo(server, authorizationUrl(server, client), {
    level: 'draft',
  })
  const { body: tokens } = await exchangeCode(server, client, code)
  expect(tokens.scope).toBe('draft')
  expect(requests).toEqual(['/client.json'])
  clock.advance(600_000)
  await open(client)
  expect(requests).toEqual(['/client.json', '/client.json'])
  const { body: apps } = await server.api('GET', '/auth/apps')
  expect(apps).toMatchObject([{ name: 'Documented', site: new URL(origin).host }])
})

test('a document is fetched each time where its headers say so', async () => {
  const client = publish('/no-store.json', {}, { 'cache-control': 'no-store' })
  await open(client)
  await open(client)
  expect(requests).toHaveLength(2)
})

test('a document must be at its own address, complete and small, and of a public client', async () => {
  const wrong: Record<string, Record<string, unknown>> = {
    '/other-id': { client_id: 'https://elsewhere.example/client.json' },
    '/no-name': { client_name: '' },
    '/no-redirect': { redirect_uris: [] },
    '/secret': { token_endpoint_auth_method: 'client_secret_post' },
    '/large': { padding: 'x'.repeat(20_000) },
    '/script': { redirect_uris: ['javascript:alert(1)'] },
  }
  for (const [path, change] of Object.entries(wrong)) {
    const { status } = await open(publish(path, change))
    expect([path, status]).toEqual([path, 400])
    expect(requests).toEqual([path])
  }
  const client = publish('/moved')
  respond = (_, response) => response.writeHead(302, { location: `${origin}/client.json` }).end()
  expect((await open(client)).status).toBe(400)
  expect(requests).toEqual(['/moved'])
  respond = (_, response) => response.end('not JSON')
  expect((await open(client)).status).toBe(400)
  respond = (_, response) => response.writeHead(500).end()
  expect((await open(client)).status).toBe(400)
})

test('an address that could be written otherwise is no id', async () => {
  const client = publish('/')
  const host = origin.slice('http://'.length)
  for (const id of [
    origin,
    `${origin}/`,
    `${origin}/a/../b`,
    `http://u:p@${host}/c`,
    `${origin}/c#d`,
  ]) {
    expect([id, (await open({ ...client, id })).status]).toEqual([id, 400])
  }
  expect(requests).toEqual([])
})

test('a service that allows no private addresses fetches no document from them', async () => {
  const strict = await startService({
    clock,
    settings: { allowsPrivateWebhooks: false },
    resolver: { txt: async () => [], mx: async () => [], addresses: async () => ['127.0.0.1'] },
  })
  const client = publish('/client.json')
  const { port } = new URL(origin)
  const ids = [client.id, `https://127.0.0.1:${port}/c`, `https://inside.example:${port}/c`]
  for (const id of ids) {
    const { status } = await openConsent(strict, authorizationUrl(strict, { ...client, id }))
    expect([id, status]).toEqual([id, 400])
  }
  expect(requests).toEqual([])
  await strict.close()
})

test('a network can make us fetch a number of documents only', async () => {
  const client = publish('/flood', { client_id: 'wrong' })
  const statuses: number[] = []
  for (let at = 0; at < 70 && !statuses.includes(429); at++) {
    const opened = open({ ...client, id: `${client.id}?${at}` })
    const { status } = await opened
    statuses.push(status)
  }
  expect(statuses.at(-1)).toBe(429)
  expect(requests.length).toBeLessThanOrEqual(60)
})
