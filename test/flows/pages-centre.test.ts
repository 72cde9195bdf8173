import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testClock } from '../support/clock.ts'
import { newListOfFields, newSubscriber, openPage, sendForm } from '../support/pages.ts'
import { startService, type TestService } from '../support/service.ts'

const clock = testClock()
let server: TestService
beforeAll(async () => {
  server = await startService({ clock })
})
afterAll(() => server.close())
// Past the limits of the test before.
beforeEach(() => clock.advance(11 * 60_000))

const noon = 1_767_268_800

async function meet(contact: object = {}) {
  const list = await newListOfFields(server, { description: 'Cada lunes' })
  return { list, ...(await newSubscriber(server, list.id, contact)) }
}

const contactOf = async (list: number, email: string) =>
  (await server.api('GET', `/lists/${list}/contacts/${email}`)).body

const fieldsOf = async (list: number, email: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await contactOf(list, email)).customFields.map(
      ({ name, value }: { name: string; value: string }) => [name, value],
    ),
  )

const mailsTo = (email: string) =>
  server.service.db.selectFrom('messages').selectAll().where('to_mail', '=', email).execute()

const linkIn = (text = ''): string => new URL(/https?:\S+/.exec(text)?.[0] ?? '').pathname

/** The whole form, as a browser sends it. */
const filled = (more: Record<string, string | string[]> = {}) => ({
  act: 'save',
  nombre: 'Ana',
  'customFields[ciudad]': 'Vigo',
  'customFields[hijos]': '',
  'customFields[alta]': '',
  'customFields[talla]': '',
  'customFields[corte]': '',
  'customFields[web]': '',
  ...more,
})

test('a subscriber sees what is known of them, by its kind, and nothing that is internal', async () => {
  const { page, email, list } = await meet({
    customFields: {
      alta: noon,
      club: true,
      talla: 'M',
      temas: ['Arte, y más', 'Mar'],
      nota: 'rico',
    },
  })
  const { status, body } = await openPage(server, page)
  expect(status).toBe(200)
  for (const part of [
    email,
    `“${list.name}”`,
    'Cada lunes',
    'name="nombre" id="nombre" value="Ana"',
    'type="text" name="customFields[ciudad]" id="field-ciudad" value="Lugo"',
    'type="date" name="customFields[alta]" id="field-alta" value="2026-01-01"',
    'type="checkbox" name="customFields[club]" value="true" checked',
    '<option value="M" selected>',
    'type="radio" name="customFields[corte]" value="" checked',
    'type="checkbox" name="customFields[temas]" value="Arte, y más" checked',
    'type="checkbox" name="customFields[temas]" value="Cine">',
    'type="url" name="customFields[web]"',
  ]) {
    expect(body).toContain(part)
  }
  expect(body).not.toMatch(/nota|rico/i)
})

test('looking changes nothing', async () => {
  const { page, email, list } = await meet()
  const before = await contactOf(list.id, email)
  clock.advance(1000)
  await openPage(server, page)
  await server.request('HEAD', page)
  expect(await contactOf(list.id, email)).toEqual(before)
})

test('what is filled in is stored by its kind, and what is internal is not', async () => {
  const { page, email, list } = await meet({ customFields: { nota: 'rico' } })
  const form = filled({
    nombre: 'Ana María',
    'customFields[hijos]': '2,5',
    'customFields[alta]': '2026-03-29',
    'customFields[club]': 'true',
    'customFields[talla]': 'L',
    'customFields[corte]': 'S',
    'customFields[temas]': ['Arte, y más', 'Cine'],
    'customFields[web]': 'https://ana.example/',
    'customFields[nota]': 'pobre',
  })
  const answer = await sendForm(server, page, form)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '?saved'])
  expect((await openPage(server, `${page}?saved`)).body).toContain('Your changes are saved.')
  expect((await contactOf(list.id, email)).nombre).toBe('Ana María')
  expect(await fieldsOf(list.id, email)).toEqual({
    Ciudad: 'Vigo',
    Hijos: '2.5',
    Alta: String(Date.parse('2026-03-29T00:00:00Z') / 1000),
    Club: 'true',
    Talla: 'L',
    Corte: 'S',
    Temas: '"Arte, y más", Cine',
    Web: 'https://ana.example/',
    Nota: 'rico',
  })
})

test('a date that is left as it was keeps its hour, and a box that was never answered stays so', async () => {
  const { page, email, list } = await meet({ customFields: { alta: noon } })
  await sendForm(server, page, filled({ 'customFields[alta]': '2026-01-01' }))
  expect(await fieldsOf(list.id, email)).toMatchObject({ Alta: String(noon), Club: '' })
})

test('what is emptied and unticked is taken away', async () => {
  const { page, email, list } = await meet({
    customFields: { alta: noon, club: true, temas: ['Cine'], talla: 'S' },
  })
  await sendForm(server, page, filled())
  expect(await fieldsOf(list.id, email)).toMatchObject({
    Alta: '',
    Club: 'false',
    Temas: '',
    Talla: '',
  })
})

test('what is wrong is said beside its field, what was typed stays, and nothing is stored', async () => {
  const { page, email, list } = await meet()
  const wrong = filled({
    nombre: 'Eva',
    'customFields[ciudad]': '',
    'customFields[hijos]': 'dos <b>',
    'customFields[alta]': '2026-02-31',
    'customFields[talla]': 'XXL',
    'customFields[web]': 'javascript:alert(1)',
  })
  const { status, body } = await sendForm(server, page, wrong, { 'accept-language': 'en' })
  expect(status).toBe(422)
  expect(body).toContain('role="alert"')
  for (const [field, sentence] of [
    ['ciudad', 'This is missing.'],
    ['hijos', 'This is not a number.'],
    ['alta', 'This is not a date.'],
    ['talla', 'This is not one of the choices: S, M, L.'],
    ['web', 'This is not a web address that starts with http:// or https://.'],
  ]) {
    expect(body).toContain(`<strong id="field-${field}-error">${sentence}</strong>`)
    expect(body).toContain(`aria-describedby="field-${field}-error"`)
  }
  expect(body).toContain('value="Eva"')
  expect(body).toContain('value="dos &lt;b&gt;"')
  expect(body.match(/ autofocus/g)).toHaveLength(1)
  expect((await contactOf(list.id, email)).nombre).toBe('Ana')
  const long = await sendForm(server, page, filled({ nombre: 'x'.repeat(256) }))
  expect([long.status, long.body]).toEqual([422, expect.stringContaining('id="nombre-error"')])
})

test('who leaves says why, in words that the owner reads, and is told that they have left', async () => {
  const { page, email, list, id } = await meet()
  const why = { act: 'leave', reason: 'often', comment: 'Todos los días\u0000' }
  const left = await sendForm(server, page, why, { 'accept-language': 'es' })
  expect([left.status, left.headers.get('location')]).toEqual([303, '?'])
  const { status, body } = await openPage(server, page, { 'accept-language': 'es' })
  expect([status, body]).toEqual([
    200,
    expect.stringContaining('ya no recibirá correos de la lista'),
  ])
  expect(body).not.toContain('name="nombre"')
  expect((await contactOf(list.id, email)).status).toBe('unsubscribed')
  const suppressed = await server.service.db
    .selectFrom('suppressions')
    .select(['type', 'reason'])
    .where('list_id', '=', list.id)
    .execute()
  expect(suppressed).toEqual([{ type: 'unsubscribe', reason: 'Too much mail: Todos los días' }])
  await sendForm(server, page, filled({ nombre: 'Eva' }))
  await sendForm(server, page, { act: 'leave' })
  expect((await contactOf(list.id, email)).nombre).toBe('Ana')
  const events = await server.service.db.selectFrom('events').select('payload').execute()
  expect(events.filter(({ payload }) => JSON.parse(payload).contact_id === id)).toHaveLength(1)
})

test('a spam report shuts the door for good', async () => {
  const { page, email, list } = await meet()
  await sendForm(server, page, { act: 'leave', spam: '1' })
  expect((await contactOf(list.id, email)).status).toBe('complained')
  const { body } = await openPage(server, page)
  expect(body).toContain('Nothing is sent to this address any more.')
  expect(body).not.toContain('value="return"')
  await sendForm(server, page, { act: 'return' })
  expect(await mailsTo(email)).toEqual([])
})

test('the way back is a mail that asks, three times a day at most', async () => {
  const { page, email, list } = await meet()
  await sendForm(server, page, { act: 'leave' })
  clock.advance(1000)
  expect((await openPage(server, page)).body).toContain('value="return"')
  const asked = await sendForm(server, page, { act: 'return' })
  expect([asked.status, asked.headers.get('location')]).toEqual([303, '?asked'])
  expect((await openPage(server, `${page}?asked`)).body).toContain(`is on its way to ${email}`)
  expect((await contactOf(list.id, email)).status).toBe('unsubscribed')
  const [mail] = await mailsTo(email)
  await sendForm(server, linkIn(mail?.text), {})
  expect((await contactOf(list.id, email)).status).toBe('active')

  clock.advance(1000)
  await sendForm(server, page, { act: 'leave' })
  for (const status of [303, 303, 429]) {
    expect((await sendForm(server, page, { act: 'return' })).status).toBe(status)
  }
  expect(await mailsTo(email)).toHaveLength(3)
})

test('who is on the list is asked nothing by a button of yesterday', async () => {
  const { page, email } = await meet()
  expect((await sendForm(server, page, { act: 'return' })).status).toBe(303)
  expect((await sendForm(server, page, {})).status).toBe(303)
  expect(await mailsTo(email)).toEqual([])
})

test('a form of another site is refused, and one whose origin is hidden is taken', async () => {
  const { page, email, list } = await meet()
  const leave = (origin: string) => sendForm(server, page, { act: 'leave' }, { origin })
  const refused = await leave('https://evil.example')
  expect([refused.status, refused.headers.get('content-type')]).toEqual([
    403,
    expect.stringContaining('text/html'),
  ])
  expect((await contactOf(list.id, email)).status).toBe('active')
  expect((await leave('null')).status).toBe(303)
  expect((await contactOf(list.id, email)).status).toBe('unsubscribed')
})

test('a link that names nobody says so, and whoever tries many is held up with a page', async () => {
  const wrong = await openPage(server, '/s/qwertyuiopsqqsqq', { 'accept-language': 'es' })
  expect([wrong.status, wrong.body]).toEqual([
    404,
    expect.stringContaining('Este enlace no funciona'),
  ])
  const tries = await Promise.all(
    Array.from({ length: 65 }, () => openPage(server, '/s/qwertyuiopsqqsqq')),
  )
  const held = tries.filter(({ status }) => status === 429)
  expect(held.length).toBeGreaterThan(0)
  expect(held[0]?.body).toContain('<h1>')
  expect(held[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
})

test('a page runs nothing, fetches nothing, sets no cookie and is framed by nobody', async () => {
  const { page, list } = await meet({ nombre: '"><script>alert(1)</script>' })
  await server.api('PUT', `/lists/${list.id}`, { name: '<img src=x>', description: '</p><script>' })
  const { body, headers } = await openPage(server, page)
  const rules = headers.get('content-security-policy')?.split('; ') ?? []
  for (const rule of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"]) {
    expect(rules).toContain(rule)
  }
  expect(rules.join()).not.toMatch(/unsafe|script-src|https?:/)
  expect(body).not.toMatch(/<script|<img|<link|url\(|@import/)
  expect(headers.get('set-cookie')).toBeNull()
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('same-origin')
})

test('a page speaks the reader’s language, else that of the list’s owner', async () => {
  const { page } = await meet()
  const titleIn = async (language: string) =>
    /<html lang="(..)">[\s\S]*<h1>(.*)<\/h1>/
      .exec((await openPage(server, page, { 'accept-language': language })).body)
      ?.slice(1)
  expect(await titleIn('es-MX,en;q=0.5')).toEqual(['es', 'Tu suscripción'])
  expect(await titleIn('en')).toEqual(['en', 'Your subscription'])
  await server.service.db
    .updateTable('accounts')
    .set({ language: 'es' })
    .where('id', '=', server.accountId)
    .execute()
  expect(await titleIn('fr')).toEqual(['es', 'Tu suscripción'])
})
