import { afterAll, beforeAll, expect, test } from 'vitest'
import { testOptOutUrl } from '../../src/service/campaigns/public/test-opt-out.ts'
import { unsubscribeToken } from '../../src/service/subscription/unsubscribe-token.ts'
import { newListWithFields, newSubscriber, openPage, sendForm } from '../support/browser/pages.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

const clock = testClock()
let server: TestService
beforeAll(async () => {
  server = await startService({ clock })
  await addSender(server)
})
afterAll(() => server.close())

const brandPath = () => `/users/${server.accountId}/brand`
const setBrand = (values: object) => server.api('PUT', brandPath(), values)

const bakery = {
  name: 'Panadería <Azul>',
  logo_url: 'https://static.example/logo.png',
  color: '#FD0',
  font: 'Georgia',
  site: 'https://panaderia.example/',
  address: 'Calle Mayor 1\n27001 Lugo',
  privacy_url: 'https://panaderia.example/privacidad',
}

test('a list shows its own values, and otherwise those of the account', async () => {
  const list = await newListWithFields(server)
  const before = await server.api('GET', brandPath())
  // The fixture logs in with the name of its account, which is no public name.
  expect(before.body.shown).toMatchObject({ name: '', logo_url: null, color: null })
  const set = await setBrand(bakery)
  expect([set.status, set.body.shown]).toEqual([200, { ...bakery, color: '#ffdd00' }])
  await setBrand({ list_id: list.id, name: 'Boletín del pan', color: '#0B57D0' })
  const { body } = await server.api('GET', `${brandPath()}?list_id=${list.id}`)
  expect(body).toMatchObject({ list_id: list.id, name: 'Boletín del pan', address: null })
  expect(body.shown).toEqual({ ...bakery, name: 'Boletín del pan', color: '#0b57d0' })
  await setBrand({ list_id: list.id, name: '', color: null })
  const again = await server.api('GET', `${brandPath()}?list_id=${list.id}`)
  expect(again.body.shown).toEqual({ ...bakery, color: '#ffdd00' })
})

test('the command line sets and shows the brand of the account and of a list', async () => {
  const cli = remite(server)
  const { name } = await newListWithFields(server)
  const flags = ['--name', 'Pan', '--logo', bakery.logo_url, '--accent-color', '#fd0']
  const set = await cli('users', 'brand', 'set', ...flags, '--address', 'Calle Mayor 1', '--json')
  expect([set.code, set.json().shown.color]).toEqual([0, '#ffdd00'])
  expect((await cli('users', 'brand', 'set', '--list', name, '--name', 'Bollos')).code).toBe(0)
  const ofList = await cli('users', 'brand', 'get', '--list', name, '--json')
  expect(ofList.json().shown).toMatchObject({ name: 'Bollos', address: 'Calle Mayor 1' })
  expect((await cli('users', 'brand', 'set', '--logo', '')).code).toBe(0)
  const { stdout } = await cli('users', 'brand', 'get', '-o', 'table')
  expect(stdout).toMatch(/Name\s+Pan\b/)
  expect(stdout).not.toContain('logo.png')
  const wrong = await cli(
    'users',
    'brand',
    'set',
    '--accent-color',
    'blue',
    '--logo',
    'http://a.example/x',
  )
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/color: .*#0b57d0/)])
  expect(wrong.stderr).toContain('https://')
})

test('a list is offered in the preference center, and no longer', async () => {
  const cli = remite(server)
  const made = await cli('lists', 'create', '--name', 'Abierta', '--public', '--json')
  const isPublic = async () => (await cli('lists', 'get', 'Abierta', '--json')).json().public
  expect([made.code, await isPublic()]).toEqual([0, true])
  expect((await cli('lists', 'update', 'Abierta', '--no-public')).code).toBe(0)
  expect(await isPublic()).toBe(false)
})

test('a wrong value is refused by its name, and changes nothing', async () => {
  await setBrand(bakery)
  const wrong = {
    name: 'two\nlines',
    logo_url: 'http://static.example/logo.png',
    color: 'red; background: url(//evil.example)',
    font: 'Comic Sans; color: red',
    site: 'javascript:alert(1)',
    address: 'x'.repeat(501),
    privacy_url: 'privacy',
  }
  const { status, body } = await setBrand(wrong)
  expect(status).toBe(422)
  expect(
    body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]),
  ).toEqual([
    ['name', 'header_break'],
    ['logo_url', 'not_https'],
    ['color', 'bad_color'],
    ['font', 'bad_font'],
    ['site', 'bad_url'],
    ['address', 'too_long'],
    ['privacy_url', 'bad_url'],
  ])
  const colors = ['fff', '#ffff', '#0b57d', 'red', '#0b57d0;', 'rgb(0,0,0)', '#0b57d0\n']
  for (const color of colors) expect((await setBrand({ color })).status).toBe(422)
  for (const logo_url of ["https://a.example;script-src'*'/x.png", 'https://*.example/x.png']) {
    expect((await setBrand({ logo_url })).status).toBe(422)
  }
  expect((await server.api('GET', brandPath())).body.shown.name).toBe(bakery.name)
})

test('a brand belongs to an account, and a list to the same', async () => {
  const other = await server.other()
  const list = await newListWithFields(server)
  expect((await other.api('GET', brandPath())).status).toBe(404)
  expect((await other.api('PUT', brandPath(), { name: 'x' })).status).toBe(404)
  const theirs = `/users/${other.id}/brand`
  expect((await other.api('PUT', theirs, { name: 'x', list_id: list.id })).status).toBe(404)
  expect((await other.api('GET', `${theirs}?list_id=${list.id}`)).status).toBe(404)
})

test('the brand of a deleted list is deleted', async () => {
  const list = await newListWithFields(server)
  await setBrand({ list_id: list.id, name: 'Boletín del pan' })
  await server.api('DELETE', `/lists/${list.id}`)
  const rows = await server.service.db
    .selectFrom('brands')
    .select('list_id')
    .where('list_id', '=', list.id)
    .execute()
  expect(rows).toEqual([])
})

/** Returns the paths of all pages about a list. */
async function pagesOfList() {
  const { secrets } = server.service
  const list = await newListWithFields(server)
  const { id: contactId, email, page } = await newSubscriber(server, list.id)
  const link = { contactId, listId: list.id, campaignId: null }
  const left = await newSubscriber(server, (await newListWithFields(server)).id)
  await sendForm(server, left.page, { act: 'leave' })
  const test = testOptOutUrl('', { accountId: server.accountId, email }, secrets.mac)
  return {
    center: page,
    left: left.page,
    allLists: page.replace('/s/', '/preferences/'),
    unsubscribe: `/u/${unsubscribeToken(link, secrets.mac)}`,
    form: `/f/${list.publicId}`,
    thanks: `/f/${list.publicId}?done`,
    testOptOut: test,
    archive: await archived(),
    optIn: await requestedOptIn(list.publicId),
  }
}

async function archived(more: object = {}): Promise<string> {
  const list = await addList(server, ['ana@correo.example'])
  const draft = campaignOf(list, { draft: true, ...more })
  const { body } = await server.api('POST', '/campaigns', draft)
  await server.service.db
    .updateTable('campaigns')
    .set({ status: 'sent', started_at: clock.now() })
    .where('id', '=', body.id)
    .execute()
  await server.api('PUT', `/campaigns/${body.id}/archive`, { public: true })
  return `/archive/${server.accountId}`
}

/** Returns the link of an opt-in mail. */
async function requestedOptIn(publicId: string): Promise<string> {
  const email = `new-${publicId}@example.org`.toLowerCase()
  const lists = await server.service.db
    .selectFrom('lists')
    .select('id')
    .where('public_id', '=', publicId)
    .execute()
  await server.api('PUT', `/lists/${lists[0]?.id}`, { double_optin: true })
  await sendForm(server, `/f/${publicId}`, {
    email,
    'customFields[ciudad]': 'Vigo',
  })
  const mail = await server.service.db
    .selectFrom('messages')
    .select('text')
    .where('to_mail', '=', email)
    .executeTakeFirstOrThrow()
  return new URL(/https?:\S+\/optin\/\S+/.exec(mail.text)?.[0] ?? '').pathname
}

test('every page of a list shows logo, name, address and privacy policy, and allows nothing else', async () => {
  await setBrand(bakery)
  const pages = await pagesOfList()
  const mail = await server.service.db
    .selectFrom('messages')
    .select('html')
    .where('html', 'like', `%${pages.optIn}%`)
    .executeTakeFirstOrThrow()
  expect(mail.html).toContain("font-family:Georgia, 'Times New Roman', serif;")
  for (const [name, path] of Object.entries(pages)) {
    const { status, body, headers } = await openPage(server, path)
    expect([name, status]).toEqual([name, 200])
    expect(body, name).toContain(
      '<header><a href="https://panaderia.example/"><img src="https://static.example/logo.png" alt="Panadería &lt;Azul&gt;"></a></header>',
    )
    expect(body, name).toContain('<p>Panadería &lt;Azul&gt;<br>Calle Mayor 1<br>27001 Lugo</p>')
    expect(body, name).toContain(
      '<a href="https://panaderia.example/privacidad">Privacy policy</a>',
    )
    expect(body, name).toContain('--fill: #ffdd00; --on-fill: #000000')
    expect(body, name).toContain("body { font-family: Georgia, 'Times New Roman', serif }")
    const rules = headers.get('content-security-policy')?.split('; ') ?? []
    expect(rules, name).toContain('img-src https://static.example')
    expect(rules.join(), name).not.toMatch(/unsafe|script-src/)
    expect(headers.get('referrer-policy')).toBe('same-origin')
  }
})

test('the page of one list has the brand of the list, that of all lists has the account’s', async () => {
  await setBrand({ name: 'Pan de Lugo' })
  const list = await newListWithFields(server)
  await setBrand({ list_id: list.id, name: 'Talleres' })
  const { page } = await newSubscriber(server, list.id)
  expect((await openPage(server, page)).body).toContain('<p>Talleres<br>')
  const all = await openPage(server, page.replace('/s/', '/preferences/'))
  expect(all.body).toContain('<p>Pan de Lugo<br>')
})

test('without a brand, a page names no one and loads nothing', async () => {
  await setBrand(Object.fromEntries(Object.keys(bakery).map((name) => [name, null])))
  const list = await newListWithFields(server)
  const { page } = await newSubscriber(server, list.id)
  const { body, headers } = await openPage(server, page)
  expect(body).not.toMatch(/<header|<footer|<img|Georgia/)
  expect(headers.get('content-security-policy')).not.toContain('img-src')
  const unknown = await openPage(server, '/s/qwertyuiopsqqsqq')
  expect([unknown.status, unknown.body]).toEqual([404, expect.not.stringMatching(/<footer/)])
})

test('cached pages of the archive follow the brand', async () => {
  await setBrand({ name: 'Una', color: null, logo_url: null })
  const path = await archived({ html: '<h1>Hola</h1><p>{{ sender_name }}</p>' })
  const index = async () => (await openPage(server, path)).body
  const message = new URL(/<li><a href="([^"]+)"/.exec(await index())?.[1] ?? '').pathname
  expect(await index()).toContain('<h1>Messages from Una</h1>')
  expect((await openPage(server, message)).body).toContain('<p>Una</p>')
  await setBrand({ name: 'Otra' })
  expect(await index()).toContain('<h1>Messages from Otra</h1>')
  expect((await openPage(server, message)).body).toContain('<p>Otra</p>')
})

test('an opt-in link that has expired shows whose it was, and a forged one does not', async () => {
  await setBrand(bakery)
  const link = await requestedOptIn((await newListWithFields(server)).publicId)
  clock.advance(8 * 24 * 60 * 60_000)
  const expired = await openPage(server, link)
  expect([expired.status, expired.body]).toEqual([404, expect.stringContaining('27001 Lugo')])
  const forged = await openPage(server, `${link.slice(0, -4)}AAAA`)
  expect([forged.status, forged.body]).toEqual([404, expect.not.stringMatching(/<footer/)])
})
