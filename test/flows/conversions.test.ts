import { afterEach, expect, test } from 'vitest'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { parseMessage, type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let sink: Sink
let server: TestService
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** Sends a campaign to two contacts, with their conversion tokens in the links. */
async function deliver(more: object = {}) {
  const clock = testClock()
  sink = await startSink()
  open.push(() => sink.stop())
  server = await startService({ workers: true, clock, settings: { smtpUrl: sink.url } })
  open.push(() => server.close())
  await addSender(server)
  const list = await addList(server, ['ana@correo.example', 'eva@correo.example'])
  const html = '<a href="https://tienda.example/?c={{ conversion_token }}">Comprar</a>'
  const { body } = await server.api('POST', '/campaigns', campaignOf(list, { html, ...more }))
  await untilStatus(server, body.id, 'sent')
  clock.advance(60_000)
  return { id: body.id as number, clock }
}

const linkTo = async (email: string): Promise<string> => {
  const { raw } = sink.messages().find(({ to }) => to[0] === email) ?? { raw: Buffer.alloc(0) }
  const { html = '' } = await parseMessage(raw)
  return /href="(http[^"]+)"/.exec(html)?.[1] ?? ''
}

const tokenIn = (url: string): string => new URL(url).searchParams.get('c') ?? ''

const contactOf = async (email: string): Promise<number> => {
  const { db } = server.service
  const rows = db.selectFrom('contacts').select('id').where('email', '=', email)
  return (await rows.executeTakeFirstOrThrow()).id
}

const stats = async (id: number) => (await server.api('GET', `/campaigns/${id}/stats`)).body

const convert = (id: number, body: object) =>
  server.api('POST', `/campaigns/${id}/conversions`, body)

test('a conversion counts once, however often its event is sent', async () => {
  const { id } = await deliver()
  const cli = remite(server)
  const contact = String(await contactOf('ana@correo.example'))
  const convertWithCli = async (event: string, ...more: string[]) => {
    const args = ['campaigns', 'convert', String(id), '--contact', contact, '--name', 'compra']
    const { stdout } = await cli(...args, '--event-id', event, ...more, '--json')
    return JSON.parse(stdout)
  }
  expect(await convertWithCli('1', '--value', '19.5', '--currency', 'EUR')).toMatchObject({
    counted: true,
  })
  expect(await convertWithCli('2', '--value', '10', '--currency', 'EUR')).toMatchObject({
    counted: true,
  })
  const again = { contact_id: Number(contact), name: 'compra', event_id: '1', value: 99 }
  expect((await convert(id, again)).body).toEqual({ ok: true, counted: false })
  expect(await stats(id)).toMatchObject({
    conversions: 2,
    conversion_value: [{ currency: 'EUR', value: 29.5 }],
  })
})

test('the token in a link identifies who converted, tracked or not', async () => {
  for (const track_links of [0, 1]) {
    const { id } = await deliver({ track_links })
    const link = await linkTo('eva@correo.example')
    const landed = track_links
      ? ((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '')
      : link
    const token = tokenIn(landed)
    const body = { token, name: 'alta', event_id: 'a-1' }
    expect((await convert(id, body)).body).toEqual({ ok: true, counted: true })
    const { db } = server.service
    const rows = await db.selectFrom('conversions').select(['contact_id', 'value']).execute()
    expect(rows).toEqual([{ contact_id: await contactOf('eva@correo.example'), value: null }])
    for (const close of open.splice(0).reverse()) await close()
  }
})

test('a contact who did not get the campaign cannot convert in it', async () => {
  const { id } = await deliver()
  const otherAccount = await server.other()
  await addList(server, ['luis@correo.example'])
  const stranger = await contactOf('luis@correo.example')
  const event = { name: 'compra', event_id: '1' }
  const token = tokenIn(await linkTo('ana@correo.example'))
  const refusals = [
    [await convert(id, { ...event, contact_id: stranger }), 'contact_id', 'unknown_id'],
    [await convert(id, { ...event, token: `${token}A` }), 'token', 'unknown_id'],
    [await convert(id, { ...event, token, contact_id: stranger }), 'token', 'unknown_id'],
    [await convert(id, event), 'contact_id', 'required'],
  ] as const
  for (const [{ status, body }, field, code] of refusals) {
    expect([status, body.errors]).toMatchObject([422, [{ field, code }]])
  }
  const theirs = await otherAccount.api('POST', `/campaigns/${id}/conversions`, { ...event, token })
  expect(theirs.status).toBe(404)
  expect((await stats(id)).conversions).toBe(0)
})

test('a pixel on the page after a purchase records the conversion, and is always an image', async () => {
  const { id } = await deliver()
  const token = tokenIn(await linkTo('ana@correo.example'))
  const openPixel = async (
    query: string,
    conversionToken = token,
    headers: Record<string, string> = {},
  ) => {
    const { status, headers: received } = await server.request(
      'GET',
      `/v/${conversionToken}${query}`,
      undefined,
      headers,
    )
    expect([status, received.get('content-type')]).toEqual([200, 'image/gif'])
  }
  await openPixel('?name=compra&event_id=77&value=12.5&currency=EUR')
  await openPixel('?name=compra&event_id=77&value=12.5&currency=EUR')
  await openPixel('?name=visita')
  await openPixel('?name=visita')
  await openPixel('?name=otra', 'nobody')
  await openPixel('?value=3')
  await openPixel('?name=otra&value=much')
  await openPixel('?name=otra', token, { 'sec-purpose': 'prefetch' })
  await server.request('HEAD', `/v/${token}?name=otra`)
  expect(await stats(id)).toMatchObject({
    conversions: 2,
    conversion_value: expect.arrayContaining([
      { currency: 'EUR', value: 12.5 },
      { currency: null, value: 0 },
    ]),
  })
  expect((await convert(id, { token, name: 'compra', event_id: '77' })).body.counted).toBe(false)
})
