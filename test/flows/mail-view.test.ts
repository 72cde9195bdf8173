import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTransport, type Transporter } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { displayWidth } from '../../src/cli/output/width.ts'
import { type CatchAll, startCatchAll } from '../../src/service/sandbox/catch-all.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let catchAll: CatchAll
let smtp: Transporter
let cli: ReturnType<typeof remite>
let campaign: string

const longLink = `https://tienda.example/${'ofertas-de-otono/'.repeat(8)}`
const html = `<h1>Hola</h1><p>${'Rebajas en toda la tienda. '.repeat(8)}</p><p><a href="${longLink}">Ver las ofertas</a></p><script>alert(1)</script>`

beforeAll(async () => {
  server = await startService()
  catchAll = await startCatchAll(server.service)
  smtp = createTransport({ url: catchAll.url, pool: true })
  cli = remite(server)
  const folder = join(cli.folder, 'state', 'sandbox')
  mkdirSync(folder, { recursive: true })
  const state = { pid: process.pid, url: server.origin, instance: 'test', folder, startedAt: '' }
  writeFileSync(join(folder, 'running.json'), JSON.stringify(state))
  await addSender(server, 'tienda@example.org')
  const list = await addList(server, [{ email: 'ana@correo.example', nombre: 'Ana' }])
  const about = { asunto: 'Ofertas de otoño', preheader: 'Solo hoy', html }
  const from = { from_mail: 'tienda@example.org', from_name: 'La Tienda' }
  const { body } = await server.api('POST', '/campaigns', campaignOf(list, { ...about, ...from }))
  campaign = String(body.id)
})
afterAll(async () => {
  smtp.close()
  await catchAll.close()
  await server.close()
})

const terminal = { columns: 60 }
const env = { NO_COLOR: '1' }
const inTerminal = (...argv: string[]) => cli.with({ terminal, env })(...argv)

/** Sends a message to the sandbox and returns its number. */
async function receive(mail: object): Promise<string> {
  await smtp.sendMail({ from: 'a@shop.example', to: 'ana@correo.example', ...mail })
  const [latest] = (await cli('sandbox', 'inbox', 'list', '--json')).json().data
  return String(latest.id)
}

test('a preview in a terminal is the message as text: headers, wrapped text, whole links', async () => {
  const { stdout, code } = await inTerminal('campaigns', 'preview', campaign)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^From +La Tienda <tienda@example\.org>$/m)
  expect(stdout).toMatch(/^Subject +Ofertas de otoño$/m)
  expect(stdout).toMatch(/^Preheader +Solo hoy$/m)
  expect(stdout).toContain('Hola')
  expect(stdout).toContain(longLink)
  expect(stdout).not.toContain('<p>')
  const lines = stdout.split('\n').filter((line) => !line.includes('tienda.example/'))
  expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(60)
  const spanish = await cli.with({ terminal, env: { ...env, LANG: 'es_ES.UTF-8' } })(
    ...['campaigns', 'preview', campaign],
  )
  expect(spanish.stdout).toMatch(/^Asunto +Ofertas de otoño$/m)
})

test('--format prints one part of a preview and nothing else, in a pipe and in a terminal', async () => {
  const asJson = (await cli('campaigns', 'preview', campaign, '--json')).json()
  const file = await cli('campaigns', 'preview', campaign, '--format', 'html')
  expect(file.stdout).toBe(asJson.html)
  const shown = await inTerminal('campaigns', 'preview', campaign, '--format', 'html')
  expect(shown.stdout.trimEnd()).toBe(asJson.html.replaceAll('\r', '').trimEnd())
  const text = await cli('campaigns', 'preview', campaign, '--format', 'text')
  expect(text.stdout.trim()).toBe(asJson.text.replaceAll('\r', '').trim())
  const short = await cli('campaigns', 'preview', campaign, '--text')
  expect(short.stdout).toBe(text.stdout)
  const both = await cli('campaigns', 'preview', campaign, '--text', '--format', 'html')
  expect([both.code, both.stdout]).toEqual([2, ''])
  const headers = await cli('campaigns', 'preview', campaign, '--format', 'headers')
  expect(headers.stdout).toMatch(/^List-Unsubscribe: </m)
  const mime = await cli('campaigns', 'preview', campaign, '--format', 'mime')
  expect(mime.stdout).toContain('Content-Type: multipart/alternative')
})

test('a pipe without --format and all data formats get what they got before', async () => {
  const piped = await cli('campaigns', 'preview', campaign)
  expect(piped.stdout.split('\t').slice(0, 2)).toEqual(['Ofertas de otoño', 'Solo hoy'])
  const asked = await cli('campaigns', 'preview', campaign, '--format', 'html', '--json')
  expect(asked.json()).toMatchObject({ asunto: 'Ofertas de otoño', text: '' })
  const query = await cli('campaigns', 'preview', campaign, '--format', 'html', '--jq', '.html')
  expect(query.stdout).toContain('Hola')
  const fields = await inTerminal('campaigns', 'preview', campaign, '--fields', 'asunto')
  expect(fields.stdout).not.toContain('La Tienda')
})

test('--open writes the HTML for the browser, without its scripts, and names the address', async () => {
  const opened = await cli('campaigns', 'preview', campaign, '--open', '--json')
  const path = fileURLToPath(opened.json().url)
  expect(readFileSync(path, 'utf8')).toMatch(/script-src 'none'[\s\S]*Hola/)
  expect(statSync(path).mode & 0o077).toBe(0)
  expect(opened.stderr).toContain('No browser was found')
  const id = await receive({ subject: 'x', text: 'x' })
  const inbox = await cli('sandbox', 'inbox', 'open', id, '--open', '--json')
  expect(inbox.json()).toEqual({ url: `${server.origin}/sandbox/mail/${id}` })
})

test('--open shows the message in light, dark and on a phone, and its text', async () => {
  const opened = await cli('campaigns', 'preview', campaign, '--open', '--lang', 'es', '--json')
  const page = readFileSync(fileURLToPath(opened.json().url), 'utf8')
  expect(page.match(/<h2>[^<]*/g)).toEqual([
    ...['<h2>Claro', '<h2>Oscuro', '<h2>Móvil', '<h2>Parte de texto'],
  ])
  expect(page).toMatch(
    /<h1>Ofertas de otoño<[\s\S]*La Tienda &lt;tienda@example\.org&gt;[\s\S]*Solo hoy/,
  )
  expect(page).toMatch(/<pre [^>]*>[^<]*Ver las ofertas/)
})

test('--client shows the message by the rules of a mail program, and what it ignores', async () => {
  const [list] = (await server.api('GET', '/lists')).body
  const own = `<style>@media (prefers-color-scheme:dark){p{color:#fff}}</style>
<p style="position:absolute;max-width:9px">Hola</p><!--[if mso]><b>Solo Word</b><![endif]-->`
  const about = { ...campaignOf(list.id, { html: own }), from_mail: 'tienda@example.org' }
  const { body } = await server.api('POST', '/campaigns', about)
  const preview = (...argv: string[]) => cli('campaigns', 'preview', String(body.id), ...argv)
  const gmail = (await preview('--client', 'gmail', '--json')).json()
  expect(gmail).toMatchObject({
    client: 'gmail',
    bytes: expect.any(Number),
    note: expect.stringContaining('not Gmail'),
    changes: expect.arrayContaining([
      {
        ...{ code: 'property_ignored', subject: 'position', element: '<p>', count: 1 },
        ...{ line: expect.any(Number), message: 'position is ignored.' },
      },
    ]),
    html: expect.stringContaining('<p style="max-width:9px">Hola</p>'),
  })
  expect(gmail.html).not.toContain('prefers-color-scheme')
  const outlook = await preview('--client', 'outlook', '--format', 'html')
  expect(outlook.stdout).toMatch(/<p style="">Hola<\/p> +<b>Solo Word<\/b>/)
  const table = await cli.with({ terminal: { columns: 100 }, env })(
    ...['campaigns', 'preview', String(body.id), '--client', 'outlook', '--lang', 'es'],
  )
  expect(table.stdout).toMatch(/No es Outlook/)
  expect(table.stdout).toMatch(/^\s*\d+\s+<p>\s+Se ignora max-width\.\s+1/m)
  const page = (await preview('--client', 'outlook', '--open', '--json')).json().url
  expect(readFileSync(fileURLToPath(page), 'utf8')).toMatch(
    /<h2>Outlook for Windows<[\s\S]*This is not Outlook[\s\S]*max-width is ignored/,
  )
})

test('a received message is shown as text, with its attachments', async () => {
  const id = await receive({
    from: '"Peña & Co" <ventas@shop.example>',
    subject: 'Tu factura nº 7 ☀',
    text: `Añade esto: ${'palabra '.repeat(20)}`,
    attachments: [{ filename: 'factura nº 7.pdf', content: Buffer.alloc(2048) }],
  })
  const { stdout } = await inTerminal('sandbox', 'inbox', 'open', id)
  expect(stdout).toMatch(/^From +Peña & Co <ventas@shop\.example>$/m)
  expect(stdout).toMatch(/^Subject +Tu factura nº 7 ☀$/m)
  expect(stdout).toMatch(/^Attachments +factura nº 7\.pdf \(2(\.0\d)? kB\)$/m)
  expect(stdout).toMatch(/^Añade esto: palabra/m)
  expect(Math.max(...stdout.split('\n').map(displayWidth))).toBeLessThanOrEqual(60)
  const data = await cli('sandbox', 'inbox', 'open', id, '--json')
  expect(data.json()).toMatchObject({
    subject: 'Tu factura nº 7 ☀',
    attachments: [{ filename: 'factura nº 7.pdf', type: 'application/pdf', bytes: 2048 }],
  })
})

test('HTML without a text part is shown as text, in whatever charset it came', async () => {
  const body = Buffer.from('<p>Año nuevo: <a href="https://shop.example/x">mira</a></p>', 'latin1')
  const head = 'From: a@shop.example\r\nSubject: =?iso-8859-1?Q?A=F1o?=\r\n'
  const type =
    'Content-Type: text/html; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\n'
  const raw = Buffer.concat([Buffer.from(head + type), body])
  const id = await receive({ raw, envelope: { from: 'a@shop.example', to: 'x@correo.example' } })
  const { stdout } = await inTerminal('sandbox', 'inbox', 'open', id)
  expect(stdout).toMatch(/^Subject +Año$/m)
  expect(stdout).toContain('Año nuevo: mira (https://shop.example/x)')
  const part = await cli('sandbox', 'inbox', 'open', id, '--format', 'html')
  expect(part.stdout.trim()).toBe('<p>Año nuevo: <a href="https://shop.example/x">mira</a></p>')
})

test('a hostile message cannot control the terminal, and a file gets it unchanged', async () => {
  const hostile = '<p>\x1b]52;c;ZXZpbA==\x07\x1b[2Jhola\x9b31m</p>'
  const id = await receive({ subject: 'a\x1b[2Jb', text: '\x1b[2J\x1b]0;x\x07hola', html: hostile })
  for (const format of [[], ['--format', 'text'], ['--format', 'html'], ['--format', 'headers']]) {
    const { stdout } = await inTerminal('sandbox', 'inbox', 'open', id, ...format)
    expect(stdout.replace(/\x1b\[\d*m/g, '')).not.toMatch(/[\x1b\x07\x9b]/)
  }
  const file = await cli('sandbox', 'inbox', 'open', id, '--format', 'html')
  expect(file.stdout).toContain('\x1b]52;c;')
})

test('a part that is missing is said, and a server without sources still shows its text', async () => {
  const id = await receive({ subject: 'Solo texto', text: 'Hola' })
  const none = await cli('sandbox', 'inbox', 'open', id, '--format', 'html')
  expect([none.stdout, none.code]).toEqual(['', 0])
  expect(none.stderr).toContain('The message has no HTML.')

  const foreign = await startForeignServer()
  foreign.respond('GET /campaigns/7/preview', { body: { asunto: 'Hi', html: '<p>Bye</p>' } })
  const other = remite({ url: foreign.url, token: 'token' }).with({ terminal, env })
  const shown = await other('campaigns', 'preview', '7')
  expect(shown.stdout).toMatch(/^Subject +Hi\n\nBye$/m)
  expect((await other('campaigns', 'preview', '7', '--format', 'html')).stdout).toContain('<p>Bye')
  await foreign.close()
})
