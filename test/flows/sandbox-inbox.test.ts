import { request as httpRequest } from 'node:http'
import { createTransport, type Transporter } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApp } from '../../src/service/app.ts'
import { type CatchAll, startCatchAll } from '../../src/service/sandbox/catch-all.ts'
import { freePort } from '../support/free-port.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let catchAll: CatchAll
let smtp: Transporter

beforeEach(async () => {
  server = await startService()
  catchAll = await startCatchAll(server.service)
  smtp = createTransport({ url: catchAll.url, pool: true, maxConnections: 8, maxMessages: 1000 })
})
afterEach(async () => {
  smtp.close()
  await catchAll.close()
  await server.close()
})

const from = 'ventas@shop.test'
const send = (mail: object) => smtp.sendMail({ from, to: 'ana@example.org', text: '-', ...mail })
const inbox = async (query = '') => (await server.request('GET', `/sandbox/inbox${query}`)).body

test('a message is in the inbox once the relay has accepted it', async () => {
  const { response } = await send({
    to: 'Ana@Example.org',
    subject: 'Ofertas de otoño ☀',
    text: 'Hola',
  })
  expect(response).toMatch(/^250 /)
  expect(await inbox()).toEqual([
    {
      id: expect.any(Number),
      from,
      envelope_from: from,
      to: 'ana@example.org',
      subject: 'Ofertas de otoño ☀',
      preheader: 'Hola',
      received_at: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ])
})

test('a message is shown with its parts, links, headers and source', async () => {
  await send({
    subject: 'Hola',
    html: '<p>Añade <a href="https://shop.test/?a=1&amp;b=2">esto</a> o <a href="https://shop.test/x">x</a>, <a href="https://shop.test/x">x</a></p>',
    text: 'Añade esto',
    list: { unsubscribe: 'https://shop.test/u' },
  })
  const [{ id }] = await inbox()
  const { body } = await server.request('GET', `/sandbox/inbox/${id}`)
  expect(body).toMatchObject({ id, from, to: 'ana@example.org', subject: 'Hola' })
  expect(body.html).toContain('Añade')
  expect(body.text.trim()).toBe('Añade esto')
  expect(body.links).toEqual(['https://shop.test/?a=1&b=2', 'https://shop.test/x'])
  expect(body.headers).toContainEqual({ name: 'List-Unsubscribe', value: '<https://shop.test/u>' })
  expect(body.source).toMatch(/^Subject: Hola\r$/m)
})

test('the list shows the sender and the first text as a mailbox does', async () => {
  const hidden =
    '<div style="display:none;max-height:0">Solo hoy&zwnj;&nbsp;&#847;&zwnj;&nbsp;</div>'
  await send({
    from: '"Café Olé" <hola@shop.test>',
    envelope: { from: 'bounce-1@returns.test', to: 'ana@example.org' },
    html: `<style>p { color: red }</style>${hidden}<h1>Rebajas</h1><p><a href="https://shop.test/">Ver</a></p>${'<p>más</p>'.repeat(9000)}`,
  })
  const [{ from: sender, envelope_from, preheader }] = await inbox()
  expect({ sender, envelope_from }).toEqual({
    sender: 'Café Olé <hola@shop.test>',
    envelope_from: 'bounce-1@returns.test',
  })
  expect(preheader).toMatch(/^Solo hoy Rebajas Ver más más/)
  expect(preheader).toHaveLength(150)
  const page = await (await fetch(`${new URL(server.url).origin}/sandbox/mail`)).text()
  expect(page).toContain('Café Olé &lt;hola@shop.test&gt; → ana@example.org')
})

test('links of a message without HTML are read from its text', async () => {
  await send({ text: 'Open (https://shop.test/senders/verify/a-b_c).\nOr <http://other.test/>.' })
  const [{ id }] = await inbox()
  const { body } = await server.request('GET', `/sandbox/inbox/${id}`)
  expect(body.links).toEqual(['https://shop.test/senders/verify/a-b_c', 'http://other.test/'])
})

test('the inbox is sorted newest first, filtered by recipient, and oldest first after a given message', async () => {
  for (const to of ['ana@example.org', 'bob@example.org', 'ana@example.org']) {
    await send({ to, subject: to })
  }
  const all = await inbox()
  const [third, second, first] = all.map(({ id }: { id: number }) => id)
  expect(first < second && second < third).toBe(true)
  const ids = async (query: string) => (await inbox(query)).map(({ id }: { id: number }) => id)
  expect(await ids('?to=ANA@example.org')).toEqual([third, first])
  expect(await ids(`?after=${first}&limit=1`)).toEqual([second])
  expect(await ids('?limit=1')).toEqual([third])
})

test('the pages of the inbox say how many messages there are, and go on', async () => {
  for (const subject of ['one', 'two', 'three']) await send({ subject })
  const page = async (query: string) => {
    const { body, headers } = await server.request('GET', `/sandbox/inbox?limit=2${query}`)
    const subjects = body.map((message: { subject: string }) => message.subject)
    return { subjects, total: headers.get('x-total-count'), next: headers.get('x-next-cursor') }
  }
  const first = await page('')
  expect(first).toEqual({ subjects: ['three', 'two'], total: '3', next: expect.any(String) })
  expect(await page(`&cursor=${first.next}`)).toEqual({ subjects: ['one'], total: '3', next: null })
})

test('a message to several recipients is in each inbox', async () => {
  await send({ to: ['ana@example.org', 'bob@example.org'] })
  expect((await inbox()).map(({ to }: { to: string }) => to).sort()).toEqual([
    'ana@example.org',
    'bob@example.org',
  ])
})

test('clearing empties the inbox', async () => {
  await send({})
  expect((await server.request('POST', '/sandbox/inbox/clear')).status).toBe(200)
  expect(await inbox()).toEqual([])
})

test('a message over 25 MB is refused permanently, and the connection continues', async () => {
  const text = 'x'.repeat(26 * 1024 * 1024)
  await expect(send({ text })).rejects.toMatchObject({ responseCode: 552 })
  await send({ subject: 'small' })
  expect(await inbox()).toMatchObject([{ subject: 'small' }])
})

test('AUTH and TLS are not offered', async () => {
  const relay = { host: '127.0.0.1', port: catchAll.port }
  const withLogin = createTransport({ ...relay, forceAuth: true, auth: { user: 'a', pass: 'b' } })
  await expect(withLogin.sendMail({ from, to: from })).rejects.toMatchObject({ code: 'EAUTH' })
  const withTls = createTransport({ ...relay, requireTLS: true })
  await expect(withTls.sendMail({ from, to: from })).rejects.toMatchObject({ code: 'ETLS' })
})

test('two thousand messages over eight connections are kept, each once', async () => {
  const subjects = Array.from({ length: 2000 }, (_, n) => `message ${n}`)
  await Promise.all(subjects.map((subject) => send({ subject })))
  const rows = await server.service.db.selectFrom('sandbox_messages').select('subject').execute()
  expect(rows.map(({ subject }) => subject).sort()).toEqual(subjects.sort())
})

test('pages of other sites in the same browser get nothing', async () => {
  await send({})
  expect(await statusWith({ host: 'evil.test' })).toBe(403)
  expect(await statusWith({ host: '127.0.0.1.evil.test' })).toBe(403)
  expect(await statusWith({ host: 'localhost:1' })).toBe(200)
  const cleared = await server.request('POST', '/sandbox/inbox/clear', undefined, {
    origin: 'https://evil.test',
  })
  expect([cleared.status, (await inbox()).length]).toEqual([403, 1])
})

test('a service that is not a sandbox has no inbox', async () => {
  const port = await freePort()
  const settings = { host: '127.0.0.1', port, trustedProxies: 0, instance: 'test', hasInbox: false }
  const app = await startApp(server.service, settings)
  expect((await fetch(`http://127.0.0.1:${port}/sandbox/inbox`)).status).toBe(404)
  await app.close()
})

test('an unknown message is not found', async () => {
  expect((await server.request('GET', '/sandbox/inbox/999999')).status).toBe(404)
  expect((await server.request('GET', '/sandbox/inbox/x')).status).toBe(422)
})

/** Requests the inbox with these headers, among them Host, which `fetch` cannot set. */
const statusWith = (headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    httpRequest(`${server.origin}/sandbox/inbox`, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })

test('programs of this machine may read thousands of messages a minute', async () => {
  const statuses = new Set<number>()
  for (let read = 0; read < 1400; read += 50) {
    const answers = Array.from({ length: 50 }, () => server.request('GET', '/sandbox/inbox'))
    for (const { status } of await Promise.all(answers)) statuses.add(status)
  }
  expect([...statuses]).toEqual([200])
})
