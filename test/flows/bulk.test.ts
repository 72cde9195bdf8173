import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSender } from '../support/campaign-fixtures.ts'
import { jobsAt } from '../support/jobs.ts'
import { remite } from '../support/remite.ts'
import { runJobs } from '../support/run-jobs.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
  // Without a verified sender, opt-in mail waits.
  await addSender(server)
})
afterAll(() => server.close())

let lists = 0
const newList = async (more: object = {}): Promise<number> =>
  (await server.api('POST', '/lists', { name: `List ${++lists}`, ...more })).body.id

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ email: `p${n}@correo.example` }))

async function listOf(contacts: readonly object[], more: object = {}): Promise<number> {
  const list = await newList(more)
  for (let start = 0; start < contacts.length; start += 5000) {
    const some = contacts.slice(start, start + 5000)
    const { status } = await server.api('POST', `/lists/${list}/contacts`, { contacts: some })
    expect(status).toBe(200)
  }
  return list
}

const bulk = (list: number, body: object) =>
  server.api('POST', `/lists/${list}/contacts/bulk`, body)

const get = async (list: number, contact: string) =>
  (await server.api('GET', `/lists/${list}/contacts/${contact}`)).body

const emailsOf = async (list: number): Promise<string[]> =>
  (await server.api('GET', `/lists/${list}/contacts?limit=500`)).body.map(
    ({ email }: { email: string }) => email,
  )

const jobOf = (list: number, job: number) => jobsAt(server).get(list, job)

const countOf = async (list: number): Promise<number> =>
  (await server.api('GET', `/lists/${list}`)).body.contacts

const used = async (): Promise<number> => {
  const { contacts_used } = await server.service.db
    .selectFrom('accounts')
    .select('contacts_used')
    .where('id', '=', server.accountId)
    .executeTakeFirstOrThrow()
  return contacts_used
}

test('named contacts get a tag, by id and address, and those who have it are skipped', async () => {
  const list = await listOf([{ email: 'ana@correo.example', tags: ['vip'] }, ...people(2)])
  const { id } = await get(list, 'p0@correo.example')
  const contacts = ['ANA@correo.example', id, 'p1@correo.example', 'nobody@correo.example']
  const { status, body } = await bulk(list, { action: 'add_tag', tag: 'vip', contacts })
  expect([status, body]).toEqual([200, { ok: true, done: 2, skipped: 2 }])
  expect((await get(list, 'p0@correo.example')).tags).toEqual(['vip'])
  const again = await bulk(list, { action: 'remove_tag', tag: 'vip', filter: { tag: 'vip' } })
  expect(again.body).toEqual({ ok: true, done: 3, skipped: 0 })
  expect((await get(list, 'ana@correo.example')).tags).toEqual([])
})

test('a filter selects by status, text and tag, and an empty filter selects everybody', async () => {
  const list = await listOf([
    { email: 'eva@correo.example', nombre: 'Eva', tags: ['a'] },
    { email: 'leo@correo.example', nombre: 'Évaristo', tags: ['b'] },
    { email: 'mar@correo.example' },
  ])
  const tag = async (filter: object, name: string) =>
    (await bulk(list, { action: 'add_tag', tag: name, filter })).body.done
  expect(await tag({ q: 'eva' }, 'by-text')).toBe(2)
  expect(await tag({ tag: 'a' }, 'by-tag')).toBe(1)
  await bulk(list, { action: 'unsubscribe', contacts: ['mar@correo.example'] })
  expect(await tag({ status: 'unsubscribed' }, 'by-state')).toBe(1)
  expect(await tag({}, 'all')).toBe(3)
  expect((await get(list, 'eva@correo.example')).tags).toEqual(['a', 'all', 'by-tag', 'by-text'])
})

test('a segment works as a filter, and one of another account is refused', async () => {
  const list = await listOf(people(3))
  const rules = [{ field: 'email', operator: 'starts_with', value: 'p1' }]
  const segment = await server.api('POST', '/segments', {
    name: 'Ones',
    list_id: list,
    conditions: { op: 'and', rules },
  })
  expect(segment.status).toBe(200)
  const filter = { segment_id: segment.body.id }
  expect((await bulk(list, { action: 'delete', filter })).body.done).toBe(1)
  expect(await emailsOf(list)).toEqual(['p0@correo.example', 'p2@correo.example'])
  const { status, body } = await bulk(list, { action: 'delete', filter: { segment_id: 987654 } })
  expect([status, body.errors[0].code]).toEqual([422, 'unknown_id'])
})

test('a field is set and cleared, and an invalid value is refused before any change', async () => {
  const list = await listOf(people(2))
  await server.api('POST', `/lists/${list}/fields`, { name: 'Age', type: 'number' })
  const set = (field: string, value: unknown) =>
    bulk(list, { action: 'set_field', field, value, filter: {} })
  expect((await set('age', '42')).body).toEqual({ ok: true, done: 2, skipped: 0 })
  expect((await get(list, 'p1@correo.example')).customFields[0].value).toBe('42')
  const wrong = await set('age', 'old')
  expect([wrong.status, wrong.body.errors[0]]).toMatchObject([
    422,
    { field: 'value', code: 'bad_number' },
  ])
  expect((await set('height', 1)).body.errors[0]).toMatchObject({
    field: 'field',
    code: 'unknown_field',
  })
  expect((await set('age', null)).body.done).toBe(2)
  expect((await get(list, 'p0@correo.example')).customFields[0].value).toBe('')
})

test('a bulk unsubscribe suppresses the contacts and emits an event for each', async () => {
  const list = await listOf(people(3))
  const body = { action: 'unsubscribe', contacts: ['p0@correo.example', 'p1@correo.example'] }
  expect((await bulk(list, body)).body).toEqual({ ok: true, done: 2, skipped: 0 })
  expect((await bulk(list, body)).body).toEqual({ ok: true, done: 0, skipped: 2 })
  const shown = await server.api('GET', `/lists/${list}/contacts/p0@correo.example?export=gdpr`)
  expect(shown.body).toMatchObject({
    status: 'unsubscribed',
    suppressed: true,
    history: expect.arrayContaining([expect.objectContaining({ type: 'unsubscribe' })]),
  })
  const events = await server.service.db
    .selectFrom('events')
    .select('payload')
    .where('type', '=', 'contact.unsubscribe')
    .execute()
  const payloads = events.map(({ payload }) => JSON.parse(payload))
  expect(payloads.filter(({ list_id }) => list_id === list)).toHaveLength(2)
})

test('a bulk delete frees the contact quota', async () => {
  const list = await listOf(people(3))
  const before = await used()
  const { body } = await bulk(list, { action: 'delete', contacts: ['p0@correo.example'] })
  expect([body.done, await used(), await countOf(list)]).toEqual([1, before - 1, 2])
})

test('a move takes tags, history and values of matching fields along, and drops other values', async () => {
  const from = await newList()
  const to = await newList()
  for (const [list, type] of [
    [from, 'text'],
    [to, 'number'],
  ] as const) {
    await server.api('POST', `/lists/${list}/fields`, { name: 'City', type: 'text' })
    await server.api('POST', `/lists/${list}/fields`, { name: 'Code', type })
  }
  await server.api('POST', `/lists/${to}/fields`, { name: 'Plan', type: 'text', default: 'free' })
  const added = await server.api('POST', `/lists/${from}/contacts`, {
    email: 'ana@correo.example',
    nombre: 'Ana',
    customFields: { city: 'Lugo', code: '7' },
    tags: ['vip'],
  })
  const before = await used()
  const { body } = await bulk(from, {
    action: 'move',
    to_list_id: String(to),
    contacts: ['ana@correo.example'],
  })
  expect(body).toEqual({ ok: true, done: 1, skipped: 0 })
  expect(await get(to, 'ana@correo.example')).toMatchObject({
    id: added.body.id,
    nombre: 'Ana',
    status: 'active',
    tags: ['vip'],
    customFields: [
      { name: 'City', value: 'Lugo' },
      { name: 'Code', value: '' },
      { name: 'Plan', value: 'free' },
    ],
  })
  expect([await countOf(from), await used()]).toEqual([0, before])
})

test('a copy keeps the original, skips existing and suppressed contacts, and respects the quota', async () => {
  const from = await listOf(people(4))
  const to = await listOf([{ email: 'p0@correo.example', nombre: 'There' }, people(2)[1] ?? {}])
  const left = `/lists/${to}/contacts/p1@correo.example`
  await server.api('PUT', left, { status: 'unsubscribed' })
  await server.api('DELETE', left)
  const before = await used()
  const copy = () => bulk(from, { action: 'copy', to_list_id: to, filter: {} })
  await server.service.db
    .updateTable('accounts')
    .set({ contacts_max: before + 1 })
    .execute()
  expect((await copy()).status).toBe(403)
  expect(await countOf(to)).toBe(1)
  await server.service.db.updateTable('accounts').set({ contacts_max: 2_000_000 }).execute()
  expect((await copy()).body).toEqual({ ok: true, done: 2, skipped: 2 })
  expect(await emailsOf(to)).toEqual([
    'p0@correo.example',
    'p2@correo.example',
    'p3@correo.example',
  ])
  expect((await get(to, 'p0@correo.example')).nombre).toBe('There')
  expect([await countOf(from), await used()]).toEqual([4, before + 2])
})

test('a double opt-in list asks moved contacts for consent, and nobody becomes active again', async () => {
  const from = await listOf(people(2))
  await bulk(from, { action: 'unsubscribe', contacts: ['p1@correo.example'] })
  const to = await newList({ double_optin: true })
  expect((await bulk(from, { action: 'copy', to_list_id: to, filter: {} })).body.done).toBe(2)
  expect((await get(to, 'p0@correo.example')).status).toBe('unconfirmed')
  expect((await get(to, 'p1@correo.example')).status).toBe('unsubscribed')
  const mails = await server.service.db
    .selectFrom('messages')
    .select('to_mail')
    .where('kind', '=', 'optin')
    .execute()
  expect(mails.map(({ to_mail }) => to_mail)).toEqual(['p0@correo.example'])
})

test('contacts without a required field of the target list are not moved', async () => {
  const from = await listOf(people(1))
  const to = await newList()
  await server.api('POST', `/lists/${to}/fields`, { name: 'City', type: 'text', required: true })
  const { body } = await bulk(from, { action: 'move', to_list_id: to, filter: {} })
  expect(body).toEqual({ ok: true, done: 0, skipped: 1 })
  expect(await countOf(from)).toBe(1)
})

test('more than a thousand contacts become a job that handles each once and ignores later ones', async () => {
  const list = await listOf(people(2500))
  const { status, body } = await bulk(list, { action: 'add_tag', tag: 'old', filter: {} })
  expect(status).toBe(202)
  await server.api('POST', `/lists/${list}/contacts`, { email: 'late@correo.example' })
  await runJobs(server)
  expect(await jobOf(list, body.job_id)).toMatchObject({
    status: 'done',
    total: 2500,
    processed: 2500,
    updated: 2500,
    skipped: 0,
  })
  expect((await get(list, 'p2499@correo.example')).tags).toEqual(['old'])
  expect((await get(list, 'late@correo.example')).tags).toEqual([])
})

test('an interrupted bulk job continues after its last slice', async () => {
  const from = await listOf(people(3200))
  const to = await newList()
  const { body } = await bulk(from, { action: 'copy', to_list_id: to, filter: {} })
  const stop = new AbortController()
  const { service } = server
  const wake = service.wake
  service.wake = () => stop.abort()
  await runJobs(server, stop.signal)
  service.wake = wake
  expect(await jobOf(from, body.job_id)).toMatchObject({ status: 'waiting', processed: 1000 })
  expect(await countOf(to)).toBe(1000)
  await runJobs(server)
  expect(await jobOf(from, body.job_id)).toMatchObject({
    status: 'done',
    updated: 3200,
    skipped: 0,
  })
  expect(await countOf(to)).toBe(3200)
})

test('a bulk job fails when its target list is deleted meanwhile', async () => {
  const from = await listOf(people(1001))
  const to = await newList()
  const { body } = await bulk(from, { action: 'move', to_list_id: to, filter: {} })
  await server.api('DELETE', `/lists/${to}`)
  await runJobs(server)
  expect(await jobOf(from, body.job_id)).toMatchObject({ status: 'failed', error: 'invalid' })
  expect(await countOf(from)).toBe(1001)
})

test('a bulk request with nobody, with duplicates or with unusable parameters is refused', async () => {
  const list = await listOf(people(1))
  const errorsOf = async (body: object) => {
    const answer = await bulk(list, body)
    expect(answer.status).toBe(422)
    return answer.body.errors.map(({ field, code }: { field: string; code: string }) => [
      field,
      code,
    ])
  }
  const contacts = ['p0@correo.example']
  expect(await errorsOf({ action: 'delete' })).toEqual([['contacts', 'required']])
  expect(await errorsOf({ action: 'delete', contacts, filter: {} })).toEqual([
    ['filter', 'not_together'],
  ])
  expect(await errorsOf({ action: 'delete', filter: {}, tag: 'vip' })).toEqual([
    ['tag', 'not_together'],
  ])
  expect(await errorsOf({ action: 'set_field', contacts })).toEqual([
    ['field', 'required'],
    ['value', 'required'],
  ])
  expect(await errorsOf({ action: 'move', contacts, to_list_id: 99_999 })).toEqual([
    ['to_list_id', 'unknown_id'],
  ])
  expect(await countOf(list)).toBe(1)
})

test('lists and targets of another account are not found', async () => {
  const list = await listOf(people(1))
  const otherAccount = await server.other()
  const path = `/lists/${list}/contacts/bulk`
  expect((await otherAccount.api('POST', path, { action: 'delete', filter: {} })).status).toBe(404)
  const theirs = (await otherAccount.api('POST', '/lists', { name: 'Theirs' })).body.id
  const { body } = await bulk(list, { action: 'copy', to_list_id: theirs, filter: {} })
  expect(body.errors[0]).toMatchObject({ field: 'to_list_id', code: 'unknown_id' })
})

test('the command states the maximum number of contacts, asks, and refuses an empty selection', async () => {
  const cli = remite(server)
  const list = String(await listOf(people(3)))
  const run = (...args: string[]) => cli('contacts', 'bulk', ...args, '--list', list)
  expect((await run('delete')).code).toBe(2)
  expect((await run('delete', '--everyone', '--status', 'active')).code).toBe(2)
  const unconfirmed = await run('delete', '--status', 'active')
  expect([unconfirmed.code, unconfirmed.stderr]).toEqual([7, expect.stringContaining('at most 3')])
  const tagged = await run(
    'add_tag',
    '--tag',
    'vip',
    '--contact',
    'p0@correo.example',
    '--yes',
    '--json',
  )
  expect([tagged.code, tagged.json()]).toEqual([0, { ok: true, done: 1, skipped: 0 }])
  const fed = await cli.with({ stdin: 'p1@correo.example\n\np2@correo.example\r\n' })(
    ...['contacts', 'bulk', 'delete', '--list', list, '--file', '-', '--yes', '-o', 'tsv'],
  )
  expect([fed.code, fed.stderr]).toEqual([0, ''])
  expect(await emailsOf(Number(list))).toEqual(['p0@correo.example'])
})

test('the command follows a bulk job to its end', async () => {
  const cli = remite(server)
  const list = await listOf(people(1200))
  const args = ['add_tag', '--tag', 'x', '--everyone', '--list', String(list)]
  const { name } = (await server.api('GET', `/lists/${list}`)).body
  const waiting = cli('contacts', 'bulk', ...args, '--confirm', name, '--wait', '--json')
  await waitFor(async () => (await server.api('GET', `/lists/${list}/jobs`)).body.length === 1)
  await runJobs(server)
  const { code, stdout } = await waiting
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { status: 'done', updated: 1200 }])
})
