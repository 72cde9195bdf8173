import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { newFolder } from '../support/folder.ts'
import { parseMessage, type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let sink: Sink
let server: TestService
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function start(): Promise<number> {
  sink = await startSink()
  open.push(() => sink.stop())
  server = await startService({ workers: true, settings: { smtpUrl: sink.url } })
  open.push(() => server.close())
  await addSender(server)
  return addList(server, ['ana@correo.example', 'eva@correo.example'])
}

const file = (filename: string, content: string | Buffer = 'hola', more: object = {}) => ({
  filename,
  content_type: 'application/pdf',
  content: Buffer.from(content).toString('base64'),
  ...more,
})

const create = (list: number, attachments: readonly object[], more: object = {}) =>
  server.api('POST', '/campaigns', campaignOf(list, { attachments, ...more }))

/** All byte values, in a length that needs base64 padding. */
const bytes = Buffer.from(Array.from({ length: 4099 }, (_, index) => index % 256))

test('files are attached to every message, byte for byte and under their own names', async () => {
  const list = await start()
  const names = ['tarifa.pdf', 'Catálogo "nº 1" – año 2027.pdf', `${'ñ'.repeat(120)}.pdf`]
  // A name with quotation marks is refused, because Windows file systems do not allow them.
  const { body: refused } = await create(list, [file(names[1] ?? '')])
  expect(refused.errors).toMatchObject([{ field: 'attachments.0.filename', code: 'bad_pattern' }])
  names[1] = 'Catálogo (nº 1)  – año 2027’s.pdf'
  const { body } = await create(
    list,
    names.map((name) => file(name, bytes)),
  )
  await untilStatus(server, body.id, 'sent')
  expect(sink.messages()).toHaveLength(2)
  for (const { raw } of sink.messages()) {
    for (const line of raw.toString('latin1').split('\r\n')) expect(line.length).toBeLessThan(999)
    const { attachments, html, text } = await parseMessage(raw)
    expect([html, text]).toEqual([expect.stringContaining('Hola'), expect.stringContaining('Hola')])
    expect(attachments.map(({ filename }) => filename)).toEqual(names)
    for (const { content, mimeType, disposition } of attachments) {
      expect([mimeType, disposition]).toEqual(['application/pdf', 'attachment'])
      expect(Buffer.from(content as ArrayBuffer).equals(bytes)).toBe(true)
    }
  }
})

test('a campaign lists its attachments, copies them when duplicated, and removes them', async () => {
  const list = await start()
  const { body } = await create(list, [file('a.pdf', bytes)], { draft: true })
  const shown = async (id: number) => (await server.api('GET', `/campaigns/${id}`)).body.attachments
  const expected = [{ filename: 'a.pdf', content_type: 'application/pdf', bytes: bytes.length }]
  expect(await shown(body.id)).toEqual(expected)
  const copy = (await server.api('POST', `/campaigns/${body.id}/duplicate`, {})).body.id
  await server.api('PUT', `/campaigns/${body.id}`, { asunto: 'Otro' })
  expect(await shown(body.id)).toEqual(expected)
  await server.api('PUT', `/campaigns/${body.id}`, { attachments: [] })
  expect([await shown(body.id), await shown(copy)]).toEqual([[], expected])
  const { mime } = (await server.api('GET', `/campaigns/${copy}/preview?format=mime`)).body
  expect((await parseMessage(Buffer.from(mime))).attachments).toHaveLength(1)
})

test('a name that is a path, a trick or a header injection is refused', async () => {
  const list = await start()
  const wrong: [string, string][] = [
    ['../../etc/passwd', 'bad_pattern'],
    ['C:\\tarifa.pdf', 'bad_pattern'],
    ['..', 'bad_pattern'],
    ['.bashrc', 'bad_pattern'],
    ['tarifa.exe.', 'bad_pattern'],
    ['tarifa\u202Efdp.pdf', 'control_character'],
    ['tari\u0007fa.pdf', 'control_character'],
    ['a.pdf\r\nBcc: otro@correo.example', 'header_break'],
    [`${'ñ'.repeat(200)}.pdf`, 'too_long'],
    ['factura.pdf.EXE', 'file_type_refused'],
    ['factura.js', 'file_type_refused'],
  ]
  for (const [name, code] of wrong) {
    const { status, body } = await create(list, [file(name)])
    expect([status, body.errors?.map((error: { code: string }) => error.code)], name).toEqual([
      422,
      [code],
    ])
  }
  const types = ['message/rfc822', 'multipart/mixed', 'text/html\r\nX: y', 'text']
  for (const content_type of types) {
    expect((await create(list, [file('a.txt', 'x', { content_type })])).status).toBe(422)
  }
  const twice = await create(list, [file('a.pdf'), file('A.PDF')])
  expect(twice.body.errors).toMatchObject([{ field: 'attachments.1.filename', code: 'duplicate' }])
  const { body: none } = await server.api('GET', '/campaigns')
  expect(none).toEqual([])
})

test('too many or too large attachments are refused, and nothing is stored', async () => {
  const list = await start()
  const large = (name: string) => file(name, Buffer.alloc(2 * 1024 * 1024, 1))
  const { body } = await create(list, ['a.pdf', 'b.pdf', 'c.pdf'].map(large))
  expect(body.errors).toMatchObject([{ field: 'attachments', code: 'too_large' }])
  const many = Array.from({ length: 11 }, (_, index) => file(`${index}.pdf`))
  expect((await create(list, many)).body.errors).toMatchObject([{ code: 'too_many' }])
  const empty = await create(list, [file('a.pdf', '')])
  expect(empty.body.errors).toMatchObject([{ field: 'attachments.0.content', code: 'required' }])
  const damaged = await create(list, [file('a.pdf', 'x', { content: 'no base64!' })])
  expect(damaged.status).toBe(422)
  expect((await server.api('GET', '/campaigns')).body).toEqual([])
})

test('files are attached by path, with the type of their extension', async () => {
  const list = await start()
  const folder = newFolder()
  const paths = ['tarifa.PDF', 'Año 2027.xyz'].map((name) => join(folder, name))
  for (const path of paths) writeFileSync(path, bytes)
  const args = ['--name', 'Con archivos', '--subject', 'Hola', '--html', '-']
  const to = ['--from-mail', 'hola@tienda.example', '--list', String(list), '--draft']
  const attach = paths.flatMap((path) => ['--attach', path])
  const run = (...more: string[]) =>
    remite(server).with({ stdin: '<p>Hola</p>' })(
      ...['campaigns', 'create', ...args, ...to, ...more, '--json'],
    )
  const { code, stdout } = await run(...attach)
  expect(code).toBe(0)
  const { body } = await server.api('GET', `/campaigns/${JSON.parse(stdout).id}`)
  expect(body.attachments).toEqual([
    { filename: 'tarifa.PDF', content_type: 'application/pdf', bytes: bytes.length },
    { filename: 'Año 2027.xyz', content_type: 'application/octet-stream', bytes: bytes.length },
  ])
  const missing = await run('--attach', join(folder, 'nada.pdf'))
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('nada.pdf')])
})
