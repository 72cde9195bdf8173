import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { apiPrefix } from '../../src/service/app.ts'
import { addList } from '../support/campaign-fixtures.ts'
import { chunkOf, headOf, openRaw, type RawConnection } from '../support/http/raw-connection.ts'
import { jobsAt } from '../support/jobs.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const perNetwork = 120
const connections = {
  ...{ headMs: 200, keepAliveMs: 200, unreadMs: 300, checkMs: 50, minBodyBytes: 100 },
  ...{ perNetwork, total: 1000 },
}

let server: TestService
let behindNoProxy: TestService
let behindProxy: TestService
beforeAll(async () => {
  server = await startService({ connections, workers: true })
  behindNoProxy = await startService({ connections: { perNetwork } })
  behindProxy = await startService({ trustedProxies: 1, connections: { total: 200 } })
})
afterAll(async () => {
  await server.close()
  await behindNoProxy.close()
  await behindProxy.close()
})

/** Opens so many connections that send this and then nothing. Resolves when all of them are closed. */
async function untilCut(count: number, sent: string): Promise<RawConnection[]> {
  const all = Array.from({ length: count }, () => openRaw(server.origin))
  for (const raw of all) raw.send(sent)
  await waitFor(() => all.every((raw) => raw.isClosed()), 20_000)
  return all
}

const json = { 'content-type': 'application/json' }
const login = `${apiPrefix}/auth/getToken`

test.each([
  ['in an announced body', headOf('POST', login, { ...json, 'content-length': 1000 })],
  ['in a chunk', headOf('POST', login, { ...json, 'transfer-encoding': 'chunked' })],
  [
    'in the form of a page',
    headOf('POST', '/u/x', {
      ...{ 'content-type': 'application/x-www-form-urlencoded', 'content-length': 1000 },
    }),
  ],
])('a hundred requests that stand still %s are cut, and others are served', async (_, head) => {
  const cut = untilCut(100, `${head}3\r\n{"a`)
  expect((await server.request('GET', '/health')).status).toBe(200)
  for (const raw of await cut) expect(raw.received()).toMatch(/^HTTP\/1\.1 408 /)
})

test('an upload that stands still is cut, and keeps no job', async () => {
  const list = await addList(server, [])
  const head = headOf('POST', `${apiPrefix}/lists/${list}/import`, {
    ...{ authorization: `Bearer ${server.token}`, 'content-type': 'text/csv' },
    ...{ 'transfer-encoding': 'chunked' },
  })
  await untilCut(10, head + chunkOf('email\na@example.org\n'))
  expect((await server.api('GET', `/lists/${list}/jobs`)).body).toEqual([])
})

test('connections without a request, or with half of one, are closed', async () => {
  await untilCut(50, '')
  await untilCut(50, 'GET /health HTTP/1.1\r\nHost: ')
})

test('a connection without another request is closed', async () => {
  const [raw] = await untilCut(1, headOf('GET', '/health'))
  expect(raw?.received()).toMatch(/^HTTP\/1\.1 200 /)
})

test('the rest of a refused body is skipped for a moment, and then the connection is cut', async () => {
  const raw = openRaw(server.origin)
  raw.send(headOf('POST', '/nowhere', { ...json, 'content-length': 10_000_000 }))
  const sending = setInterval(() => raw.send('x'.repeat(1000)), 5)
  onTestFinished(() => clearInterval(sending))
  expect((await raw.answer()).status).toBe(404)
  await waitFor(() => raw.isClosed(), 10_000)
})

test('a slow upload that makes progress is imported', async () => {
  const list = await addList(server, [])
  const raw = openRaw(server.origin)
  raw.send(
    headOf('POST', `${apiPrefix}/lists/${list}/import`, {
      ...{ authorization: `Bearer ${server.token}`, 'content-type': 'text/csv' },
      ...{ 'transfer-encoding': 'chunked' },
    }),
  )
  raw.send(chunkOf('email\n'))
  // Longer than a body that stands still may take, and than every other limit.
  let count = 0
  const sending = setInterval(() => {
    raw.send(chunkOf(`person.${++count}@${'long.'.repeat(10)}example.org\n`.repeat(2)))
  }, 10)
  onTestFinished(() => clearInterval(sending))
  const began = performance.now()
  await waitFor(() => raw.isClosed() || performance.now() - began > 2000)
  clearInterval(sending)
  raw.send('0\r\n\r\n')
  expect(await raw.answer()).toMatchObject({ status: 202 })
  raw.destroy()
  const [, job] = /"job_id":(\d+)/.exec(raw.received()) ?? []
  expect(await jobsAt(server).ended(list, Number(job))).toMatchObject({ created: count })
})

/** Opens connections without a request. Returns how many of them are refused at once. */
async function refusedOf(origin: string, count: number, expected: number): Promise<number> {
  const all = Array.from({ length: count }, () => openRaw(origin))
  onTestFinished(() => {
    for (const raw of all) raw.destroy()
  })
  const refused = () => all.filter((raw) => raw.isClosed()).length
  await waitFor(() => refused() >= expected, 10_000)
  return refused()
}

test('one network has so many connections, and more are refused', async () => {
  const { origin } = behindNoProxy
  expect(await refusedOf(origin, perNetwork + 30, 30)).toBe(30)
})

test('connections from a trusted proxy are limited in all, but not by network', async () => {
  expect(await refusedOf(behindProxy.origin, 250, 50)).toBe(50)
})
