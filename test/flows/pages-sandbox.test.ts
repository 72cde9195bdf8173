import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { createTransport, type Transporter } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CatchAll, startCatchAll } from '../../src/service/sandbox/catch-all.ts'
import { unsubscribeToken } from '../../src/service/subscription/unsubscribe-token.ts'
import { newListWithFields, newSubscriber, openPage, sendForm } from '../support/browser/pages.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let server: TestService
let catchAll: CatchAll
let smtp: Transporter
beforeAll(async () => {
  server = await startService()
  catchAll = await startCatchAll(server.service)
  smtp = createTransport({ url: catchAll.url })
})
afterAll(async () => {
  smtp.close()
  await catchAll.close()
  await server.close()
})
beforeEach(() => sendForm(server, '/sandbox/mail', { act: 'clear' }))

const inbox = '/sandbox/mail'

/** Delivers a message and returns the path of its page. */
async function deliverMail(mail: object = {}): Promise<string> {
  await smtp.sendMail({ from: 'ventas@shop.test', to: 'ana@example.org', text: 'Hola', ...mail })
  const [{ id }] = (await server.request('GET', '/sandbox/inbox?limit=1')).body
  return `${inbox}/${id}`
}

test('the inbox lists messages by address and page, and a button empties it', async () => {
  expect((await openPage(server, inbox)).body).toContain('No messages yet.')
  await deliverMail({ subject: 'Ofertas <b> & más' })
  await deliverMail({ to: 'eva@example.org', subject: '' })
  const { body } = await openPage(server, inbox)
  expect(body).toContain('Ofertas &lt;b&gt; &amp; más')
  expect(body).toContain('(no subject)')
  const ofEva = (await openPage(server, `${inbox}?to=eva@example.org`)).body
  expect([ofEva.match(/<li>/g)?.length, ofEva]).toEqual([
    1,
    expect.stringContaining('(no subject)'),
  ])
  for (let count = 0; count < 50; count++) await deliverMail({ subject: `n${count}` })
  const older = /\?before=\d+/.exec((await openPage(server, inbox)).body)?.[0]
  expect((await openPage(server, inbox + older)).body.match(/<li>/g)).toHaveLength(2)
  expect((await sendForm(server, inbox, { act: 'clear' })).status).toBe(303)
  expect((await openPage(server, inbox)).body).toContain('No messages yet.')
})

test('a message is shown with its parts', async () => {
  const page = await deliverMail({
    subject: 'Hola',
    html: '<p>Añade <a href="https://shop.test/x?a=1&amp;b=2">esto</a></p>',
    text: 'Añade <esto>',
    headers: { 'X-Prueba': 'sí <b>' },
  })
  const part = async (name: string) => (await openPage(server, `${page}?part=${name}`)).body
  expect((await openPage(server, page)).body).toMatch(
    /<iframe src="\d+\/html" title="HTML" sandbox="[^"]*"><\/iframe>/,
  )
  expect(await part('text')).toContain('Añade &lt;esto&gt;')
  expect(await part('links')).toContain('<a href="https://shop.test/x?a=1&amp;b=2"')
  expect(await part('headers')).toContain('<dt>X-Prueba</dt>')
  expect(await part('source')).toContain('MIME-Version: 1.0')
  expect(await part('constructor')).toContain('<iframe')
  expect((await openPage(server, `${inbox}/999999`)).status).toBe(404)
  expect((await openPage(server, `${inbox}/x`)).status).toBe(404)
})

test('the HTML of a message runs no script, submits no form and is framed only by us', async () => {
  const page = await deliverMail({ html: '<script>alert(1)</script><form action="/x"></form>' })
  const { headers } = await openPage(server, `${page}/html`)
  const policy = headers.get('content-security-policy') ?? ''
  const rules = policy.split('; ')
  for (const rule of ["default-src 'none'", "form-action 'none'", "frame-ancestors 'self'"]) {
    expect(rules).toContain(rule)
  }
  expect(policy).not.toMatch(/script|allow-same-origin|allow-forms/)
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('the button of a message unsubscribes like a mailbox provider', async () => {
  const { id: list } = await newListWithFields(server)
  const { id, email } = await newSubscriber(server, list)
  const ids = { campaignId: null, contactId: id, listId: list }
  const url = `${server.origin}/u/${unsubscribeToken(ids, server.service.secrets.mac)}`
  const page = await deliverMail({
    list: { unsubscribe: [['mailto:baja@shop.test', url]] },
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  })
  const { body, headers } = await openPage(server, page)
  expect(body).toContain(`<form method="post" action="${url}">`)
  expect(headers.get('content-security-policy')).toContain(`form-action 'self' ${server.origin}`)
  const [, name = '', value = ''] =
    /<input type="hidden" name="(List-[^"]+)" value="([^"]+)"/.exec(body) ?? []
  await sendForm(server, new URL(url).pathname, { [name]: value })
  const contact = await server.api('GET', `/lists/${list}/contacts/${email}`)
  expect(contact.body.status).toBe('unsubscribed')
})

test('there is no button where the message offers no one-click unsubscribe', async () => {
  const page = await deliverMail({ list: { unsubscribe: 'https://shop.test/baja' } })
  expect((await openPage(server, page)).body).not.toContain('One-Click')
  const script = await deliverMail({
    headers: {
      'List-Unsubscribe': '<javascript:alert(1)>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })
  expect((await openPage(server, script)).body).not.toContain('<form')
})

test('the pages are available on this machine only', async () => {
  const page = await deliverMail()
  for (const path of [inbox, page, `${page}/html`]) {
    expect([
      path,
      await statusWith(path, 'evil.test'),
      await statusWith(path, 'localhost'),
    ]).toEqual([path, 403, 200])
  }
  const foreign = await sendForm(server, inbox, { act: 'clear' }, { origin: 'https://evil.test' })
  expect([foreign.status, (await openPage(server, page)).status]).toEqual([403, 200])
})

/** Requests a page with this Host header, which `fetch` cannot set. */
const statusWith = (path: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    httpRequest(`${server.origin}${path}`, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })

/** Writes the state file by which the verbs find a sandbox, as `sandbox start` does. */
function markRunning(folder: string): void {
  const sandboxFolder = join(folder, 'state', 'sandbox')
  mkdirSync(sandboxFolder, { recursive: true })
  const state = { pid: process.pid, url: server.origin, instance: 'test', folder: sandboxFolder }
  writeFileSync(join(sandboxFolder, 'running.json'), JSON.stringify(state))
}

test('`sandbox inbox open` prints the address of the pages, and of a message too', async () => {
  const page = await deliverMail({ subject: 'Hola' })
  const cli = remite()
  markRunning(cli.folder)
  const result = await cli('sandbox', 'inbox', 'open', '--json')
  expect([result.code, result.json()]).toEqual([0, { url: server.origin + inbox }])
  const shown = await cli('sandbox', 'inbox', 'show', page.replace(`${inbox}/`, ''), '--json')
  expect(shown.json()).toMatchObject({ subject: 'Hola', url: server.origin + page })
})

test.runIf(process.platform === 'linux')(
  '`sandbox inbox open` opens the browser of a person, and nobody else’s',
  async () => {
    const cli = remite()
    markRunning(cli.folder)
    const openedFile = join(cli.folder, 'told')
    const opener = join(cli.folder, 'xdg-open')
    writeFileSync(
      opener,
      `#!/bin/sh\nprintf %s "$1" > '${openedFile}.new'\nmv '${openedFile}.new' '${openedFile}'\n`,
    )
    chmodSync(opener, 0o755)
    const env = { PATH: `${cli.folder}:/usr/bin:/bin` }
    const terminal = { columns: 80 }
    await cli.with({ env: { ...env, DISPLAY: ':0' } })('sandbox', 'inbox', 'open')
    await cli.with({ env, terminal })('sandbox', 'inbox', 'open')
    expect(existsSync(openedFile)).toBe(false)
    const result = await cli.with({ env: { ...env, DISPLAY: ':0' }, terminal })(
      'sandbox',
      'inbox',
      'open',
    )
    expect([result.code, result.stdout]).toEqual([
      0,
      expect.stringContaining(server.origin + inbox),
    ])
    await waitFor(() => existsSync(openedFile))
    expect(readFileSync(openedFile, 'utf8')).toBe(server.origin + inbox)
  },
)
