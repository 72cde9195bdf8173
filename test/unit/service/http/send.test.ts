import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { contract } from '../../../../src/contract/index.ts'
import { systemClock } from '../../../../src/core/clock.ts'
import { createAudit } from '../../../../src/service/auth/audit.ts'
import type { AnyHandler, FileAnswer } from '../../../../src/service/handler.ts'
import {
  createExpensiveRequests,
  createQuickRequests,
} from '../../../../src/service/http/limits/expensive.ts'
import { createLimits } from '../../../../src/service/http/limits/limits.ts'
import { serveContract } from '../../../../src/service/http/routes.ts'
import { createServer } from '../../../../src/service/http/server.ts'
import { createLog } from '../../../../src/service/log.ts'
import { waitFor } from '../../../support/wait.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

/** Starts a server with one route that answers with a file. */
async function serveFile(chunks: FileAnswer['chunks']) {
  const logged: string[] = []
  const stream = new Writable({
    write(line, _, done) {
      logged.push(String(line))
      done()
    },
  })
  const log = createLog(stream, systemClock)
  const server = createServer({ trustedProxies: 0, clock: systemClock, log })
  const handler: AnyHandler = async () => ({ name: 'list.csv', type: 'text/csv', chunks })
  const routes = [{ id: 'lists.export', endpoint: contract.lists.export, handler }]
  await serveContract(server, '', routes, {
    // The route takes no idempotency key, so they are not used.
    db: undefined as never,
    keys: undefined as never,
    clock: systemClock,
    log,
    authenticate: async () => ({
      id: 1,
      role: 'User',
      jti: '',
      actor: null,
      key: null,
      app: null,
      scopes: null,
      ratePerHour: 1000,
      limitGroup: 1,
      language: 'en',
      timezone: 'UTC',
    }),
    audit: createAudit(systemClock),
    limits: createLimits(systemClock),
    expensive: createExpensiveRequests(systemClock),
    quick: createQuickRequests(),
    publicUrl: 'http://127.0.0.1',
    allowsOrigin: async () => false,
    roleElsewhere: () => undefined,
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  open.push(server)
  const { port } = server.server.address() as AddressInfo // a port, not a pipe
  return { url: `http://127.0.0.1:${port}/lists/1/export`, logged }
}

test('an error after the start cuts the connection and is logged', async () => {
  const { url, logged } = await serveFile(
    (async function* () {
      yield 'email\r\n'
      await systemClock.sleep(50)
      throw new Error('the reader is gone')
    })(),
  )
  const response = await fetch(url)
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow()
  expect(logged.join('')).toContain('the reader is gone')
})

test('an error before the first chunk is answered with a problem', async () => {
  const { url } = await serveFile(
    // biome-ignore lint/correctness/useYield: it fails first
    (async function* (): AsyncGenerator<string> {
      throw new Error('the reader is gone')
    })(),
  )
  const response = await fetch(url)
  expect([response.status, await response.json()]).toMatchObject([500, { code: 'internal' }])
})

test('chunks are produced as fast as the client reads, and no longer once it disconnects', async () => {
  let made = 0
  let isOver = false
  const piece = Buffer.alloc(64 * 1024, 'x')
  const { url } = await serveFile(
    (async function* () {
      try {
        for (; made < 10_000; made++) yield piece
      } finally {
        isOver = true
      }
    })(),
  )
  const answer = await new Promise<IncomingMessage>((resolve) => get(url, resolve))
  answer.pause()
  let before = -1
  while (before !== made) {
    before = made
    await systemClock.sleep(200)
  }
  expect(made).toBeLessThan(500)
  expect(isOver).toBe(false)
  answer.destroy()
  await waitFor(() => isOver)
  expect(made).toBeLessThan(500)
})
