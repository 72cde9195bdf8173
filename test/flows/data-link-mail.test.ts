import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSubscriber, sendForm } from '../support/browser/pages.ts'
import { parseMessage } from '../support/mail/smtp-sink.ts'
import { startOptIns } from '../support/opt-ins.ts'

let world: Awaited<ReturnType<typeof startOptIns>>
beforeAll(async () => {
  world = await startOptIns()
})
afterAll(() => world.close())

/** Creates a list that asks for no confirmation. */
async function newList(more: { name: string; from_mail?: string }) {
  const { body } = await world.api('POST', '/lists', more)
  return { id: Number(body.id) }
}

/** Asks for a person's data after they have left everything, and returns the mail that they get. */
async function requestData(list: { id: number }) {
  const { server, sink, settle } = world
  const email = `eva${list.id}@correo.example`
  const { page } = await newSubscriber(server, list.id, { email })
  const preferences = page.replace('/s/', '/preferences/')
  await sendForm(server, preferences, { act: 'leave' })
  await sendForm(server, preferences, { act: 'data' }, { 'accept-language': 'en' })
  await settle()
  const raw = sink.messages().find(({ to }) => to[0] === email)?.raw ?? Buffer.of()
  const { from, replyTo, html = '', text = '' } = await parseMessage(raw)
  return { from, replyTo, html, text, email, link: /https?:\S+/.exec(text)?.[0] ?? '' }
}

test('the link to the data is mailed to a suppressed address, by the sender of the list', async () => {
  const { server } = world
  const list = await newList({ name: 'Novedades', from_mail: 'hola@tienda.example' })
  const { from, html, text, link, email } = await requestData(list)
  expect(from?.address).toBe('hola@tienda.example')
  expect(html).toContain(`<a href="${link}"`)
  expect(text).toContain('Someone asked to download everything')
  const { pathname } = new URL(link)
  expect((await sendForm(server, pathname, {})).body).toMatchObject({ email })
})

test('without a sender of its own the list mails it by the service', async () => {
  const { from, replyTo, link } = await requestData(await newList({ name: 'Recetas' }))
  expect(from?.address).toBe('remite@mail.example')
  expect(replyTo?.[0]?.address).toBe('hola@tienda.example')
  expect(link.startsWith(`${world.server.origin}/personal-data/`)).toBe(true)
})
