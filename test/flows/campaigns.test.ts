import { afterEach, expect, test } from 'vitest'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { parseMessage, startSink } from '../support/mail/smtp-sink.ts'
import { type StartOptions, startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let server: TestService
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function start(options: StartOptions = {}): Promise<number> {
  server = await startService(options)
  open.push(() => server.close())
  await addSender(server)
  return addList(server, ['ana@correo.example', 'eva@correo.example'])
}

const create = (body: object) => server.api('POST', '/campaigns', body)
const draft = async (list: number, more: object = {}): Promise<number> =>
  (await create(campaignOf(list, { draft: true, ...more }))).body.id
const get = async (id: number) => (await server.api('GET', `/campaigns/${id}`)).body

test('the payload of the specification queues a campaign at once', async () => {
  const list = await start()
  const { status, body } = await create({
    camp_name: 'Rebajas',
    asunto: 'Rebajas',
    html: '<p>Hola</p>',
    from_name: 'Tienda',
    from_mail: 'hola@tienda.example',
    list_id: [String(list)],
    track_reads: '1',
    track_links: 'true',
  })
  expect(status).toBe(200)
  expect(body).toEqual({ ok: true, id: body.id, status: 'queued' })
  expect(await get(body.id)).toMatchObject({
    camp_name: 'Rebajas',
    from_name: 'Tienda',
    list_id: [String(list)],
    track_reads: true,
    track_links: true,
    status: 'queued',
  })
})

test('a draft waits and a time schedules, in the account’s time zone unless one is given', async () => {
  const list = await start({ clock: testClock() })
  const drafted = await create(campaignOf(list, { draft: true, html: '' }))
  expect(drafted.body.status).toBe('draft')
  const scheduled = await create(campaignOf(list, { scheduled_at: '2027-03-05T09:00:00+01:00' }))
  expect(scheduled.body.status).toBe('scheduled')
  expect(await get(scheduled.body.id)).toMatchObject({
    scheduled_at: '2027-03-05T08:00:00.000Z',
    timezone: 'Europe/Madrid',
  })
  const zoned = await create(
    campaignOf(list, { scheduled_at: '2027-03-05T09:00:00Z', timezone: 'America/Bogota' }),
  )
  expect((await get(zoned.body.id)).timezone).toBe('America/Bogota')
})

test('a campaign that cannot be sent is refused with its own code, and nothing is stored', async () => {
  const list = await start({ clock: testClock() })
  const empty = await addList(server, [])
  const cases: [object, number, string, string?][] = [
    [{ from_mail: 'otra@tienda.example' }, 422, 'sender_not_verified'],
    [{ list_id: [empty] }, 422, 'audience_empty'],
    [{ exclude_list_id: [list], list_id: [empty] }, 422, 'audience_empty'],
    [{ html: '<p>{{ nombre </p>' }, 422, 'merge_tag_broken'],
    [{ asunto: '{% if %}' }, 422, 'merge_tag_broken'],
    [{ html: '' }, 422, 'invalid', 'html'],
    [{ list_id: [999_999] }, 422, 'invalid', 'list_id.0'],
    [{ exclude_list_id: [list] }, 422, 'invalid', 'exclude_list_id.0'],
    [{ scheduled_at: '2027-02-01T00:00:00Z' }, 422, 'invalid', 'scheduled_at'],
    [{ segment_id: 1 }, 422, 'invalid', 'segment_id'],
    [{ template_id: 1 }, 422, 'invalid', 'template_id'],
  ]
  for (const [more, status, code, field] of cases) {
    const answer = await create(campaignOf(list, more))
    expect([answer.status, answer.body.code], JSON.stringify(more)).toEqual([status, code])
    if (field !== undefined) expect(answer.body.errors[0].field).toBe(field)
  }
  expect((await server.api('GET', '/campaigns')).body).toEqual([])
})

test('the same idempotency key twice makes one campaign', async () => {
  const list = await start()
  const key = { 'idempotency-key': 'rebajas-1' }
  const first = await server.api('POST', '/campaigns', campaignOf(list), key)
  const second = await server.api('POST', '/campaigns', campaignOf(list), key)
  expect(second.body).toEqual(first.body)
  expect((await server.api('GET', '/campaigns')).body).toHaveLength(1)
})

test('campaigns are listed newest first, by status, text and page', async () => {
  const list = await start()
  const names = ['Enero', 'Febrero', 'Marzo', 'ABRIL 100%']
  for (const camp_name of names) await draft(list, { camp_name })
  const queued = (await create(campaignOf(list, { camp_name: 'Mayo' }))).body.id
  const listed = async (query: string) =>
    (await server.api('GET', `/campaigns?${query}`)).body.map(
      (row: { camp_name: string }) => row.camp_name,
    )
  expect(await listed('')).toEqual(['Mayo', 'ABRIL 100%', 'Marzo', 'Febrero', 'Enero'])
  expect(await listed('status=active')).toEqual(['Mayo'])
  expect(await listed('status=draft&order=asc&limit=2')).toEqual(['Enero', 'Febrero'])
  expect(await listed('q=abril')).toEqual(['ABRIL 100%'])
  expect(await listed('q=0%25')).toEqual(['ABRIL 100%'])
  expect(await listed('q=0_')).toEqual([])
  const page = await server.api('GET', '/campaigns?limit=2')
  expect(page.headers.get('x-total-count')).toBe('5')
  expect(await listed(`limit=2&cursor=${page.headers.get('x-next-cursor')}`)).toEqual([
    'Marzo',
    'Febrero',
  ])
  expect(Object.keys(page.body[0])).not.toContain('html')
  expect(page.body[0]).toMatchObject({ id: queued, list_id: [String(list)] })
})

test('an edit changes only the given fields; an outdated version is refused', async () => {
  const list = await start()
  const other = await addList(server, ['leo@correo.example'])
  const id = await draft(list, { reply_to: 'ayuda@tienda.example' })
  const { headers } = await server.api('GET', `/campaigns/${id}`)
  const etag = headers.get('etag') ?? ''
  const edit = (body: object, ifMatch = '') =>
    server.api('PUT', `/campaigns/${id}`, body, { 'if-match': ifMatch })
  const edited = await edit({ asunto: 'Nuevo', list_id: [other], reply_to: null }, etag)
  expect(edited.body).toEqual({ ok: true, status: 'draft' })
  expect(await get(id)).toMatchObject({
    camp_name: 'Rebajas',
    asunto: 'Nuevo',
    list_id: [String(other)],
    reply_to: null,
  })
  const late = await edit({ asunto: 'Otro' }, etag)
  expect([late.status, late.body.code]).toEqual([412, 'edited_meanwhile'])
  expect((await get(id)).asunto).toBe('Nuevo')
})

test('a queued campaign is frozen, and a scheduled one must stay sendable', async () => {
  const list = await start()
  const queued = (await create(campaignOf(list))).body.id
  const frozen = await server.api('PUT', `/campaigns/${queued}`, { html: '<p>Otro</p>' })
  expect([frozen.status, frozen.body.code]).toEqual([409, 'wrong_state'])
  const { id } = (await create(campaignOf(list, { scheduled_at: '2999-01-01T00:00:00Z' }))).body
  const broken = await server.api('PUT', `/campaigns/${id}`, { html: '{{' })
  expect([broken.status, broken.body.code]).toEqual([422, 'merge_tag_broken'])
})

test('only a campaign that is not being sent can be deleted', async () => {
  const list = await start()
  const id = await draft(list)
  expect((await server.api('DELETE', `/campaigns/${id}`)).body).toEqual({ ok: true })
  expect((await server.api('GET', `/campaigns/${id}`)).status).toBe(404)
  const queued = (await create(campaignOf(list))).body.id
  const refused = await server.api('DELETE', `/campaigns/${queued}`)
  expect([refused.status, refused.body.code]).toEqual([409, 'wrong_state'])
})

test('campaigns and lists of another account are not found', async () => {
  const list = await start()
  const id = await draft(list)
  const other = await server.other()
  for (const [method, path, body] of [
    ['GET', `/campaigns/${id}`],
    ['PUT', `/campaigns/${id}`, { asunto: 'Mío' }],
    ['DELETE', `/campaigns/${id}`],
    ['GET', `/campaigns/${id}/check`],
    ['GET', `/campaigns/${id}/stats`],
    ['PUT', `/campaigns/${id}/send`, {}],
    ['POST', `/campaigns/${id}/test`, { emails: ['yo@correo.example'] }],
  ] as const) {
    const answer = await other.api(method, path, body)
    expect([answer.status, answer.body.code], `${method} ${path}`).toEqual([404, 'not_found'])
  }
  expect((await other.api('GET', '/campaigns')).body).toEqual([])
  const theirs = await other.api('POST', '/campaigns', campaignOf(list, { draft: true }))
  expect(theirs.body.errors[0]).toMatchObject({ field: 'list_id.0', code: 'unknown_id' })
})

test('the check lists blockers, warnings, and what it could not check', async () => {
  const list = await start()
  const id = await draft(list, {
    html: '<p>{{ x</p><img src="a.png">',
    from_mail: 'no@tienda.example',
  })
  const { body } = await server.api('GET', `/campaigns/${id}/check`)
  const level = (code: string) =>
    body.items.find((item: { code: string }) => item.code === code)?.level
  expect(body.ready).toBe(false)
  expect(level('sender_not_verified')).toBe('error')
  expect(level('merge_tag_broken')).toBe('error')
  expect(level('audience_empty')).toBe('ok')
  expect(level('image_without_alt')).toBe('warn')
  expect(level('tracking_off')).toBe('warn')
  expect(level('test_not_sent')).toBe('warn')
  expect(level('not_checked')).toBe('warn')
  const { body: spanish } = await server.api('GET', `/campaigns/${id}/check`, undefined, {
    'accept-language': 'es',
  })
  expect(spanish.items[0].message).toBe('El remitente no@tienda.example no está verificado.')
})

test('a ready draft is sent once, however often it is requested', async () => {
  const list = await start()
  const id = await draft(list)
  expect((await server.api('GET', `/campaigns/${id}/check`)).body.ready).toBe(true)
  const send = () => server.api('PUT', `/campaigns/${id}/send`, {})
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map(({ status, body }) => [status, body.status])).toEqual(
    Array(3).fill([200, 'queued']),
  )
  await server.service.db.updateTable('campaigns').set({ status: 'sent' }).execute()
  const late = await send()
  expect([late.status, late.body.code]).toEqual([409, 'wrong_state'])
})

test('a draft that cannot be sent is refused on send', async () => {
  const list = await start()
  const id = await draft(list, { from_mail: 'no@tienda.example' })
  const { status, body } = await server.api('PUT', `/campaigns/${id}/send`, {})
  expect([status, body.code]).toEqual([422, 'sender_not_verified'])
  expect((await get(id)).status).toBe('draft')
})

test('a test goes to other addresses as one contact would get it, and no statistic counts it', async () => {
  const sink = await startSink()
  open.push(() => sink.stop())
  const list = await start({ workers: true, settings: { smtpUrl: sink.url } })
  const { id: contact } = await server.service.db
    .selectFrom('contacts')
    .select('id')
    .where('email', '=', 'ana@correo.example')
    .executeTakeFirstOrThrow()
  await server.service.db.updateTable('contacts').set({ nombre: 'Ana' }).execute()
  const id = await draft(list, { track_reads: true, track_links: true })
  const { status, body } = await server.api('POST', `/campaigns/${id}/test`, {
    emails: ['jefa@tienda.example', 'yo@tienda.example'],
    contact_id: contact,
  })
  expect([status, body]).toEqual([200, { ok: true, sent: 2 }])
  await waitFor(() => sink.messages().length === 2)
  // They go out over several connections: which arrives first is anybody's guess.
  expect(new Set(sink.messages().map(({ to }) => to[0]))).toEqual(
    new Set(['jefa@tienda.example', 'yo@tienda.example']),
  )
  for (const { raw } of sink.messages()) {
    const mail = await parseMessage(raw)
    expect(mail.subject).toBe('[Test] Rebajas de enero')
    expect(mail.from?.address).toBe('hola@tienda.example')
    expect(mail.html).toContain('Hola Ana')
    expect(mail.html).toContain('href="https://tienda.example/rebajas"')
    expect(mail.html).not.toContain('/o/')
  }
  expect((await server.api('GET', `/campaigns/${id}/stats`)).body.recipients).toBe(0)
  const { items } = (await server.api('GET', `/campaigns/${id}/check`)).body
  expect(items).toContainEqual(expect.objectContaining({ code: 'test_not_sent', level: 'ok' }))
  await waitFor(async () => {
    const rows = await server.service.db.selectFrom('messages').selectAll().execute()
    return rows.every((row) => row.state === 'sent' && row.text + row.html + row.subject === '')
  })
})

test('a test needs a verified sender and at most ten addresses', async () => {
  const list = await start()
  const id = await draft(list, { from_mail: 'no@tienda.example' })
  const test = (count: number) =>
    server.api('POST', `/campaigns/${id}/test`, {
      emails: Array.from({ length: count }, (_, index) => `p${index}@tienda.example`),
    })
  expect((await test(1)).body.code).toBe('sender_not_verified')
  expect((await test(11)).body.errors[0]).toMatchObject({ field: 'emails', code: 'too_many' })
})

test('a deleted scheduled campaign never starts', async () => {
  const clock = testClock()
  const sink = await startSink()
  open.push(() => sink.stop())
  const list = await start({ clock, workers: true, settings: { smtpUrl: sink.url } })
  const schedule = (at: string) => create(campaignOf(list, { scheduled_at: at }))
  const { id } = (await schedule('2027-03-01T10:00:00Z')).body
  await server.api('DELETE', `/campaigns/${id}`)
  const other = (await schedule('2027-03-01T10:00:00Z')).body
  clock.advance(3_600_000)
  await untilStatus(server, other.id, 'sent')
  expect(sink.messages()).toHaveLength(2)
})
