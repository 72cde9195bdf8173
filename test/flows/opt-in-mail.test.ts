import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { serviceMail } from '../../src/service/delivery/service-mail.ts'
import { ScratchBuffer } from '../../src/service/mail/scratch-buffer.ts'
import { parseMessage } from '../support/mail/smtp-sink.ts'
import { startOptIns } from '../support/opt-ins.ts'
import { remite } from '../support/remite.ts'
import { waitFor } from '../support/wait.ts'

let world: Awaited<ReturnType<typeof startOptIns>>
beforeAll(async () => {
  world = await startOptIns()
  await world.api('PUT', `/users/${world.server.accountId}/brand`, {
    name: 'Blue Bakery',
    logo_url: 'https://bakery.example/logo.png',
    color: '#ffd400',
    site: 'https://bakery.example/',
    address: '1 Main Street\nDublin',
    privacy_url: 'https://bakery.example/privacy',
  })
})
afterAll(() => world.close())

let people = 0

/** Subscribes a new person with the form of a list, and returns the opt-in mail that they get. */
async function subscribe(list: { publicId: string }, headers: Record<string, string> = {}) {
  const { server, sink, settle } = world
  const email = `person${++people}@correo.example`
  const form = { list_id: list.publicId, email, nombre: 'Eva' }
  await server.request('POST', '/v3/api/public/subscribe', form, headers)
  await settle()
  const raw = sink.messages().find(({ to }) => to[0] === email)?.raw ?? Buffer.of()
  const mail = await parseMessage(raw)
  return { ...mail, email, raw: raw.toString(), html: mail.html ?? '', text: mail.text ?? '' }
}

const spanish = { 'accept-language': 'es-ES,es;q=0.9,en;q=0.5' }

const addressesIn = (text: string): string[] =>
  [...text.matchAll(/https?:\/\/[^\s"<]+/g)].map(([url]) => url)

async function newTemplate(html: string, text = '', asunto = 'Confirm, {{ nombre }}') {
  const { body } = await world.api('POST', '/templates', { name: 'opt-in', asunto, html, text })
  return body.id as number
}

test('an opt-in mail comes from the sender of the list, with a button, the brand and a text part', async () => {
  const { api, newList, server } = world
  const list = await newList()
  await api('PUT', `/lists/${list.id}`, { from_mail: 'HOLA@tienda.example' })
  const { from, replyTo, html, text, raw } = await subscribe(list)
  expect(from).toMatchObject({ name: 'Tienda', address: 'hola@tienda.example' })
  expect(replyTo).toBeUndefined()
  expect(raw).toMatch(/d=tienda\.example/)
  const [link = ''] = addressesIn(text)
  expect(link).toMatch(new RegExp(`^${server.origin}/optin/`))
  // A light colour gets dark letters.
  expect(html).toMatch(new RegExp(`<a href="${link}" style="[^"]*background:#ffd400;color:#000000`))
  for (const part of [html, text]) {
    for (const words of ['Blue Bakery', '1 Main Street', 'Dublin']) expect(part).toContain(words)
  }
  const own = ['logo.png', 'privacy', ''].map((path) => `https://bakery.example/${path}`)
  // Nothing else is linked or loaded, so nothing is tracked.
  expect(new Set(addressesIn(html))).toEqual(new Set([link, ...own]))
})

test('without a sender of its own a list writes from the service, without logo or links of others', async () => {
  const { newList, server } = world
  const { from, replyTo, html } = await subscribe(await newList())
  expect(from?.address).toBe('remite@mail.example')
  expect(replyTo?.[0]?.address).toBe('hola@tienda.example')
  expect(addressesIn(html).every((url) => url.startsWith(`${server.origin}/optin/`))).toBe(true)
  expect(html).toContain('Blue Bakery')
})

test('an unverified sender of a list is not used', async () => {
  const { api, newList } = world
  const list = await newList()
  await api('POST', '/senders', { from_name: 'Nueva', from_mail: 'nueva@tienda.example' })
  await api('PUT', `/lists/${list.id}`, { from_mail: 'nueva@tienda.example' })
  expect((await subscribe(list)).from?.address).toBe('remite@mail.example')
})

test('the mail has the language of the form that the person used, also if it had to wait', async () => {
  const { newList, server, clock, settle, sink } = world
  const list = await newList()
  expect((await subscribe(list, spanish)).subject).toMatch(/^Confirma tu suscripción/)
  expect((await subscribe(list)).subject).toMatch(/^Please confirm/)
  const path = `/f/${list.publicId}`
  const form = 'email=formulario@correo.example&lang=es'
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await server.request('POST', path, form, type)).status).toBe(303)
  const { db } = server.service
  await db.updateTable('senders').set({ verified_at: null }).execute()
  const waiting = { list_id: list.publicId, email: 'espera@correo.example' }
  await server.request('POST', '/v3/api/public/subscribe', waiting, spanish)
  expect(await world.waiting()).toBe(1)
  await db
    .updateTable('senders')
    .set({ verified_at: 1 })
    .where('from_mail', '=', 'hola@tienda.example')
    .execute()
  await waitFor(async () => {
    clock.advance(61_000)
    return (await world.waiting()) === 0
  })
  await settle()
  for (const to of ['formulario@correo.example', 'espera@correo.example']) {
    const raw = sink.messages().find((message) => message.to[0] === to)?.raw ?? Buffer.of()
    expect((await parseMessage(raw)).subject).toMatch(/^Confirma tu suscripción/)
  }
})

test('a template of the account words the mail of a language, and a broken one gives way', async () => {
  const { api, newList, server } = world
  const list = await newList({ api }, 'Novedades')
  const cli = remite(server)
  const html =
    '<p>Hola {{ nombre }}: <a href="{{ confirm_url }}">{{ list_name }}</a> {{ sender_name }}, {{ postal_address }}</p>'
  const template = await newTemplate(html)
  const set = await cli(
    'users',
    'opt-in-mail',
    'set',
    '--language',
    'es',
    '--template',
    String(template),
  )
  expect([set.code, set.stderr]).toEqual([0, ''])
  const own = await subscribe(list, spanish)
  expect(own.subject).toBe('Confirm, Eva')
  expect(own.html).toMatch(
    /Hola Eva: <a href="[^"]+\/optin\/[^"]+">Novedades<\/a> Blue Bakery, 1 Main/,
  )
  expect(own.text).toContain(`${server.origin}/optin/`)
  // The service's own address does not vouch for it.
  expect(own.from?.address).toBe('hola@tienda.example')
  expect((await subscribe(list)).from?.address).toBe('remite@mail.example')
  const shown = await cli('users', 'opt-in-mail', 'get', '--language', 'es', '-o', 'json')
  expect(shown.json()).toMatchObject({ template_id: template, subject: 'Confirm, {{ nombre }}' })

  await api('POST', '/templates', { id: template, html: '<p>No link</p>' })
  const builtIn = await subscribe(list, spanish)
  expect(builtIn.subject).toMatch(/^Confirma tu suscripción/)
  expect(builtIn.html).toContain('/optin/')
  const reset = await cli('users', 'opt-in-mail', 'reset', '--language', 'es', '-o', 'json')
  expect(reset.json()).toMatchObject({ template_id: null, subject: null })
})

test('the wording is read when the mail is claimed, so an outage while it is sent loses none', async () => {
  const { server, api, newList, submit, close } = await startOptIns({ workers: false })
  onTestFinished(close)
  const html = '<a href="{{ confirm_url }}">Hola, {{ nombre }}</a>'
  const wording = { name: 'opt-in', asunto: 'Confirm, {{ nombre }}', html, text: '' }
  const { body: template } = await api('POST', '/templates', wording)
  const { accountId, service } = server
  for (const language of ['en', 'es']) {
    const path = `/users/${accountId}/opt-in-mail/${language}`
    const set = await api('PUT', path, { template_id: template.id })
    expect(set.status).toBe(200)
  }
  await submit((await newList()).publicId, 'ana@correo.example')
  const [message] = await serviceMail(service, 1)(1, 'process.claim')
  await sql`alter table opt_in_templates rename to hidden`.execute(service.db)
  const made = await message?.compose(new ScratchBuffer())
  expect(made?.raw.toString()).toContain('Subject: Confirm,\r\n')
})

test('a template without the link is refused, and so is one of another account', async () => {
  const { api, server } = world
  const path = `/users/${server.accountId}/opt-in-mail/en`
  const problemOf = async (template_id: number, more: object = {}) => {
    const { status, body } = await api('PUT', path, { template_id, ...more })
    return [status, body.errors?.[0]?.field, body.errors?.[0]?.code]
  }
  const hidden = '<p>{% if nombre == "never" %}{{ confirm_url }}{% endif %}</p>'
  for (const html of ['<p>Hi</p>', hidden]) {
    expect(await problemOf(await newTemplate(html))).toEqual([422, 'template_id', 'no_confirm_url'])
  }
  const halved = await newTemplate('<p>{{ confirm_url }}</p>', 'no link here')
  expect(await problemOf(halved)).toEqual([422, 'template_id', 'no_confirm_url'])
  const untitled = await newTemplate('<p>{{ confirm_url }}</p>', '', '')
  expect(await problemOf(untitled)).toEqual([422, 'subject', 'required'])
  const other = await server.other()
  const { body } = await other.api('POST', '/templates', {
    name: 'theirs',
    html: '<p>{{ confirm_url }}</p>',
  })
  expect(await problemOf(body.id)).toEqual([422, 'template_id', 'unknown_id'])
  expect((await other.api('GET', path)).status).toBe(404)
  expect((await api('PUT', path, { template_id: untitled, subject: '{{ a | b }}' })).status).toBe(
    422,
  )
  expect((await api('GET', `/users/${server.accountId}/opt-in-mail/xx`)).status).toBe(404)
})
