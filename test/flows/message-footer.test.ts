import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { parseMessage, type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { startService, type TestService } from '../support/service.ts'

let sink: Sink
let server: TestService
beforeAll(async () => {
  sink = await startSink()
  server = await startService({ workers: true, settings: { smtpUrl: sink.url } })
  await addSender(server)
})
afterAll(async () => {
  await server.close()
  await sink.stop()
})

let people = 0

const setBrand = (brand: object) => server.api('PUT', `/users/${server.accountId}/brand`, brand)

/** Sends a campaign to a new person on a list, and returns the message that arrives. */
async function send(more: object, lists?: readonly number[]) {
  const email = `lector${++people}@correo.example`
  const list = lists ?? [await addList(server, [{ email, fields: { postal_address: 'Home 1' } }])]
  const { body } = await server.api('POST', '/campaigns', campaignOf(list, more))
  await untilStatus(server, body.id, 'sent')
  const mails = sink.messages().filter(({ to }) => lists || to[0] === email)
  return Promise.all(mails.map(({ raw }) => parseMessage(raw)))
}

const count = (text: string | undefined, words: string) => (text ?? '').split(words).length - 1

test('without a postal address the footer is the unsubscribe link alone', async () => {
  const [mail] = await send({ html: '<p>Hola</p>' })
  expect(mail?.html).toMatch(
    /<p>Hola<\/p><p style="[^"]+"><a href="http[^"]+">Unsubscribe<\/a><\/p>/,
  )
  expect(mail?.text?.trim()).toMatch(/^Hola\s+-- \s+Unsubscribe: http\S+$/)
})

test('the footer names the sender and its address, once, where the author does not', async () => {
  const account = { name: 'Panadería Azul', address: 'Calle Mayor 1,\n28013 Madrid' }
  await setBrand(account)
  const named = 'Panadería Azul · Calle Mayor 1, 28013 Madrid'
  const [plain] = await send({ html: '<p>Hola</p>' })
  expect([count(plain?.html, named), count(plain?.text, named)]).toEqual([1, 1])
  // An own way out does not replace the address.
  const [linked] = await send({ html: '<p>Hola <a href="{{ unsubscribe_url }}">x</a></p>' })
  expect([count(linked?.html, named), count(linked?.html, 'Unsubscribe')]).toEqual([1, 0])
  const [own] = await send({
    html: '<p>Hola</p><small>Calle Mayor 1<br>28013 <b>Madrid</b></small>',
    text: 'Hola, calle mayor 1 (28013 Madrid)',
  })
  expect([count(own?.html, 'Panadería'), count(own?.text, 'Panadería')]).toEqual([0, 0])
  expect(own?.html).toContain('Unsubscribe')
  const { body } = await server.api(
    'POST',
    '/campaigns',
    campaignOf(await addList(server, []), { html: '<p>Hola</p>', draft: true }),
  )
  const preview = await server.api('GET', `/campaigns/${body.id}/preview`)
  expect([count(preview.body.html, named), count(preview.body.text, named)]).toEqual([1, 1])
})

test('merge tags show the sender, but not in place of a field of that name', async () => {
  const html = '<p>{{ sender_name }}: {{ postal_address }}</p>'
  const [mail] = await send({ html })
  // The list has a field `postal_address`, which the message meant before the tag existed.
  expect(mail?.html).toContain('<p>Panadería Azul: Home 1</p>')
  const list = await addList(server, [`lector${++people}@correo.example`])
  const before = sink.messages().length
  const mails = await send({ html }, [list])
  const [plain] = mails.slice(before)
  expect(plain?.html).toContain('<p>Panadería Azul: Calle Mayor 1, 28013 Madrid</p>')
  expect(count(plain?.html, 'Calle Mayor')).toBe(1)
})

test('a contact sees the brand of their own list', async () => {
  const lists: number[] = []
  for (const _ of [1, 2]) {
    lists.push(await addList(server, [`lector${++people}@correo.example`]))
  }
  await setBrand({ list_id: lists[1], name: 'Panadería Verde', address: 'Rúa Nova 2' })
  const before = sink.messages().length
  const mails = (await send({ html: '<p>Hola</p>' }, lists)).slice(before)
  const texts = mails.map(({ text }) => text ?? '').sort()
  expect(texts).toHaveLength(2)
  expect(texts.some((text) => text.includes('Panadería Azul · Calle Mayor 1'))).toBe(true)
  expect(texts.some((text) => text.includes('Panadería Verde · Rúa Nova 2'))).toBe(true)
})
