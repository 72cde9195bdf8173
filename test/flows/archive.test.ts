import { afterEach, expect, test } from 'vitest'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { forge } from '../support/forge.ts'
import { parseMessage, type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let sink: Sink
let server: TestService
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const html =
  '<p>Hola {{ nombre | default: "amigo" }}, {{ email }} de {{ ciudad }}</p>' +
  '<a href="{{ web_url }}">Ver en la web</a><a href="https://tienda.example/">Tienda</a>' +
  '<a href="{{ unsubscribe_url }}">Baja</a>'

/** Sends a tracked campaign to two contacts. */
async function deliver(more: object = {}): Promise<number> {
  sink = await startSink()
  open.push(() => sink.stop())
  server = await startService({
    workers: true,
    clock: testClock(),
    settings: { smtpUrl: sink.url },
  })
  open.push(() => server.close())
  await addSender(server)
  const list = await addList(server, [
    { email: 'ana@correo.example', nombre: 'Ana <b>', fields: { ciudad: 'Lugo' } },
    { email: 'eva@correo.example', nombre: 'Eva', fields: { ciudad: 'Vigo' } },
  ])
  const tracked = { html, track_reads: true, track_links: true, ...more }
  const { body } = await server.api('POST', '/campaigns', campaignOf(list, tracked))
  if (!('draft' in more)) await untilStatus(server, body.id, 'sent')
  return body.id
}

/** Returns the `web_url` in the message to this address. */
async function webUrlOf(email: string): Promise<string> {
  const message = sink.messages().find(({ to }) => to[0] === email)
  const { html: got = '' } = await parseMessage(message?.raw ?? Buffer.alloc(0))
  return new URL(/href="([^"]+\/w\/[^"]+)"/.exec(got)?.[1] ?? '').pathname
}

const openArchive = (path: string, language = 'en') =>
  server.request('GET', path, undefined, { 'accept-language': language })

const show = (id: number, ...args: string[]) =>
  remite(server)('campaigns', 'archive', String(id), ...args, '--json')

test('a campaign is published without personal data, and unpublished again', async () => {
  const id = await deliver()
  const { url } = (await show(id, '--slug', 'rebajas')).json()
  expect(url).toBe(`${server.origin}/archive/${server.accountId}/rebajas`)
  const page = await openArchive(new URL(url).pathname)
  expect(page.status).toBe(200)
  expect(page.body).toContain('<p>Hola amigo,  de </p>')
  expect(page.body).toContain('<title>Rebajas de enero</title>')
  expect(page.body).toContain(`<a href="${url}">Ver en la web</a>`)
  expect(page.body).toContain('<a href="https://tienda.example/">')
  for (const trace of ['/o/', '/c/', '/u/', 'ana@', 'Ana', 'Lugo', 'eva@']) {
    expect(page.body).not.toContain(trace)
  }
  expect((await server.api('GET', `/campaigns/${id}`)).body.archive_url).toBe(url)

  expect((await show(id, '--off')).json()).toEqual({ ok: true, url: null })
  const gone = await openArchive(new URL(url).pathname, 'es')
  expect([gone.status, gone.body]).toEqual([
    404,
    expect.stringContaining('Este enlace ya no es válido'),
  ])
  expect((await server.api('GET', `/campaigns/${id}`)).body.archive_url).toBeNull()
  // The archive URL stays reserved for the campaign.
  expect((await show(id)).json().url).toBe(url)
})

test('custom HTML in a page cannot run scripts, submit forms or be framed', async () => {
  const id = await deliver({ html: `${html}<script>alert(1)</script><form action="/x"></form>` })
  const { url } = (await show(id)).json()
  expect(new URL(url).pathname).toBe(`/archive/${server.accountId}/rebajas-de-enero-${id}`)
  for (const path of [new URL(url).pathname, await webUrlOf('ana@correo.example')]) {
    const { headers } = await openArchive(path)
    const policy = headers.get('content-security-policy') ?? ''
    const rules = policy.split('; ')
    for (const rule of ["default-src 'none'", "form-action 'none'", "frame-ancestors 'none'"]) {
      expect(rules).toContain(rule)
    }
    expect(policy).toContain('sandbox ')
    expect(policy).not.toMatch(/script|allow-same-origin|allow-forms/)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  }
})

test('web_url shows recipients their own message, untracked, also after deletion', async () => {
  const id = await deliver()
  const path = await webUrlOf('ana@correo.example')
  const { body, headers } = await openArchive(path)
  expect(body).toContain('<p>Hola Ana &lt;b&gt;, ana@correo.example de Lugo</p>')
  expect(body).toMatch(/<a href="http[^"]+\/u\/[^"]+">Baja<\/a>/)
  expect(body).not.toMatch(/\/o\/|\/c\/|Eva|eva@/)
  expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([
    'no-store',
    'noindex',
  ])
  await server.api('DELETE', `/campaigns/${id}`)
  expect((await openArchive(path)).status).toBe(200)
  // The web version of a deleted contact's message is gone.
  const { db } = server.service
  await db.deleteFrom('contacts').where('email', '=', 'ana@correo.example').execute()
  expect((await openArchive(path)).body).toContain('<p>Hola amigo,  de </p>')
  expect((await openArchive(forge(path))).status).toBe(404)
  expect(await server.api('GET', `/campaigns/${id}/stats`)).toMatchObject({ status: 404 })
})

test('viewing a message on the web records no open', async () => {
  const id = await deliver()
  await openArchive(await webUrlOf('ana@correo.example'))
  await openArchive(new URL((await show(id)).json().url).pathname)
  const stats = (await server.api('GET', `/campaigns/${id}/stats`)).body
  expect(stats).toMatchObject({ opens: 0, machine_opens: 0, clicks: 0, machine_clicks: 0 })
})

test('a draft cannot be published, and a slug belongs to one campaign', async () => {
  const draft = await deliver({ draft: true })
  const refused = await show(draft)
  expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining('state')])
  const { db } = server.service
  await db.updateTable('campaigns').set({ status: 'sent', started_at: 1 }).execute()
  expect((await show(draft, '--slug', 'enero')).code).toBe(0)
  const { id: copy } = (await server.api('POST', `/campaigns/${draft}/duplicate`, {})).body
  await db.updateTable('campaigns').set({ status: 'sent', started_at: 1 }).execute()
  const taken = await server.api('PUT', `/campaigns/${copy}/archive`, {
    public: true,
    slug: 'enero',
  })
  expect([taken.status, taken.body.code]).toEqual([409, 'already_exists'])
  const otherAccount = await server.other()
  const theirs = await otherAccount.api('PUT', `/campaigns/${draft}/archive`, { public: false })
  expect(theirs.status).toBe(404)
  expect((await openArchive(`/archive/${otherAccount.id}/enero`)).status).toBe(404)
  expect((await openArchive('/archive/ana/enero')).status).toBe(404)
})

test('pages of a suspended account are not shown', async () => {
  const id = await deliver()
  const path = new URL((await show(id)).json().url).pathname
  expect((await openArchive(path)).status).toBe(200)
  const { db } = server.service
  await db.updateTable('accounts').set({ status: 'suspended' }).execute()
  expect((await openArchive(path)).status).toBe(404)
  expect((await openArchive(await webUrlOf('ana@correo.example'))).status).toBe(404)
})

test('a plain-text message has a web page too', async () => {
  const id = await deliver({ html: '', text: 'Hola {{ nombre }} & <b>todos</b>' })
  const { body } = await openArchive(new URL((await show(id)).json().url).pathname)
  expect(body).toContain('Hola  &amp; &lt;b&gt;todos&lt;/b&gt;</pre>')
})
