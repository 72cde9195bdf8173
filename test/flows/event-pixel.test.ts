import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { conversionToken } from '../../src/service/campaigns/reporting/conversion-token.ts'
import { eventPixelToken } from '../../src/service/custom-events/pixel-token.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let sink: Awaited<ReturnType<typeof startSink>>
let recipient: { id: number; campaign_id: number; contact_id: number }
const clock = testClock()
let round = 0
let name: string
let network = 0

beforeAll(async () => {
  sink = await startSink()
  server = await startService({
    ...{ clock, workers: true, trustedProxies: 1 },
    settings: { smtpUrl: sink.url },
  })
  await addSender(server)
  const list = await addList(server, ['ana@example.org', 'eva@example.org'])
  const { body } = await server.api('POST', '/campaigns', campaignOf(list))
  await untilStatus(server, body.id, 'sent')
  recipient = await server.service.db
    .selectFrom('recipients')
    .innerJoin('contacts', 'contacts.id', 'recipients.contact_id')
    .select(['recipients.id', 'campaign_id', 'contact_id'])
    .where('contacts.email', '=', 'ana@example.org')
    .executeTakeFirstOrThrow()
})
beforeEach(() => {
  name = `pixel ${++round}`
  network++
})
afterAll(async () => {
  await server.close()
  await sink.stop()
})

const pixelOf = async (body: object): Promise<string> => {
  const answer = await server.api('POST', '/events/pixel', { name, ...body })
  expect([answer.status, answer.body]).toMatchObject([200, { ok: true }])
  return new URL(answer.body.url).pathname
}
const show = async (path: string, query: Record<string, string> = {}, method = 'GET') => {
  const headers = { 'x-forwarded-for': `10.1.${network}.1` }
  const response = await fetch(`${server.origin}${path}?${new URLSearchParams(query)}`, {
    ...{ method, headers },
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/gif'])
}
const recorded = async () => {
  const { body } = await server.api('GET', `/events?name=${encodeURIComponent(name)}`)
  return body.map(({ email, value }: { email: string; value: number | null }) => [email, value])
}

test('an image records the event of its contact, once for each event_id and otherwise once a day', async () => {
  const path = await pixelOf({ email: 'ana@example.org' })
  await show(path, {}, 'HEAD')
  expect(await recorded()).toEqual([])
  await show(path)
  await show(path)
  expect(await recorded()).toEqual([['ana@example.org', null]])
  const order = { event_id: `order-${round}`, value: '19.90', currency: 'EUR' }
  await show(path, order)
  await show(path, order)
  await show(path, { event_id: 'wrong', value: 'x' })
  await show(path, { event_id: 'wrong', currency: 'euros' })
  expect(await recorded()).toEqual([
    ['ana@example.org', 19.9],
    ['ana@example.org', null],
  ])
  const names = await remite(server)(
    'events',
    'pixel',
    name,
    '--email',
    'eva@example.org',
    '-o',
    'ids',
  )
  expect(names.stdout).toContain('/e/')
})

test('an image without a contact records the event of whom the link of a message names', async () => {
  const path = await pixelOf({})
  const { id, campaign_id: campaign } = recipient
  const c = conversionToken({ campaign, recipient: id }, server.service.secrets.mac)
  await show(path)
  await show(path, { email: 'eva@example.org' })
  await show(path, { contact_id: '1' })
  expect(await recorded()).toEqual([])
  await show(path, { c })
  expect(await recorded()).toEqual([['ana@example.org', null]])
})

test('nobody can change an image, use one for another account, or learn anything from it', async () => {
  const { mac } = server.service.secrets
  const { id, campaign_id: campaign } = recipient
  const c = conversionToken({ campaign, recipient: id }, mac)
  const path = await pixelOf({ email: 'ana@example.org' })
  const last = path.at(-1) === 'A' ? 'B' : 'A'
  await show(`${path.slice(0, -1)}${last}`)
  // A token for another purpose, and one of another account with a contact or a message of this one.
  await show(`/e/${c}`)
  const other = await server.other()
  const theirs = await other.api('POST', '/events/pixel', { name })
  await show(new URL(theirs.body.url).pathname, { c })
  const { contact_id: contact } = recipient
  await show(`/e/${eventPixelToken({ account: other.id, name: 1, contact }, mac)}`)
  expect(await recorded()).toEqual([])
  expect((await other.api('GET', '/events')).body).toEqual([])
  const strange = await other.api('POST', '/events/pixel', { name, email: 'ana@example.org' })
  expect([strange.status, strange.body.errors[0].code]).toEqual([422, 'unknown_id'])
})

test('an image that is loaded again and again records at most twenty events a day', async () => {
  const path = await pixelOf({ email: 'eva@example.org' })
  for (let index = 0; index < 25; index++) await show(path, { event_id: `${name} ${index}` })
  expect(await recorded()).toHaveLength(20)
})
