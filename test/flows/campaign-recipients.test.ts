import { afterEach, expect, test } from 'vitest'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import {
  parseMessage,
  type Sink,
  type SinkBehaviour,
  startSink,
} from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let sink: Sink
let server: TestService
let cli: ReturnType<typeof remite>
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function start(behaviour: SinkBehaviour = {}) {
  const clock = testClock()
  sink = await startSink(behaviour)
  open.push(() => sink.stop())
  server = await startService({ workers: true, clock, settings: { smtpUrl: sink.url } })
  open.push(() => server.close())
  await addSender(server)
  cli = remite(server, clock)
  return clock
}

const create = async (list: number, more: object = {}): Promise<number> =>
  (await server.api('POST', '/campaigns', campaignOf(list, more))).body.id

const json = async (...args: string[]) => {
  const { stdout, stderr, code } = await cli(...args, '--json')
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

/** Follows the first link in the message to this address, as a person does. */
async function follow(email: string) {
  const message = sink.messages().find(({ to }) => to[0] === email)
  const { html = '' } = await parseMessage(message?.raw ?? Buffer.alloc(0))
  const [, url = ''] = /<a href="([^"]+)"/.exec(html) ?? []
  expect((await fetch(url, { redirect: 'manual', headers: browser })).status).toBe(302)
}
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }

test('the recipients of a campaign are listed with their outcome, page by page', async () => {
  const clock = await start({ refuse: '^no' })
  const people = ['ana@correo.example', 'eva@correo.example', 'no@correo.example']
  const list = await addList(
    server,
    people.map((email) => ({ email, nombre: 'Ñ' })),
  )
  const id = await create(list, { track_links: 1 })
  await untilStatus(server, id, 'sent')
  clock.advance(3_600_000)
  await follow('eva@correo.example')
  clock.advance(1000)
  await waitFor(async () => (await server.api('GET', `/campaigns/${id}/stats`)).body.clicks === 1)
  const { data } = await json('campaigns', 'recipients', String(id))
  expect(data).toMatchObject([
    { email: 'ana@correo.example', nombre: 'Ñ', status: 'sent', clicks: 0, attempts: 1 },
    { email: 'eva@correo.example', status: 'clicked', clicks: 1 },
    { email: 'no@correo.example', status: 'bounced', diagnostic: expect.stringContaining('5.1.1') },
  ])
  const emails = async (...filter: string[]) =>
    (await json('campaigns', 'recipients', String(id), ...filter)).data.map(
      ({ email }: { email: string }) => email,
    )
  expect(await emails('--status', 'clicked')).toEqual(['eva@correo.example'])
  expect(await emails('--status', 'failed')).toEqual(['no@correo.example'])
  expect(await emails('--status', 'bounced')).toEqual(['no@correo.example'])
  expect(await emails('--status', 'opened', '--all')).toEqual([])
  const page = await json('campaigns', 'recipients', String(id), '--limit', '2')
  expect(page).toMatchObject({ has_more: true })
  expect(await emails('--cursor', page.next_cursor)).toEqual(['no@correo.example'])

  const [link] = (await json('campaigns', 'links', String(id))).data
  expect(link).toMatchObject({
    url: 'https://tienda.example/rebajas',
    clicks: 1,
    unique_clicks: 1,
    machine_clicks: 0,
  })
  expect(await emails('--link', String(link.link_id))).toEqual(['eva@correo.example'])
})

test('a duplicate is a draft with the same audience and no history', async () => {
  await start()
  const list = await addList(server, ['ana@correo.example'])
  const id = await create(list, { utm: { utm_source: 'news' } })
  await untilStatus(server, id, 'sent')
  const { id: copy } = await json('campaigns', 'duplicate', String(id))
  const [before, after] = [
    await json('campaigns', 'get', String(id)),
    await json('campaigns', 'get', String(copy)),
  ]
  expect(after).toMatchObject({
    camp_name: 'Copy of Rebajas',
    status: 'draft',
    recipients: 0,
    sent_at: null,
  })
  for (const field of ['asunto', 'html', 'from_mail', 'list_id', 'utm', 'track_links']) {
    expect(after[field]).toEqual(before[field])
  }
  const renamed = await json('campaigns', 'duplicate', String(id), '--name', 'Abril')
  expect((await json('campaigns', 'get', String(renamed.id))).camp_name).toBe('Abril')
})

test('a preview shows the message for a contact and counts nothing', async () => {
  await start()
  const list = await addList(server, [
    { email: 'ana@correo.example', nombre: 'Ana', fields: { ciudad: 'Lugo' } },
  ])
  const html = '<p>{{ nombre }} de {{ ciudad }}</p><a href="https://tienda.example/">Ver</a>'
  const id = await create(list, {
    draft: true,
    html,
    track_links: 1,
    preheader: 'Para {{ nombre }}',
  })
  const [{ id: contact }] = (await json('contacts', 'list', '--list', String(list))).data
  const shown = await json('campaigns', 'preview', String(id), '--contact', String(contact))
  expect(shown.html).toContain('Ana de Lugo')
  expect(shown.html).toContain('href="https://tienda.example/"')
  expect(shown).toMatchObject({ asunto: 'Rebajas de enero', preheader: 'Para Ana' })
  const { mime, size } = await json('campaigns', 'preview', String(id), '--format', 'mime')
  expect(Buffer.byteLength(mime)).toBe(size)
  expect((await parseMessage(Buffer.from(mime))).subject).toBe('Rebajas de enero')
  const unknown = await cli('campaigns', 'preview', String(id), '--contact', '999999')
  expect(unknown.code).toBe(6)
  expect(sink.messages()).toEqual([])
})

test('a resend to those not reached starts as a draft', async () => {
  const clock = await start({ block: '^no' })
  const people = ['ana@correo.example', 'eva@correo.example', 'no@correo.example']
  const list = await addList(server, people)
  const id = await create(list, { track_links: 1 })
  await untilStatus(server, id, 'sent')
  clock.advance(3_600_000)
  await follow('eva@correo.example')
  clock.advance(1000)
  await waitFor(async () => (await server.api('GET', `/campaigns/${id}/stats`)).body.clicks === 1)
  await cli('contacts', 'add', '--list', String(list), '--email', 'new@correo.example')
  const sentTo = async (to: string) => {
    const before = sink.messages().length
    const { id: again } = await json('campaigns', 'resend', String(id), '--to', to)
    expect(await json('campaigns', 'get', String(again))).toMatchObject({ status: 'draft' })
    await server.api('PUT', `/campaigns/${again}/send`)
    const { recipients } = await untilStatus(server, again, 'sent')
    const reached = sink.messages().slice(before)
    return [recipients, reached.map(({ to: [address] }) => address)]
  }
  expect(await sentTo('unopened')).toEqual([1, ['ana@correo.example']])
  expect(await sentTo('new')).toEqual([1, ['new@correo.example']])
  expect(await sentTo('failed')).toEqual([1, []])
  const nobody = await cli('campaigns', 'resend', String(id), '--to', 'uncertain')
  expect([nobody.code, nobody.stderr]).toEqual([6, expect.stringContaining('Empty audience')])
})

test('a campaign that has not ended cannot be resent', async () => {
  await start()
  const id = await create(await addList(server, ['ana@correo.example']), { draft: true })
  const { status, body } = await server.api('POST', `/campaigns/${id}/resend`, { to: 'new' })
  expect([status, body.code]).toEqual([409, 'wrong_state'])
})
