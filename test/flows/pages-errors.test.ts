import { afterAll, beforeAll, expect, test } from 'vitest'
import { newListWithFields, newSubscriber, openPage, sendForm } from '../support/browser/pages.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

const unknownXsid = 'qwertyuiopsqqsqq'

test.each([
  ['en', 'Newsletters', 'unsubscribe'],
  ['es', 'Boletines de correo', 'darte de baja'],
])('the host says what it is, in %s', async (language, title, action) => {
  const { status, body } = await openPage(server, '/', { 'accept-language': language })
  expect(status).toBe(200)
  expect(body).toContain(`<html lang="${language}">`)
  expect(body).toContain(`<h1>${title}</h1>`)
  expect(body).toContain(action)
  expect(body).toContain(server.url)
})

test('programs still get an error as JSON', async () => {
  const { status, body } = await server.request('GET', '/', undefined, { accept: '*/*' })
  expect([status, body.code]).toEqual([404, 'no_such_route'])
})

test('a browser gets a page for an unknown address', async () => {
  const { status, body, headers } = await openPage(server, '/unsubscribe-me')
  expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(body).toContain('<h1>This page does not exist</h1>')
})

/** Words of users of the API, which mean nothing to a subscriber. */
const foreignWords = /your account|your role|administrator|tu cuenta|tu rol|administrador/i

test('a form of another site is refused in the words of a subscriber', async () => {
  const { id } = await newListWithFields(server)
  const { page } = await newSubscriber(server, id)
  for (const path of [page, page.replace('/s/', '/preferences/')]) {
    const headers = { origin: 'https://evil.example', 'accept-language': 'en' }
    const { status, body } = await sendForm(server, path, {}, headers)
    expect([status, body]).toEqual([403, expect.stringContaining('was not sent from our page')])
  }
})

test.each(['en', 'es'])(
  'an error on a public route speaks to a person, in %s',
  async (language) => {
    const headers = { 'accept-language': language }
    const answers = await Promise.all([
      ...['GET', 'DELETE'].map((method) =>
        server.request(method, `/v3/api/subscription/${unknownXsid}`, undefined, headers),
      ),
      server.request('PUT', `/v3/api/subscription/${unknownXsid}`, { nombre: 'Ana' }, headers),
      server.request('POST', '/v3/api/public/subscribe', { list_id: 'no', email: 'no' }, headers),
      server.request('POST', '/v3/api/public/unsubscribe', { list_id: 'no' }, headers),
      ...['/s', '/preferences', '/u', '/f', '/optin', '/w', '/signup', '/verify', '/other'].map(
        (path) => openPage(server, `${path}/${unknownXsid}`, headers),
      ),
      sendForm(server, `/s/${unknownXsid}`, {}, headers),
      sendForm(server, `/preferences/${unknownXsid}`, {}, headers),
    ])
    for (const { status, body } of answers) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(typeof body === 'string' ? body : JSON.stringify(body)).not.toMatch(foreignWords)
    }
  },
)
