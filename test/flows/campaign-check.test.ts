import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '../../src/core/time.ts'
import type { Resolver } from '../../src/service/resolver.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { rememberedApi, startService, type TestService } from '../support/service.ts'

interface Item {
  code: string
  level: string
  message: string
  values?: Record<string, string | number>
  places?: { part: string; line: number; offset: number; length: number; variant?: string }[]
  suggestion?: string
  fixable?: boolean
}

/** DNS in which every name but one is this machine. */
const names: Resolver & { isDown: boolean } = {
  isDown: false,
  txt: async () => [],
  mx: async () => [],
  addresses: async (name) => {
    const code = names.isDown ? 'ETIMEOUT' : name === 'gone.shop.com' ? 'ENOTFOUND' : undefined
    if (code) throw Object.assign(new Error(code), { code, syscall: 'queryA' })
    return ['127.0.0.1']
  },
}

const clock = testClock()
let server: TestService
let api: TestService['api']
let list: number
let site: Server
let host: string
const asked: string[] = []

/** The beginning of a PNG that is so many pixels wide. */
function png(width: number, size = 40): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.writeUInt32BE(0x89504e47)
  bytes.writeUInt32BE(width, 16)
  return bytes
}

beforeAll(async () => {
  site = createServer((request, response) => {
    const { method, url = '' } = request
    asked.push(`${method} ${url}`)
    if (url === '/no-head' && method === 'HEAD') return response.writeHead(405).end()
    if (url === '/moved') return response.writeHead(301, { location: '/missing' }).end()
    if (url === '/missing') return response.writeHead(404).end()
    if (url === '/broken') return response.writeHead(503).end()
    if (url === '/forbidden') return response.writeHead(403).end()
    if (url === '/wide.png') return response.end(png(2400))
    if (url === '/heavy.png') {
      response.writeHead(200, { 'content-length': 3_000_000 })
      return method === 'HEAD' ? response.end() : response.write(png(600, 100_000))
    }
    return response.end('ok')
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  host = `http://www.shop.com:${(site.address() as AddressInfo).port}`
  server = await startService({ clock, resolver: names })
  api = await rememberedApi(server)
  await addSender(server)
  list = await addList(server, [
    {
      email: 'ana@correo.example',
      nombre: 'Ana',
      fields: { ciudad: 'Ávila', web: 'https://ana.example/' },
    },
    { email: 'luis@correo.example', nombre: 'Luis', fields: { ciudad: 'León' } },
    { email: 'eva@correo.example' },
  ])
})
afterAll(async () => {
  await server.close()
  site.close()
})
beforeEach(() => {
  asked.length = 0
  names.isDown = false
})

async function draft(content: object): Promise<number> {
  const body = campaignOf(list, { draft: true, ...content })
  return (await api('POST', '/campaigns', body)).body.id
}

async function check(content: object): Promise<{ ready: boolean; items: Item[] }> {
  return (await api('GET', `/campaigns/${await draft(content)}/check`)).body
}

const wrong = ({ items }: { items: Item[] }, ...codes: string[]): Item[] =>
  items.filter(({ code, level }) => codes.includes(code) && level !== 'ok')

test('foreign and misspelt tags block a send, each with its place and its translation', async () => {
  const html = '<p>Hola *|FNAME|*</p>\n<p>{{ Nombre }} {{ ciudda }} {{ ciudad }}</p>'
  const id = await draft({ html })
  const { body } = await api('GET', `/campaigns/${id}/check`)
  expect(body.ready).toBe(false)
  const [foreign] = wrong(body, 'foreign_tag')
  expect(foreign).toMatchObject({
    level: 'error',
    values: { tag: '*|FNAME|*', tool: 'Mailchimp', place: 'html', line: 1 },
    places: [{ part: 'html', line: 1, column: 9, offset: 8, length: 9 }],
    suggestion: '{{ nombre }}',
    fixable: true,
  })
  expect(foreign?.message).toBe(
    '*|FNAME|* is a merge tag of Mailchimp, and readers would see it as it is. Write {{ nombre }} (html, line 1).',
  )
  const [exact, alike] = wrong(body, 'merge_tag_unknown')
  expect([exact?.suggestion, exact?.fixable]).toEqual(['{{ nombre }}', true])
  expect([alike?.suggestion, alike?.fixable]).toEqual(['{{ ciudad }}', undefined])
  const spanish = await api('GET', `/campaigns/${id}/check`, undefined, {
    'accept-language': 'es',
  })
  expect(wrong(spanish.body, 'merge_tag_unknown')[1]?.message).toContain('¿Querías decir ciudad?')
  const refused = await api('PUT', `/campaigns/${id}/send`, {})
  expect([refused.status, refused.body.code]).toEqual([422, 'invalid'])
  expect(refused.body.errors[0]).toMatchObject({ field: 'html', code: 'content_broken' })
})

test('a scheduled campaign with an older mistake can be renamed, and not given a new one', async () => {
  const id = await draft({ html: '<p>Hola {{ nombre }}</p>' })
  const at = new Date(clock.now() + 86_400_000).toISOString()
  expect((await api('PUT', `/campaigns/${id}/schedule`, { scheduled_at: at })).status).toBe(200)
  await server.service.db
    .updateTable('campaigns')
    .set({ html: '<p>Hola *|FNAME|*</p>' })
    .where('id', '=', id)
    .execute()
  expect((await api('PUT', `/campaigns/${id}`, { camp_name: 'Renamed' })).status).toBe(200)
  const refused = await api('PUT', `/campaigns/${id}`, { html: '<p>Hola *|LNAME|*</p>' })
  expect([refused.status, refused.body.errors?.[0].code]).toEqual([422, 'content_broken'])
})

test('links and images that cannot work block a send, and warnings do not', async () => {
  const html = `<p>Hola {{ nombre }}</p><a href="www.tienda.example">A</a><a href="https://">B</a>
<a href="http://localhost/">C</a><img src="file:///C:/x.png" alt="x"><img src="https://cdn.tienda.example/a.png">`
  const body = await check({ html })
  expect(wrong(body, 'link_relative')[0]).toMatchObject({
    suggestion: 'https://www.tienda.example',
    fixable: true,
  })
  expect(
    wrong(body, 'link_empty', 'link_local', 'image_not_shown').map(({ level }) => level),
  ).toEqual(['error', 'error', 'error'])
  expect(wrong(body, 'image_without_alt')[0]).toMatchObject({ level: 'warn', values: { count: 1 } })
  const warned = await check({
    asunto: 'RE: Hola',
    html: '<p>Hola</p><img src="https://cdn.tienda.example/a.png">',
  })
  expect(warned.ready).toBe(true)
  expect(wrong(warned, 'subject_reply', 'postal_address_missing', 'image_only')).toHaveLength(3)
})

test('a finding in a variant of an A/B test names the variant', async () => {
  const ab_test = {
    variants: [{ asunto: 'A' }, { asunto: 'B', html: '<p>*|FNAME|*</p>' }],
    share: 50,
    winner: 'open',
  }
  const body = await check({ track_reads: 1, ab_test })
  expect(wrong(body, 'foreign_tag').flatMap(({ places = [] }) => places)).toMatchObject([
    { part: 'html', variant: 'b' },
  ])
})

test('the message is rendered for recipients: empty greetings, links and fields are counted', async () => {
  const body = await check({
    asunto: '{{ nombre }}, novedades',
    html: '<p>Hola {{ nombre }},</p><p>{{ ciudad }} {{ ciudad | default: "x" }}</p><a href="{{ web }}">Web</a>',
  })
  expect(body.ready).toBe(true)
  const values = (code: string) => wrong(body, code).map((item) => item.values)
  expect(values('greeting_empty')).toMatchObject([{ count: 1, total: 3, greeting: ', novedades' }])
  expect(values('rendered_link_empty')).toMatchObject([{ count: 2, total: 3 }])
  expect(values('field_empty')).toMatchObject([
    { count: 1, total: 3, field: 'nombre' },
    { count: 1, total: 3, field: 'ciudad' },
    { count: 2, total: 3, field: 'web' },
  ])
  const complete = await check({
    html: '<p>Hola {{ nombre | default: "amiga" }},</p><p>{% if ciudad %}{{ ciudad }}{% endif %}</p><p>{{ sender_name }}, {{ postal_address }}</p>',
  })
  expect(wrong(complete, 'greeting_empty', 'field_empty', 'rendered_link_empty')).toEqual([])
})

test('the size is that of the rendered message', async () => {
  const long =
    '{% for i in (1..120) %}<p>{{ nombre }}, {% if i > 60 %}quedan pocos días para aprovechar las rebajas de este otoño en nuestras tiendas{% endif %}</p>{% endfor %}'
  const small = await check({ html: long })
  expect(wrong(small, 'html_over_102_kb')).toEqual([])
  const large = await check({
    html: `${long}<p>{% for i in (1..1200) %}{{ nombre }}, quedan pocos días para aprovechar las rebajas de este otoño en nuestras tiendas. {% endfor %}</p>`,
  })
  expect(wrong(large, 'html_over_102_kb')).toHaveLength(1)
})

describe('links are asked', () => {
  const link = (path: string) => `<p><a href="${host}${path}">${path}</a></p>`

  test('a missing page is an error, an unusual answer a warning, and others are fine', async () => {
    const paths = ['/fine', '/no-head', '/moved', '/missing#part', '/broken', '/forbidden']
    const body = await check({
      html: `${paths.map(link).join('')}<a href="http://gone.shop.com/">gone</a>
<a href="${host}/cuenta?e={{ email }}">personal</a><a href="{{ unsubscribe_url }}">Baja</a>`,
    })
    expect(body.ready).toBe(false)
    const found = wrong(body, 'link_broken').map(({ values = {} }) => [values.url, values.reason])
    expect(found).toHaveLength(2)
    expect(found).toContainEqual([`${host}/moved`, 'HTTP 404'])
    expect(found).toContainEqual([`${host}/missing#part`, 'HTTP 404'])
    const unanswered = wrong(body, 'link_unanswered').map(({ values = {} }) => [
      values.url,
      values.reason,
    ])
    expect(unanswered).toHaveLength(2)
    expect(unanswered).toContainEqual([`${host}/broken`, 'HTTP 503'])
    expect(unanswered).toContainEqual(['http://gone.shop.com/', 'name_unknown'])
    expect(
      wrong(body, 'link_unanswered')
        .map(({ message }) => message)
        .join(),
    ).toContain('its domain does not exist')
    expect(asked).toContain('GET /no-head')
    expect(asked).not.toContain('GET /fine')
    expect(asked.filter((each) => each.includes('cuenta'))).toEqual([])
  })

  test('images are asked for their size', async () => {
    const html = `<p>Hola</p><img src="${host}/wide.png" alt="a"><img src="${host}/heavy.png" alt="b"><img src="${host}/missing" alt="c">`
    const body = await check({ html })
    const values = wrong(body, 'image_too_large').map((item) => item.values)
    expect(values).toContainEqual(expect.objectContaining({ url: `${host}/wide.png`, width: 2400 }))
    expect(values).toContainEqual(expect.objectContaining({ url: `${host}/heavy.png`, kb: 2930 }))
    expect(wrong(body, 'image_broken')).toHaveLength(1)
  })

  test('an answer is kept for a day', async () => {
    const id = await draft({ html: link('/kept') })
    const again = () => api('GET', `/campaigns/${id}/check`)
    await again()
    await again()
    expect(asked).toEqual(['HEAD /kept'])
    clock.advance(dayMs + 1)
    await again()
    expect(asked).toEqual(['HEAD /kept', 'HEAD /kept'])
  })

  test('without a network there is a note with the date of the last answer, and no warning', async () => {
    const id = await draft({ html: link('/offline') })
    await api('GET', `/campaigns/${id}/check`)
    const date = new Date(clock.now()).toISOString().slice(0, 10)
    clock.advance(dayMs + 1)
    names.isDown = true
    const { body } = await api('GET', `/campaigns/${id}/check`)
    expect(wrong(body, 'link_broken', 'link_unanswered', 'not_checked')).toEqual([])
    const note = body.items.find(({ code }: Item) => code === 'links_not_asked')
    expect(note).toMatchObject({ level: 'ok', values: { count: 1, last: date } })
    expect(note.message).toContain(date)
    expect(body.ready).toBe(true)
  })

  test('at most twenty links are asked', async () => {
    const paths = Array.from({ length: 30 }, (_, index) => link(`/many-${index}`))
    await check({ html: paths.join('') })
    expect(asked).toHaveLength(20)
  })
})
