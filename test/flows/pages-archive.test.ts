import { parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage } from '../support/browser/pages.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { startService, type TestService } from '../support/service.ts'

const clock = testClock(Date.parse('2027-03-01T23:30:00Z'))
let server: TestService
let list: number
beforeAll(async () => {
  server = await startService({ clock })
  await addSender(server)
  list = await addList(server, ['ana@correo.example'])
})
afterAll(() => server.close())

/** Publishes a sent campaign in the archive. */
async function publish(more: object = {}): Promise<number> {
  const { body } = await server.api(
    'POST',
    '/campaigns',
    campaignOf(list, { draft: true, ...more }),
  )
  await server.service.db
    .updateTable('campaigns')
    .set({ status: 'sent', started_at: clock.now() })
    .where('id', '=', body.id)
    .execute()
  await server.api('PUT', `/campaigns/${body.id}/archive`, { public: true })
  return body.id
}

const index = () => `/archive/${server.accountId}`

interface XmlNode {
  name?: string
  data?: string
  children?: XmlNode[]
}

const textOf = ({ data = '', children = [] }: XmlNode): string =>
  data + children.map(textOf).join('')

/** Returns all descendants with this name. */
const find = (node: XmlNode, name: string): XmlNode[] =>
  (node.children ?? []).flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...find(child, name),
  ])

const readFeed = (xml: string) => {
  const document = parseDocument(xml, { xmlMode: true, decodeEntities: true }) as XmlNode // The fields of its nodes that are used here.
  return find(document, 'item').map((item) =>
    Object.fromEntries(
      ['title', 'link', 'guid', 'pubDate', 'description'].map((name) => [
        name,
        find(item, name).map(textOf).join(),
      ]),
    ),
  )
}

test('there is no archive before the first publication', async () => {
  for (const path of [index(), `${index()}/feed.xml`, '/archive/999999', '/archive/ana']) {
    expect([path, (await openPage(server, path)).status]).toEqual([path, 404])
  }
})

test('archive and feed list published campaigns only, newest first', async () => {
  await publish({
    asunto: 'Hola {{ nombre | default: "a todos" }} & <b>',
    preheader: 'Uno',
  })
  clock.advance(3_600_000)
  await publish({ asunto: 'Rebajas\u000b de abril', camp_name: 'interno' })
  await server.api('POST', '/campaigns', campaignOf(list, { draft: true, asunto: 'Borrador' }))
  const withdrawn = await publish({ asunto: 'Retirada' })
  await server.api('PUT', `/campaigns/${withdrawn}/archive`, { public: false })

  const { body, headers } = await openPage(server, index())
  expect(body).toContain('<h1>Messages from Tienda</h1>')
  expect(body).toContain('Hola a todos &amp; &lt;b&gt;')
  expect(body).toContain('March 2, 2027')
  expect(body.indexOf('Rebajas')).toBeLessThan(body.indexOf('Hola'))
  expect(body).not.toMatch(/Borrador|Retirada|interno/)
  expect(headers.get('cache-control')).toBe('no-cache')
  const links = [...body.matchAll(/<li><a href="([^"]+)"/g)].map(([, link = '']) => link)
  expect(links).toHaveLength(2)
  for (const link of links)
    expect((await openPage(server, new URL(link).pathname)).status).toBe(200)

  const feed = await openPage(server, `${index()}/feed.xml`)
  expect(feed.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  expect(readFeed(feed.body)).toEqual([
    {
      title: expect.stringContaining('Rebajas'),
      link: links[0],
      guid: links[0],
      pubDate: 'Tue, 02 Mar 2027 00:30:00 GMT',
      description: '',
    },
    {
      title: 'Hola a todos & <b>',
      link: links[1],
      guid: links[1],
      pubDate: 'Mon, 01 Mar 2027 23:30:00 GMT',
      description: 'Uno',
    },
  ])
  expect(feed.body).not.toMatch(/[\u0000-\u0008\u000b]/)
})

test('a long archive has pages', async () => {
  for (let count = 0; count < 60; count++) await publish({ asunto: `Número ${count}` })
  const first = (await openPage(server, index())).body
  const older = /href="(\?before=\d+)"/.exec(first)?.[1]
  const lastPage = (await openPage(server, `${index()}${older}`)).body
  expect(first.match(/<li>/g)).toHaveLength(50)
  expect(lastPage.match(/<li>/g)?.length).toBeGreaterThanOrEqual(10)
  expect(lastPage).not.toContain('?before=')
  expect((await openPage(server, `${index()}?before=x`)).status).toBe(200)
})

test('archive and feed never show the name that the account logs in with', async () => {
  const { db } = server.service
  const setAccount = (change: { nombre?: string; username?: string }) =>
    db.updateTable('accounts').set(change).where('id', '=', server.accountId).execute()
  const titles = async () => {
    const { body: page } = await openPage(server, index())
    const { body: feed } = await openPage(server, `${index()}/feed.xml`)
    return [/<h1>(.*)<\/h1>/.exec(page)?.[1], /<title>(.*)<\/title>/.exec(feed)?.[1]]
  }
  const id = await publish({ from_name: 'Boletín' })
  await setAccount({ nombre: '', username: 'secret-login' })
  expect(await titles()).toEqual(['Messages from Boletín', 'Messages from Boletín'])
  await setAccount({ nombre: 'Secret-Login' })
  await db.updateTable('accounts').set({ username_key: 'secret-login' }).execute()
  expect(await titles()).toEqual(['Messages from Boletín', 'Messages from Boletín'])
  await db.updateTable('campaigns').set({ from_name: '' }).where('id', '=', id).execute()
  expect(await titles()).toEqual(['Messages', 'Messages'])
  await setAccount({ nombre: 'Zapatería Ñandú' })
  expect(await titles()).toEqual(['Messages from Zapatería Ñandú', 'Messages from Zapatería Ñandú'])
})

/** How often each page of the archive is made does not show, so a change that no version counts is not seen. */
const changeUnseen = (id: number, change: { html?: string; asunto?: string }) =>
  server.service.db.updateTable('campaigns').set(change).where('id', '=', id).execute()

test('a page of the archive is made once for each version, and not sent to a browser that has it', async () => {
  const id = await publish({ asunto: 'Cached', html: '<p>First</p>' })
  const { archive_url } = (await server.api('GET', `/campaigns/${id}`)).body
  const paths = [new URL(archive_url).pathname, index(), `${index()}/feed.xml`]
  const get = (path: string, headers: Record<string, string> = {}) =>
    server.request('GET', path, undefined, headers)
  for (const path of paths) {
    const first = await get(path)
    expect(first.status).toBe(200)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{43}"$/)
    await changeUnseen(id, { html: '<p>Unseen</p>', asunto: 'Unseen' })
    expect((await get(path)).body).toBe(first.body)
    const again = await get(path, { 'if-none-match': `"other", W/${etag}` })
    expect([again.status, again.body]).toEqual([304, ''])
    expect(again.headers.get('etag')).toBe(etag)
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
    await changeUnseen(id, { html: '<p>First</p>', asunto: 'Cached' })
  }
  const tags = await Promise.all(paths.map(async (path) => (await get(path)).headers.get('etag')))
  await server.service.db
    .updateTable('campaigns')
    .set((row) => ({ html: '<p>Second</p>', version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  expect((await get(paths[0] ?? '')).body).toContain('Second')
  for (const [at, path] of paths.entries()) {
    const changed = await get(path, { 'if-none-match': tags[at] ?? '' })
    expect(changed.status).toBe(200)
  }
  await server.api('PUT', `/campaigns/${id}/archive`, { public: false })
  expect((await get(paths[0] ?? '', { 'if-none-match': '*' })).status).toBe(404)
})

test('a title for everyone has no traces of a missing name', async () => {
  const asunto = 'Hello {{ nombre }}, our {{ nope | default: "best" }} news'
  const preheader = '{{ nombre }}: three days left'
  const html = '<html><head><title>For {{ nombre }} !</title></head><body><p>Hi</p></body></html>'
  const id = await publish({ asunto, preheader, html })
  const { archive_url } = (await server.api('GET', `/campaigns/${id}`)).body
  expect(archive_url).toContain('hello-our-best-news')
  const { body: page } = await openPage(server, new URL(archive_url).pathname)
  expect(page).toContain('<title>For!</title>')
  expect(page).toContain('<meta property="og:title" content="Hello, our best news">')
  const { body: listed } = await openPage(server, index())
  expect(listed).toContain('>Hello, our best news</a>')
  expect(listed).toContain('· Three days left')
  const [item] = readFeed((await openPage(server, `${index()}/feed.xml`)).body)
  expect(item).toMatchObject({ title: 'Hello, our best news', description: 'Three days left' })
})

test('a shared page shows its title, preheader and first image, and leads to the lists that are public', async () => {
  const image = 'https://tienda.example/a.jpg?x=1&y=2'
  const html = `<img src="https://tienda.example/pixel.gif" width="1" height="1"><IMG width=600 src="${image.replace('&', '&amp;')}"><p>ISTANBUL İİİ</p>`
  const texts = { asunto: 'Mantas & <lana>', preheader: 'Solo "hoy"' }
  const { body: offered } = await server.api('POST', '/lists', { name: 'Boletín', public: true })
  const form = (await server.api('GET', `/lists/${offered.id}`)).body.form_url
  const hidden = (await server.api('GET', `/lists/${list}`)).body.form_url
  for (const content of [html, `<!DOCTYPE html><HTML><HEAD></HEAD><BODY>${html}</BODY></HTML>`]) {
    const id = await publish({ ...texts, html: content })
    const { archive_url } = (await server.api('GET', `/campaigns/${id}`)).body
    const { body } = await openPage(server, new URL(archive_url).pathname)
    const document = parseDocument(body) as XmlNode & { attribs?: Record<string, string> }
    const metas = find(document, 'meta').map((node) => (node as typeof document).attribs ?? {})
    const contentOf = (name: string) =>
      metas.find((attributes) => (attributes.property ?? attributes.name) === name)?.content
    expect([contentOf('og:title'), contentOf('og:description'), contentOf('description')]).toEqual([
      ...[texts.asunto, texts.preheader, texts.preheader],
    ])
    expect([contentOf('og:image'), contentOf('og:type'), contentOf('og:url')]).toEqual([
      ...[image, 'article', archive_url],
    ])
    expect(find(document, 'title').map(textOf)).toEqual([texts.asunto])
    const links = find(document, 'a').map((node) => (node as typeof document).attribs?.href)
    expect(links).toContain(form)
    expect(links).toContain(server.origin + index())
    expect(links).not.toContain(hidden)
    expect(body.indexOf('<footer')).toBeGreaterThan(body.indexOf('İİİ'))
  }
  const { body: listed } = await openPage(server, index())
  expect(listed).toContain(`<a href="${form}">`)
  expect(listed).not.toContain(hidden)
  expect(listed).toContain('<meta property="og:type" content="website">')
})

test('a feed contains the messages, with links for everyone', async () => {
  const html = `<html><head><style>p{}</style></head><body><p>Hola {{ nombre | default: "a todos" }} &amp; más</p><script>x()</script><a href="{{ unsubscribe_url }}">Baja</a></body></html>`
  const id = await publish({ asunto: 'Con contenido', html })
  const { archive_url } = (await server.api('GET', `/campaigns/${id}`)).body
  const { body } = await openPage(server, `${index()}/feed.xml`)
  const document = parseDocument(body, { xmlMode: true, decodeEntities: true }) as XmlNode
  const [item = {}] = find(document, 'item')
  expect(find(item, 'content:encoded').map(textOf)).toEqual([
    `<p>Hola a todos &amp; más</p><a href="${archive_url}">Baja</a>`,
  ])
  await publish({ asunto: 'Solo texto', html: '', text: 'Uno <dos>\n{{ unsubscribe_url }}' })
  const later = await openPage(server, `${index()}/feed.xml`)
  const [textItem = {}] = find(
    parseDocument(later.body, { xmlMode: true, decodeEntities: true }) as XmlNode,
    'item',
  )
  expect(find(textItem, 'content:encoded').map(textOf).join()).toContain('Uno &lt;dos&gt;')
})

test('a feed reader that knows no tags is told by the time that it has the feed', async () => {
  const get = (headers: Record<string, string> = {}) =>
    server.request('GET', `${index()}/feed.xml`, undefined, headers)
  clock.advance(5000)
  await publish({ asunto: 'Antes' })
  const first = await get()
  const since = first.headers.get('last-modified') ?? ''
  expect(Date.parse(since)).toBeLessThanOrEqual(clock.now())
  const again = await get({ 'if-modified-since': since })
  expect([again.status, again.body, again.headers.get('last-modified')]).toEqual([304, '', since])
  // A tag goes before a time.
  expect((await get({ 'if-modified-since': since, 'if-none-match': '"other"' })).status).toBe(200)
  // In the same second.
  const id = await publish({ asunto: 'Después' })
  const changed = await get({ 'if-modified-since': since })
  expect([changed.status, changed.headers.get('last-modified')]).toEqual([200, null])
  clock.advance(5000)
  await server.api('PUT', `/campaigns/${id}/archive`, { public: false })
  // The version that the reader has is the current one again.
  expect((await get({ 'if-modified-since': since })).status).toBe(304)
  await publish({ asunto: 'Al final' })
  const last = await get({ 'if-modified-since': since })
  expect(last.status).toBe(200)
  expect(Date.parse(last.headers.get('last-modified') ?? '')).toBeGreaterThan(Date.parse(since))
})

test('a suspended account has no archive', async () => {
  await server.service.db.updateTable('accounts').set({ status: 'suspended' }).execute()
  expect((await openPage(server, index())).status).toBe(404)
  expect((await openPage(server, `${index()}/feed.xml`)).status).toBe(404)
})
