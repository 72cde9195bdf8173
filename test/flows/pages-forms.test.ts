import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newListWithFields, openPage, sendForm } from '../support/browser/pages.ts'
import { testClock } from '../support/clock.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

const clock = testClock()
let server: TestService
beforeAll(async () => {
  server = await startService({ clock })
})
afterAll(() => server.close())
// Ends the rate-limit windows of the previous test.
beforeEach(() => clock.advance(11 * 60_000))

const shop = 'https://shop.example'
const elsewhere = { origin: shop, 'accept-language': 'en' }

const contactsOf = async (list: number) =>
  (await server.api('GET', `/lists/${list}/contacts`)).body as {
    email: string
    status: string
    nombre: string
    customFields: { name: string; value: string }[]
  }[]

const subscribe = (
  publicId: string,
  fields: Record<string, string | string[]>,
  headers: Record<string, string> = elsewhere,
) => sendForm(server, `/f/${publicId}`, { 'customFields[ciudad]': 'Lugo', ...fields }, headers)

test('a list has a form page, in the language of its address', async () => {
  const { publicId, name } = await newListWithFields(server, { description: 'Cada lunes' })
  const { status, body, headers } = await openPage(server, `/f/${publicId}?lang=es`)
  expect(status).toBe(200)
  for (const part of [
    '<html lang="es">',
    `Suscríbete a «${name}»`,
    'Cada lunes',
    'type="email" name="email" id="field-email" value="" autocomplete="email" maxlength="320" required',
    'name="customFields[ciudad]" id="field-ciudad" value="Lugo" required',
    '<button>Suscribirme</button>',
  ]) {
    expect(body).toContain(part)
  }
  expect(body).not.toContain('nota')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect((await openPage(server, '/f/nobody')).status).toBe(404)
})

test('a form on another site subscribes people with their fields and shows our thank-you page', async () => {
  const { id, publicId } = await newListWithFields(server)
  const answer = await subscribe(publicId, {
    ...{ email: ' Eva@example.org ', nombre: 'Eva', lang: 'es', button: 'x' },
    ...{ 'customFields[temas]': ['Cine', 'Mar'], 'customFields[club]': 'true' },
    ...{ 'customFields[alta]': '2026-03-29', 'customFields[nota]': 'rico' },
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '?done&lang=es'])
  const thanks = await openPage(server, `/f/${publicId}?done&lang=es`)
  expect([thanks.status, thanks.body]).toEqual([200, expect.stringContaining('<h1>Gracias</h1>')])
  const [contact, ...others] = await contactsOf(id)
  expect([contact, others]).toMatchObject([
    { email: 'Eva@example.org', nombre: 'Eva', status: 'active' },
    [],
  ])
  const values = Object.fromEntries(
    contact?.customFields.map(({ name, value }) => [name, value]) ?? [],
  )
  expect(values).toMatchObject({
    ...{ Ciudad: 'Lugo', Temas: 'Cine, Mar', Club: 'true', Nota: '' },
    Alta: String(Date.parse('2026-03-29') / 1000),
  })
})

test('form errors are shown on our page, with the input kept', async () => {
  const { id, publicId } = await newListWithFields(server)
  const { status, body } = await subscribe(publicId, {
    ...{ email: 'eva@', nombre: 'Eva <b>', 'customFields[ciudad]': '' },
    ...{ 'customFields[corte]': 'XL', redirect: 'https://evil.example/' },
  })
  expect(status).toBe(422)
  for (const part of [
    'value="eva@"',
    'value="Eva &lt;b&gt;"',
    '<strong id="field-email-error">Not a valid email address.</strong>',
    '<strong id="field-ciudad-error">This is required.</strong>',
  ]) {
    expect(body).toContain(part)
  }
  expect(body).not.toContain('evil')
  expect(await contactsOf(id)).toEqual([])
})

test('the response is the same for subscribers, newcomers and bots that fill in everything', async () => {
  const { id, publicId } = await newListWithFields(server)
  await subscribe(publicId, { email: 'eva@example.org', nombre: 'Eva' })
  const answers = [
    await subscribe(publicId, { email: 'eva@example.org', nombre: 'Mallory' }),
    await subscribe(publicId, { email: 'luz@example.org' }),
    await subscribe(publicId, { email: 'robot@example.org', website: 'https://spam.example' }),
  ]
  expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual(
    answers.map(() => [303, '?done&lang=en']),
  )
  expect((await contactsOf(id)).map(({ email, nombre }) => [email, nombre])).toEqual([
    ['eva@example.org', 'Eva'],
    ['luz@example.org', ''],
  ])
})

test('on a double opt-in list the thank-you page mentions the confirmation', async () => {
  const { id, publicId } = await newListWithFields(server, { double_optin: true })
  await subscribe(publicId, { email: 'eva@example.org' })
  const { body } = await openPage(server, `/f/${publicId}?done`)
  expect(body).toContain('One more step')
  expect(await contactsOf(id)).toMatchObject([{ status: 'unconfirmed' }])
})

test('a form redirects to the sites of its list only', async () => {
  const { id, publicId } = await newListWithFields(server)
  const sites = await server.api('PUT', `/lists/${id}`, {
    form_origins: [`${shop}/`, 'http://a.example:81'],
  })
  expect(sites.status).toBe(200)
  expect((await server.api('GET', `/lists/${id}`)).body.form_origins).toEqual([
    shop,
    'http://a.example:81',
  ])
  const leadsTo = async (redirect: string) => {
    clock.advance(11 * 60_000)
    const { headers } = await subscribe(publicId, { email: 'eva@example.org', redirect })
    return headers.get('location')
  }
  expect(await leadsTo(`${shop}/gracias?a=1#b`)).toBe(`${shop}/gracias?a=1#b`)
  expect(await leadsTo('http://a.example:81/')).toBe('http://a.example:81/')
  for (const wrong of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'http://shop.example/',
    'https://shop.example.evil.example/',
    'https://shop.example@evil.example/',
    'https://eva:x@shop.example/',
    'https:\\\\evil.example',
    'javascript:alert(1)//https://shop.example',
    'data:text/html,x',
    ' https://evil.example/',
    '',
  ]) {
    expect([wrong, await leadsTo(wrong)]).toEqual([wrong, '?done&lang=en'])
  }
  const { headers } = await openPage(server, `/f/${publicId}`)
  const policy = headers.get('content-security-policy')
  expect(policy).toContain(`frame-ancestors ${shop} http://a.example:81`)
  expect(policy).toContain(`form-action 'self' ${shop} http://a.example:81`)
})

test('only a full origin matches a site, not a prefix of it', async () => {
  const { id } = await newListWithFields(server)
  for (const wrong of [
    'shop.example',
    'https://shop.example/x',
    'https://a@b.example',
    'ftp://a.example',
    "https://a.example;script-src 'self'",
  ]) {
    const { status, body } = await server.api('PUT', `/lists/${id}`, { form_origins: [wrong] })
    expect([wrong, status, body.errors?.[0]?.code]).toEqual([wrong, 422, 'bad_origin'])
  }
})

test('a program that submits the form gets the redirect target', async () => {
  const { id, publicId } = await newListWithFields(server)
  await server.api('PUT', `/lists/${id}`, { form_origins: [shop] })
  const send = async (redirect: string) => {
    const form = { list_id: publicId, email: 'eva@example.org', customFields: { ciudad: 'Vigo' } }
    return (await server.api('POST', '/public/subscribe', { ...form, redirect })).body
  }
  expect(await send(`${shop}/gracias`)).toEqual({ success: true, redirect: `${shop}/gracias` })
  expect(await send('https://evil.example/')).toEqual({ success: true })
})

test('a form is limited per address, and then a page says so', async () => {
  const { publicId } = await newListWithFields(server)
  const answers = await Promise.all(
    Array.from({ length: 33 }, (_, index) =>
      subscribe(publicId, { email: `p${index}@example.org` }),
    ),
  )
  const limited = answers.filter(({ status }) => status === 429)
  expect(limited).toHaveLength(3)
  expect(limited[0]?.body).toContain('<h1>')
})

test('`lists form` prints the HTML for a site, and its submission is accepted', async () => {
  const { id, publicId, name } = await newListWithFields(server)
  await server.api('PUT', `/lists/${id}`, { form_origins: [shop] })
  const redirect = `${shop}/gracias`
  const result = await remite(server)('lists', 'form', name, '--lang', 'es', '--redirect', redirect)
  expect([result.code, result.stderr]).toEqual([0, ''])
  expect(result.stdout).toContain(`<form method="post" action="${server.origin}/f/${publicId}">`)
  expect(result.stdout).toContain('<button>Suscribirme</button>')
  expect(result.stdout).not.toMatch(/<script|style=|nota/i)
  // The fields of the form, with an address filled in.
  const fields = Object.fromEntries(
    [
      ...result.stdout.matchAll(
        /<input type="(?:hidden|text)" name="([^"]+)"[^>]* value="([^"]*)"/g,
      ),
    ].map(([, field = '', value = '']) => [field, value]),
  )
  expect(fields).toMatchObject({ lang: 'es', redirect, 'customFields[ciudad]': 'Lugo' })
  const { status, headers } = await subscribe(publicId, { ...fields, email: 'eva@example.org' })
  expect([status, headers.get('location')]).toEqual([303, redirect])
  expect(await contactsOf(id)).toHaveLength(1)
  const json = await remite(server)('lists', 'form', name, '-o', 'json')
  expect(json.json()).toEqual({
    form_url: `${server.origin}/f/${publicId}`,
    html: expect.stringContaining('<button>Subscribe</button>'),
  })
})

test('`lists form` refuses a redirect to a site that the list does not allow', async () => {
  const { name } = await newListWithFields(server)
  for (const [redirect = '', sentence] of [
    ['https://evil.example/', '--form-origins'],
    ['gracias', 'http://'],
  ]) {
    const result = await remite(server)('lists', 'form', name, '--redirect', redirect)
    expect([result.code, result.stdout]).toEqual([2, ''])
    expect(result.stderr).toContain(sentence)
  }
})

test('a server without forms is reported as such', async () => {
  const foreign = await startForeignServer()
  foreign.respond('GET /lists/3', { body: { id: 3, name: 'Customers' } })
  const result = await remite({ url: foreign.url, token: 'x' })('lists', 'form', '3')
  await foreign.close()
  expect([result.code, result.stdout]).toEqual([14, ''])
})

// Must be the last test, because it suspends the account of the others.
test('a suspended account has no form', async () => {
  const { id, publicId } = await newListWithFields(server)
  await server.service.db.updateTable('accounts').set({ status: 'suspended' }).execute()
  expect((await openPage(server, `/f/${publicId}`)).status).toBe(404)
  expect((await subscribe(publicId, { email: 'eva@example.org' })).status).toBe(404)
  await server.service.db.updateTable('accounts').set({ status: 'active' }).execute()
  expect(await contactsOf(id)).toEqual([])
})
