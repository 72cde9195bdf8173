import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiPrefix } from '../../src/service/app.ts'
import { addList } from '../support/campaign-fixtures.ts'
import { chunkOf, headOf, openRaw } from '../support/http/raw-connection.ts'
import { startService, type TestService } from '../support/service.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }

let server: TestService
let authorization: string
beforeAll(async () => {
  server = await startService()
  authorization = `Bearer ${server.token}`
})
afterAll(() => server.close())

/** Announces 15 MB and sends a few bytes: an answer shows that the service does not wait for the body. */
async function announce(
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const raw = openRaw(server.origin)
  try {
    raw.send(headOf(method, path, { ...headers, 'content-length': 15 * megabyte }))
    raw.send('a=1&'.repeat(64))
    return (await raw.answer()).status
  } finally {
    raw.destroy()
  }
}

describe('a body that no route takes is refused before it arrives', () => {
  const api = (path: string) => apiPrefix + path
  test.each([
    ['an unknown path', 'POST', '/nowhere', 404],
    ['an unknown route of the API', 'POST', api('/nowhere'), 404],
    ['another method of a known route', 'DELETE', api('/lists'), 405],
    ['another method of a page', 'PUT', '/u/x', 404],
    ['a page with a form', 'POST', '/f/x', 413],
    ['a page with one button', 'POST', '/u/x', 413],
    ['the preference center', 'POST', '/s/x', 413],
    ['another method of the endpoint for assistants', 'DELETE', '/mcp', 405],
    ['the endpoint for assistants, without a session', 'POST', '/mcp', 401],
    ['the hook of a relay', 'POST', '/hooks/relay/ses/x', 404],
  ])('by %s', async (_, method, path, status) => {
    for (const type of [form, json, { 'content-type': 'text/plain' }]) {
      const isPage = status === 413
      const expected =
        isPage && type['content-type'] !== form['content-type'] ? [413, 415] : [status]
      expect(expected).toContain(await announce(method, path, type))
    }
  })

  test('by routes that take none, with a session', async () => {
    const list = await addList(server, [])
    for (const [method, path] of [
      ['DELETE', `/lists/${list}`],
      ['PUT', '/campaigns/1/pause'],
    ] as const) {
      expect([path, await announce(method, api(path), { ...json, authorization })]).toEqual([
        path,
        413,
      ])
    }
    expect((await server.api('GET', `/lists/${list}`)).status).toBe(200)
    // Clients that always send an object are served.
    expect((await server.api('DELETE', `/lists/${list}`, {})).status).toBe(200)
  })
})

test('a multipart form of a page is read to 64 KB, however it is sent', async () => {
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
  expect(await announce('POST', '/u/x', multipart)).toBe(413)
  const raw = openRaw(server.origin)
  raw.send(headOf('POST', '/u/x', { ...multipart, 'transfer-encoding': 'chunked' }))
  raw.send(chunkOf('x'.repeat(70 * kilobyte)))
  expect((await raw.answer()).status).toBe(413)
  raw.destroy()
})

test('a page takes 64 KB of a form, and no more', async () => {
  const post = (bytes: number) =>
    server.request('POST', '/u/x', `comment=${'x'.repeat(bytes)}`, { ...form, connection: 'close' })
  expect((await post(60 * kilobyte)).status).toBe(404)
  expect((await post(65 * kilobyte)).status).toBe(413)
})

test.each(['/f/x', '/u/x', `${apiPrefix}/public/subscribe`])(
  '%s refuses a form with more than a thousand fields',
  async (path) => {
    const post = (names: number) =>
      server.request('POST', path, Array.from({ length: names }, (_, n) => `n${n}`).join('&'), form)
    expect((await post(1000)).status).not.toBe(413)
    const { status, body } = await post(1001)
    expect([status, body.code]).toEqual([413, 'body_too_large'])
  },
)

describe('JSON', () => {
  const post = (path: string, body: string) =>
    server.api('POST', path, body, { ...json, connection: 'close' })

  test('is read to the size that a route needs', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(2 * megabyte) })
    expect((await post('/lists', large)).status).toBe(413)
    const html = 'é'.repeat(2 * megabyte)
    const list = await addList(server, ['eva@uno.example'])
    const campaign = {
      ...{ camp_name: 'a', asunto: 'a', from_mail: 'a@b.example', list_id: [list], draft: true },
    }
    expect((await post('/campaigns', JSON.stringify({ ...campaign, html }))).status).toBe(200)
    expect(await announce('POST', `${apiPrefix}/lists`, { ...json, authorization })).toBe(413)
  })

  test.each([
    [
      'a million empty arrays',
      `{"contacts":[${'[],'.repeat(1_000_000)}[]]}`,
      413,
      'body_too_large',
    ],
    ['a million numbers', `{"contacts":[${'1,'.repeat(1_000_000)}1]}`, 413, 'body_too_large'],
    [
      'an object with 2,000 names',
      JSON.stringify(Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`n${n}`, 1]))),
      ...[413, 'body_too_large'],
    ],
    ['15 MB of opening brackets', '['.repeat(15 * megabyte), 400, 'malformed'],
    ['15 MB of names', `{${'"":{'.repeat(3 * megabyte)}`, 400, 'malformed'],
  ] as [string, string, number, string][])('with %s is refused', async (_, body, status, code) => {
    const answer = await post('/lists/1/contacts', body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('is refused as fast as a text of its length is skipped', async () => {
    const timeOf = async (body: string) => {
      const began = performance.now()
      expect((await post('/lists/1/contacts', body)).status).toBeGreaterThanOrEqual(400)
      return performance.now() - began
    }
    const text = `{"contacts":"${'x'.repeat(4 * megabyte)}"}`
    const controls = [await timeOf(text), await timeOf(text), await timeOf(text)]
    const names = Array.from({ length: 400_000 }, (_, n) => `"${n.toString(36)}":1`).join()
    for (const body of [`{${names}}`, '['.repeat(4 * megabyte), `[${'[],'.repeat(megabyte)}1]`]) {
      expect(await timeOf(body)).toBeLessThan(5 * Math.max(...controls))
    }
  })
})
