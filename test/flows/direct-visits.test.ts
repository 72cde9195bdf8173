import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clickToken, openToken } from '../../src/service/tracking/token.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

const ask = (path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      httpRequest(server.origin + path, { method, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const { date, ...others } = response.headers
          expect(date).toBeDefined()
          const body = Buffer.concat(chunks).toString('latin1')
          resolve({ status: response.statusCode ?? 0, headers: others, body })
        })
      })
        .on('error', reject)
        .end()
    },
  )

test('a visit has the same answer whether the framework takes it or not', async () => {
  const { mac } = server.service.secrets
  const open = openToken({ campaign: 1, recipient: 1 }, mac)
  const click = clickToken({ campaign: 1, recipient: 1, link: 0 }, mac)
  const paths = [`/o/${open}`, '/o/wrong', '/c/wrong', `/c/${click}`, '/v/wrong']
  for (const path of paths) {
    for (const headers of [{}, { 'accept-language': 'es', accept: 'text/html' }]) {
      const plain = await ask(path, headers)
      // The framework takes what has a query, or escaped characters.
      expect(await ask(`${path}?utm_source=x`, headers), path).toEqual(plain)
      expect(await ask(path.replace('/w', '/%77'), headers), path).toEqual(plain)
      expect(plain.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
    }
  }
  expect((await ask('/c/wrong', { 'accept-language': 'es' })).body).not.toBe(
    (await ask('/c/wrong')).body,
  )
})

test('what is not a plain visit goes to the framework', async () => {
  expect((await ask('/o/wrong', { host: 'a b' })).status).toBe(400)
  expect((await ask('/o/wrong', {}, 'POST')).status).toBe(404)
  expect((await ask('/o/wrong/more')).status).toBe(404)
  expect((await ask('/x/wrong')).status).toBe(404)
  const head = await ask('/o/wrong', {}, 'HEAD')
  expect([head.status, head.body]).toEqual([200, ''])
})

test('visits are counted among the requests of the process', async () => {
  const count = async () => {
    const text = await server.service.metrics.render()
    const [, found = '0'] =
      /^remite_http_request_duration_seconds_count\{method="GET",route="\/o\/:token",status="200"\} (\d+)$/m.exec(
        text,
      ) ?? []
    return Number(found)
  }
  const before = await count()
  await ask('/o/wrong')
  expect(await count()).toBe(before + 1)
})
