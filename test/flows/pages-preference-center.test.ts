import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newListWithFields, newSubscriber, openPage, sendForm } from '../support/browser/pages.ts'
import { addSender } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { startService, type TestService } from '../support/service.ts'

const clock = testClock()
let server: TestService
beforeAll(async () => {
  server = await startService({ clock })
  // Without a verified sender, opt-in mail waits.
  await addSender(server)
})
afterAll(() => server.close())
// Ends the rate-limit windows of the previous test.
beforeEach(() => clock.advance(11 * 60_000))

const noon = 1_767_268_800

async function createSubscriber(contact: object = {}) {
  const list = await newListWithFields(server, { description: 'Cada lunes' })
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

/** Returns all fields of the form, as a browser sends them. */
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

test('a subscriber sees their data by type, and nothing internal', async () => {
  const { page, email, list } = await createSubscriber({
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

test('viewing changes nothing', async () => {
  const { page, email, list } = await createSubscriber()
  const before = await contactOf(list.id, email)
  clock.advance(1000)
  await openPage(server, page)
  await server.request('HEAD', page)
  expect(await contactOf(list.id, email)).toEqual(before)
})

test('values are stored by type, and internal fields are not', async () => {
  const { page, email, list } = await createSubscriber({ customFields: { nota: 'rico' } })
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
  expect((await openPage(server, `${page}?saved`)).body).toContain('Your changes have been saved.')
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

test('an unchanged date keeps its time, and an unanswered checkbox stays unset', async () => {
  const { page, email, list } = await createSubscriber({ customFields: { alta: noon } })
  await sendForm(server, page, filled({ 'customFields[alta]': '2026-01-01' }))
  expect(await fieldsOf(list.id, email)).toMatchObject({ Alta: String(noon), Club: '' })
})

test('cleared fields and unticked boxes are removed', async () => {
  const { page, email, list } = await createSubscriber({
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

test('errors appear beside their field, input is kept, and nothing is stored', async () => {
  const { page, email, list } = await createSubscriber()
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
    ['ciudad', 'This is required.'],
    ['hijos', 'Not a valid number.'],
    ['alta', 'Not a valid date.'],
    ['talla', 'Invalid value. Use one of: S, M, L.'],
    ['web', 'This must be a web address that starts with http:// or https://.'],
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

test('an unsubscribe reason is stored for the owner, and the page confirms it', async () => {
  const { page, email, list, id } = await createSubscriber()
  const why = { act: 'leave', reason: 'often', comment: 'Todos los días\u0000' }
  const left = await sendForm(server, page, why, { 'accept-language': 'es' })
  expect([left.status, left.headers.get('location')]).toEqual([303, '?'])
  const { status, body } = await openPage(server, page, { 'accept-language': 'es' })
  expect([status, body]).toEqual([200, expect.stringContaining('se ha dado de baja de')])
  expect(body).not.toContain('name="nombre"')
  expect((await contactOf(list.id, email)).status).toBe('unsubscribed')
  const suppressed = await server.service.db
    .selectFrom('suppressions')
    .select(['type', 'reason'])
    .where('list_id', '=', list.id)
    .execute()
  expect(suppressed).toEqual([
    { type: 'unsubscribe', reason: 'I get too many emails: Todos los días' },
  ])
  await sendForm(server, page, filled({ nombre: 'Eva' }))
  await sendForm(server, page, { act: 'leave' })
  expect((await contactOf(list.id, email)).nombre).toBe('Ana')
  const events = await server.service.db.selectFrom('events').select('payload').execute()
  expect(events.filter(({ payload }) => JSON.parse(payload).contact_id === id)).toHaveLength(1)
})

test('after a spam report, only the person can come back, by confirming', async () => {
  const { page, email, list } = await createSubscriber()
  await sendForm(server, page, { act: 'leave', spam: '1' })
  expect((await contactOf(list.id, email)).status).toBe('complained')
  clock.advance(1000)
  expect((await openPage(server, page)).body).toContain('value="return"')
  // Anyone can type an address into a form, so that sends nothing.
  await sendForm(server, `/f/${list.publicId}`, { email, 'customFields[ciudad]': 'Vigo' })
  expect(await mailsTo(email)).toEqual([])
  await sendForm(server, page, { act: 'return' })
  const [mail] = await mailsTo(email)
  expect((await contactOf(list.id, email)).status).toBe('complained')
  await sendForm(server, linkIn(mail?.text), {})
  expect((await contactOf(list.id, email)).status).toBe('active')
})

test('resubscribing needs a confirmation mail, at most three a day', async () => {
  const { page, email, list } = await createSubscriber()
  await sendForm(server, page, { act: 'leave' })
  clock.advance(1000)
  expect((await openPage(server, page)).body).toContain('value="return"')
  const redirected = await sendForm(server, page, { act: 'return' })
  expect([redirected.status, redirected.headers.get('location')]).toEqual([303, '?asked'])
  expect((await openPage(server, `${page}?asked`)).body).toContain(
    `We have sent an email to ${email}`,
  )
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

test('an old resubscribe button does nothing for an active subscriber', async () => {
  const { page, email } = await createSubscriber()
  expect((await sendForm(server, page, { act: 'return' })).status).toBe(303)
  expect((await sendForm(server, page, {})).status).toBe(303)
  expect(await mailsTo(email)).toEqual([])
})

test('a form of another site is refused, and one with a hidden origin is accepted', async () => {
  const { page, email, list } = await createSubscriber()
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

test('an invalid link says so, and guessing is slowed down with a page', async () => {
  const wrong = await openPage(server, '/s/qwertyuiopsqqsqq', { 'accept-language': 'es' })
  expect([wrong.status, wrong.body]).toEqual([
    404,
    expect.stringContaining('Este enlace ya no es válido'),
  ])
  const tries = await Promise.all(
    Array.from({ length: 65 }, () => openPage(server, '/s/qwertyuiopsqqsqq')),
  )
  const limited = tries.filter(({ status }) => status === 429)
  expect(limited.length).toBeGreaterThan(0)
  expect(limited[0]?.body).toContain('<h1>')
  expect(limited[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
})

test('a page runs no script, loads nothing, sets no cookie and cannot be framed', async () => {
  const { page, list } = await createSubscriber({ nombre: '"><script>alert(1)</script>' })
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

test('a page uses the reader’s language, else that of the list’s owner', async () => {
  const { page } = await createSubscriber()
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
