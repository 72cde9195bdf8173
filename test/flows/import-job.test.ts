import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createConnection } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiPrefix } from '../../src/service/app.ts'
import { addSender } from '../support/campaign-fixtures.ts'
import { jobsAt } from '../support/jobs.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let server: TestService
let jobs: ReturnType<typeof jobsAt>
beforeAll(async () => {
  server = await startService({ workers: true })
  // Without a verified sender, opt-in mail waits.
  await addSender(server)
  jobs = jobsAt(server)
})
afterAll(() => server.close())

const people = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, n) => `p${from + n}@example.org,Person ${from + n}\n`).join('')

const uploads = () =>
  server.service.db.selectFrom('uploads').select(['job_id', 'position']).execute()

const allJobs = () => server.service.db.selectFrom('jobs').select(['id', 'status']).execute()

test('a file is imported as a job; rejects come back as CSV, are corrected and imported', async () => {
  const list = await jobs.newList('Job')
  const field = { name: 'Talla', type: 'dropdown', options: ['S', 'M'] }
  await server.api('POST', `/lists/${list}/fields`, field)
  const rows = [
    'Correo;Nombre;Apellidos;Talla;Nota',
    'ana@example.org;Ana;Núñez;m;"a;b"',
    'nobody;No;Body;;=1+1',
    'leo@example.org;Leo;;XL;',
    'ANA@example.org;;;S;',
  ]
  const job = await jobs.importFile(list, rows.join('\n'))
  expect(job).toMatchObject({ kind: 'import', status: 'done', error: null, total: 4, processed: 4 })
  expect(job).toMatchObject({ created: 1, updated: 0, skipped: 0, failed: 2 })
  expect(job.found).toEqual({ duplicates: 1 })
  expect(await jobs.contacts(list)).toMatchObject([
    { nombre: 'Ana Núñez', customFields: [{ value: 'S' }] },
  ])
  const errors = await jobs.errors(list, job.id)
  expect(errors).toContain('Correo;Nombre;Apellidos;Talla;Nota;line;error_code;error_message\r\n')
  expect(errors).toContain(
    'nobody;No;Body;;=1+1;3;bad_email;“nobody” is not a valid email address\r\n',
  )
  expect(errors).toMatch(/leo@example\.org;Leo;;XL;;4;not_a_choice;/)
  const mended = errors.replaceAll('nobody;', 'nobody@example.org;').replace('XL', 'M')
  const again = await jobs.importFile(list, mended)
  expect(again).toMatchObject({ status: 'done', created: 2, failed: 0 })
  await waitFor(async () => (await uploads()).length === 0)
})

test('reasons are in the requested language', async () => {
  const list = await jobs.newList('Idioma')
  const { id } = await jobs.importFile(list, 'email\nnobody\n')
  const { body } = await server.api('GET', `/lists/${list}/jobs/${id}/errors`, undefined, {
    'accept-language': 'es',
  })
  expect(body).toContain('«nobody» no es una dirección de correo')
})

test('an obviously unusable file is refused and leaves no job', async () => {
  const list = await jobs.newList('Bad')
  const before = (await allJobs()).length
  const refused: [string, string, string][] = [
    ['', '', 'file_empty'],
    ['name,city\nAna,Vigo\n', '', 'no_email_column'],
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', '', 'file_not_text'],
    ['email,mail\na@example.org,b@example.org\n', '', 'file_unclear'],
    ['email\na@example.org\n', '?map=Correo%3Demail', 'file_unclear'],
    ['email\na@example.org\n', '?sheet=One', 'file_unclear'],
    ['email\na@example.org\n', '?mode=replace', 'invalid'],
  ]
  for (const [content, query, code] of refused) {
    const { status, body } = await jobs.send(list, content, query)
    expect([status, body.code], `${query} ${content}`).toEqual([422, code])
  }
  const twice = await jobs.send(list, 'email,mail\na@example.org,b@example.org\n')
  expect(twice.body.detail).toContain('“email” and “mail” both map to email')
  const asJson = await server.api('POST', `/lists/${list}/import`, { contacts: [] })
  expect([asJson.status, asJson.body.code]).toEqual([415, 'unsupported_media_type'])
  expect((await allJobs()).length).toBe(before)
  await waitFor(async () => (await uploads()).length === 0)
})

test('a file is fetched from a URL, and problems with the URL are reported', async () => {
  const list = await jobs.newList('Fetched')
  const shop = createServer((request, response) => {
    const cut = () => setTimeout(() => response.destroy(), 50)
    if (request.url === '/clients.csv') response.end(`email,nombre\n${people(1200)}`)
    else if (request.url === '/cut.csv') response.write(`email,nombre\n${people(20_000)}`, cut)
    else response.writeHead(404).end('Nothing here')
  }).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const { port } = shop.address() as AddressInfo // An object, because the server listens on a port.
  const from = (url: string) => jobs.send(list, '', `?url=${encodeURIComponent(url)}`)
  const { status, body } = await from(`http://127.0.0.1:${port}/clients.csv`)
  expect(status).toBe(202)
  expect(await jobs.ended(list, body.job_id)).toMatchObject({ status: 'done', created: 1200 })
  const reasons = {
    [`http://127.0.0.1:${port}/none.csv`]: 'HTTP 404',
    [`http://127.0.0.1:${port}/cut.csv`]: 'broken_off',
    'http://127.0.0.1:1/clients.csv': 'refused',
  }
  for (const [url, reason] of Object.entries(reasons)) {
    const { status, body } = await from(url)
    expect([status, body.errors]).toMatchObject([422, [{ field: 'url', code: 'not_fetched' }]])
    expect(body.errors[0].message).toContain(reason)
  }
  const cli = remite(server)
  const fetched = await cli(
    'lists',
    'import',
    `http://127.0.0.1:${port}/clients.csv`,
    '--list',
    'Fetched',
    '--json',
  )
  expect(fetched.json()).toMatchObject({ rows: 1200, updated: 1200, rejected: 0 })
  const none = await cli(
    'lists',
    'import',
    `http://127.0.0.1:${port}/none.csv`,
    '--list',
    'Fetched',
  )
  expect([none.code, none.stderr]).toEqual([6, expect.stringContaining('HTTP 404')])
  shop.close().closeAllConnections()
  await waitFor(async () => (await uploads()).length === 0)
})

test('jobs of another account are not found, and its lists cannot be imported into', async () => {
  const list = await jobs.newList('Mine')
  const { id } = await jobs.importFile(list, 'email\na@example.org\n')
  const otherAccount = await server.other()
  const otherList = (await otherAccount.api('POST', '/lists', { name: 'Theirs' })).body.id
  for (const listId of [list, otherList]) {
    expect((await otherAccount.api('GET', `/lists/${listId}/jobs/${id}`)).status).toBe(404)
    expect((await otherAccount.api('GET', `/lists/${listId}/jobs/${id}/errors`)).status).toBe(404)
    expect((await otherAccount.api('DELETE', `/lists/${listId}/jobs/${id}`)).status).toBe(404)
  }
  expect((await otherAccount.api('GET', `/lists/${list}/jobs`)).status).toBe(404)
  const foreign = await server.request(
    'POST',
    `${apiPrefix}/lists/${list}/import`,
    'email\nb@example.org\n',
    { authorization: `Bearer ${otherAccount.token}`, 'content-type': 'text/csv' },
  )
  expect(foreign.status).toBe(404)
})

test('each mode treats existing contacts as documented', async () => {
  const file =
    'email,nombre\nold@example.org,New name\nnew@example.org,New\nnew@example.org,Twice\n'
  const outcomes: Record<string, object> = {
    upsert: { created: 1, updated: 1, skipped: 0, failed: 0, found: { duplicates: 1 } },
    insert: { created: 1, updated: 0, skipped: 0, failed: 2, found: { duplicates: 0 } },
    skip: { created: 1, updated: 0, skipped: 1, failed: 0, found: { duplicates: 1 } },
  }
  for (const [mode, outcome] of Object.entries(outcomes)) {
    const list = await jobs.newList(`Mode ${mode}`)
    await server.api('POST', `/lists/${list}/contacts`, { email: 'old@example.org', nombre: 'Old' })
    expect(await jobs.importFile(list, file, `?mode=${mode}`), mode).toMatchObject(outcome)
    const names = (await jobs.contacts(list)).map(({ nombre }: { nombre: string }) => nombre)
    expect(names.sort()).toEqual(mode === 'upsert' ? ['New name', 'Twice'] : ['New', 'Old'])
  }
})

test('suppress mode adds no contacts and blocks those addresses', async () => {
  const list = await jobs.newList('Suppress')
  const job = await jobs.importFile(
    list,
    'email,nombre\nout@example.org,Out\nbad,Bad\nout@example.org,\n',
    '?mode=suppress',
  )
  expect(job).toMatchObject({ created: 1, failed: 1, found: { duplicates: 1 } })
  expect(await jobs.contacts(list)).toEqual([])
  const into = await jobs.importFile(list, 'email\nout@example.org\nin@example.org\n')
  expect(into).toMatchObject({ created: 1, failed: 1 })
  expect(await jobs.errors(list, into.id)).toContain('out@example.org,2,suppressed,')
})

test('an import never reactivates unsubscribed contacts, and asks new ones on double opt-in lists', async () => {
  const list = await jobs.newList('Asks', { double_optin: true })
  await server.api('POST', `/lists/${list}/contacts`, { email: 'gone@example.org' })
  const path = `/lists/${list}/contacts/gone@example.org`
  await server.api('PUT', path, { status: 'unsubscribed' })
  await jobs.importFile(list, 'email,nombre\ngone@example.org,Gone\nnew@example.org,New\n')
  expect((await server.api('GET', path)).body).toMatchObject({
    status: 'unsubscribed',
    nombre: 'Gone',
  })
  const { status } = (await server.api('GET', `/lists/${list}/contacts/new@example.org`)).body
  expect(status).toBe('unconfirmed')
  const mails = await server.service.db
    .selectFrom('messages')
    .select('kind')
    .where('to_mail', '=', 'new@example.org')
    .execute()
  expect(mails).toEqual([{ kind: 'optin' }])
})

test('a dry run counts and refuses like the import and writes nothing', async () => {
  const list = await jobs.newList('Dry')
  await server.api('POST', `/lists/${list}/contacts`, { email: 'p0@example.org' })
  const file = `email,nombre\n${people(1500)}nobody,No\n`
  const dry = await jobs.importFile(list, file, '?dry_run=1')
  expect(dry).toMatchObject({ dry_run: true, created: 1499, updated: 1, failed: 1, total: 1501 })
  expect(await jobs.contacts(list)).toHaveLength(1)
  expect(await jobs.errors(list, dry.id)).toContain('nobody,No,1502,bad_email')
  const { used } = await server.service.db
    .selectFrom('accounts')
    .select('contacts_used as used')
    .where('id', '=', server.accountId)
    .executeTakeFirstOrThrow()
  const { count } = await server.service.db
    .selectFrom('contacts')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', server.accountId)
    .executeTakeFirstOrThrow()
  expect(Number(used)).toBe(Number(count))
})

test('a file stops when more than half of its first rows are refused', async () => {
  const list = await jobs.newList('Wrong')
  const bad = Array.from({ length: 501 }, (_, n) => `person ${n}\n`).join('')
  const good = people(1000).replaceAll(/,.*/g, '')
  const job = await jobs.importFile(list, `email\n${bad}${good}`)
  expect(job).toMatchObject({ status: 'failed', error: 'too_many_rejects', created: 0 })
  expect(await jobs.contacts(list)).toEqual([])
  expect((await jobs.errors(list, job.id)).trim().split('\r\n')).toHaveLength(502)
})

test('a file that turns invalid fails there, and earlier rows stay', async () => {
  const list = await jobs.newList('Middle')
  const good = Array.from({ length: 8000 }, (_, n) => `p${n}@example.org,${'x'.repeat(200)}\n`)
  const job = await jobs.importFile(list, `email,nombre\n${good.join('')}"${'x'.repeat(300_000)}`)
  expect(job).toMatchObject({ status: 'failed', error: 'file_not_table' })
  expect(job.created).toBeGreaterThan(0)
  const { contacts } = (await server.api('GET', `/lists/${list}`)).body
  expect(contacts).toBe(job.created)
})

test('an account at its limit fails the job, which keeps and counts the rows written before', async () => {
  const { db } = server.service
  const { contacts_used: used, contacts_max: max } = await db
    .selectFrom('accounts')
    .select(['contacts_used', 'contacts_max'])
    .where('id', '=', server.accountId)
    .executeTakeFirstOrThrow()
  const setMax = (contacts_max: number) =>
    db.updateTable('accounts').set({ contacts_max }).where('id', '=', server.accountId).execute()
  await setMax(used + 1200)
  const list = await jobs.newList('Full')
  const job = await jobs.importFile(list, `email,nombre\n${people(3000)}`)
  await setMax(max)
  expect(job).toMatchObject({ status: 'failed', error: 'quota_exceeded', created: 1000 })
  const { contacts } = (await server.api('GET', `/lists/${list}`)).body
  expect(contacts).toBe(1000)
})

test('two concurrent jobs both complete', async () => {
  const list = await jobs.newList('Two')
  const first = await jobs.send(list, `email,nombre\n${people(5000)}`)
  const second = await jobs.send(list, `email,nombre\n${people(5000, 2500)}`)
  const firstJob = await jobs.ended(list, first.body.job_id)
  const two = await jobs.ended(list, second.body.job_id)
  expect([firstJob.status, two.status]).toEqual(['done', 'done'])
  expect(firstJob.created + two.created).toBe(7500)
  expect(firstJob.updated + two.updated).toBe(2500)
})

test('the same key is the same import, and its file is imported once', async () => {
  const list = await jobs.newList('Key')
  const send = (content: string) =>
    jobs.send(list, content, '?mode=insert', { 'idempotency-key': 'one' })
  const first = await send('email\na@example.org\n')
  const again = await send('email\na@example.org\n')
  expect([again.status, again.body]).toEqual([202, first.body])
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  const mismatch = await send('email\na@example.org\nb@example.org\n')
  expect([mismatch.status, mismatch.body.code]).toEqual([422, 'idempotency_mismatch'])
  await jobs.ended(list, first.body.job_id)
  expect((await server.api('GET', `/lists/${list}/jobs`)).body).toHaveLength(1)
})

function postHead(list: number, length: number): string {
  return [
    `POST ${apiPrefix}/lists/${list}/import HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${server.token}`,
    'content-type: text/csv',
    `content-length: ${length}`,
    '\r\n',
  ].join('\r\n')
}

test('a file declared too large is refused before its upload', async () => {
  const list = await jobs.newList('Large')
  const socket = createConnection({ port: Number(new URL(server.origin).port) })
  socket.write(postHead(list, 600 * 1024 * 1024))
  const [answer] = await once(socket, 'data')
  socket.destroy()
  expect(String(answer)).toContain(' 413 ')
  expect(String(answer)).toContain('body_too_large')
})

test('an aborted upload leaves nothing behind', async () => {
  const list = await jobs.newList('Away')
  const socket = createConnection({ port: Number(new URL(server.origin).port) })
  socket.write(postHead(list, 10_000_000))
  socket.write(`email\n${'a'.repeat(1_000_000)}`)
  await waitFor(async () => (await uploads()).length > 0)
  expect((await server.api('GET', `/lists/${list}/jobs`)).body).toEqual([])
  socket.destroy()
  await waitFor(async () => (await uploads()).length === 0)
  expect((await allJobs()).filter(({ status }) => status === 'uploading')).toEqual([])
})
