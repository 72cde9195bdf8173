import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { addFact } from '../support/figures/campaign-facts.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let sink: Sink
let id: number
beforeAll(async () => {
  sink = await startSink()
  server = await startService({ workers: true, settings: { smtpUrl: sink.url } })
  await addSender(server)
  const list = await addList(server, people)
  const { body } = await server.api('POST', '/campaigns', campaignOf(list, { track_links: 1 }))
  id = body.id
  await untilStatus(server, id, 'sent')
  const recipients = await server.service.db
    .selectFrom('recipients')
    .select(['id', 'contact_id'])
    .where('campaign_id', '=', id)
    .orderBy('address_key')
    .execute()
  const sent = { what: 'state', hour: 1, state: 'sent', variant: null } as const
  const visit = { what: 'visit', isMachineAgent: false, link: 0, count: 1 } as const
  const facts = [
    ...people.map((_, nth) => ({ ...sent, nth })),
    { ...visit, nth: 1, hour: 2, kind: 'open' },
    { ...visit, nth: 1, hour: 3, kind: 'open' },
    { ...visit, nth: 1, hour: 4, kind: 'click' },
    { what: 'conversion', nth: 1, value: 20, currency: 'EUR' },
    { what: 'conversion', nth: 1, value: 1.5, currency: 'EUR' },
    { what: 'bounce', nth: 2, hour: 4, isHard: true },
    { what: 'history', nth: 3, type: 'unsubscribe' },
    { what: 'history', nth: 4, type: 'complaint' },
    { ...visit, nth: 5, hour: 5, kind: 'open', isMachineAgent: true },
    { what: 'conversion', nth: 6, value: 20, currency: 'USD' },
  ] as const
  for (const fact of facts) await addFact(server, id, recipients, fact)
})
afterAll(async () => {
  await server.close()
  await sink.stop()
})

const people = ['0quiet', '1reader', '2bounced', '3left', '4angry', '5robot', '6buyer'].map(
  (name) => `${name}@correo.example`,
)

const at = (hour: number, ms = 0) => new Date(hour * 3_600_000 + ms).toISOString()

const list = async (...args: string[]) => {
  const { code, stdout, stderr } = await remite(server)('campaigns', 'recipients', ...args)
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}
const found = async (...args: string[]): Promise<string[]> =>
  JSON.parse(await list(String(id), '--json', ...args)).data.map(({ email }: { email: string }) =>
    email.slice(1).replace('@correo.example', ''),
  )

test('each recipient carries what it did and when', async () => {
  const { body } = await server.api('GET', `/campaigns/${id}/recipients`)
  const nothing = {
    state: 'sent',
    sent_at: at(1, 7),
    first_open_at: null,
    first_click_at: null,
    bounced_at: null,
    bounce_type: null,
    bounce_reason: null,
    unsubscribed_at: null,
    complained_at: null,
    conversions: 0,
    converted_at: null,
    conversion_value: [],
  }
  expect(body).toMatchObject([
    { ...nothing, status: 'sent' },
    {
      ...nothing,
      status: 'clicked',
      first_open_at: at(2, 11),
      first_click_at: at(4, 11),
      last_open_at: expect.stringContaining('T03:'),
      conversions: 2,
      converted_at: at(1),
      conversion_value: [{ currency: 'EUR', value: 21.5 }],
    },
    { ...nothing, bounced_at: at(4), bounce_type: 'hard', bounce_reason: 'user_not_found' },
    { ...nothing, status: 'unsubscribed', unsubscribed_at: at(0) },
    { ...nothing, status: 'complained', complained_at: at(0) },
    { ...nothing, opens: 0 },
    {
      ...nothing,
      conversions: 1,
      converted_at: at(1),
      conversion_value: [{ currency: 'USD', value: 20 }],
    },
  ])
})

test('CSV has a column for each of it, a table only those that fit', async () => {
  const [head = '', ...rows] = (await list(String(id), '--all', '-o', 'csv')).split('\r\n')
  const columns = head.split(',')
  expect(columns.slice(0, 6)).toEqual(
    ['email', 'status', 'opens', 'clicks', 'sent_at', 'diagnostic'], // as before
  )
  const reader = rows[1]?.split(',') ?? []
  const cells = Object.fromEntries(columns.map((name, index) => [name, reader[index]]))
  expect(cells).toMatchObject({
    state: 'sent',
    first_open_at: at(2, 11),
    first_click_at: at(4, 11),
    bounce_type: '',
    bounce_reason: '',
    unsubscribed_at: '',
    complained_at: '',
    conversions: '2',
    'conversion_value.value': '21.5',
    'conversion_value.currency': 'EUR',
  })
  expect(await list(String(id), '-o', 'table')).not.toContain('onver')
  const { body } = await server.api('GET', `/campaigns/${id}/recipients`, undefined, {
    accept: 'text/csv',
  })
  expect(body.split('\r\n')[0]).toMatch(/^contact_id,email,.*,conversions,converted_at,/)
})

test('--since returns the recipients to whom something happened from that time on', async () => {
  expect(await found('--since', at(0))).toHaveLength(people.length)
  expect(await found('--since', at(1, 8))).toEqual(['reader', 'bounced'])
  expect(await found('--since', at(4))).toEqual(['reader', 'bounced'])
  expect(await found('--since', at(4, 1))).toEqual(['reader'])
  expect(await found('--since', at(5))).toEqual([])
  expect(await found('--since', at(4), '--status', 'bounced')).toEqual(['bounced'])
  const first = await list(String(id), '--json', '--since', at(1), '--limit', '4')
  expect(await found('--since', at(1), '--cursor', JSON.parse(first).next_cursor)).toHaveLength(3)
  const { code } = await remite(server)('campaigns', 'recipients', String(id), '--since', 'x')
  expect(code).toBe(2)
  expect((await server.api('GET', `/campaigns/${id}/recipients?since=x`)).status).toBe(422)
})

test('repeated visits that are only counted also happened', async () => {
  const { db } = server.service
  const counted = (slot: number) =>
    db
      .insertInto('repeat_visits')
      .columns(['campaign_id', 'recipient_id', 'kind', 'machine', 'link_id', 'slot', 'count'])
      .expression(
        db
          .selectFrom('recipients')
          .select(({ val }) => [
            'campaign_id',
            'id',
            val('open').as('kind'),
            val(0).as('machine'),
            val(0).as('link_id'),
            val(slot).as('slot'),
            val(3).as('count'),
          ])
          .where('campaign_id', '=', id)
          .where('clicked_at', 'is not', null),
      )
      .execute()
  await counted(9 * 3_600_000)
  expect(await found('--since', at(9, 60_000))).toEqual(['reader'])
  expect(await found('--since', at(9, 900_000))).toEqual([])
})

test('two messages to one address are on two pages', async () => {
  const { db } = server.service
  const [first] = await db
    .selectFrom('recipients')
    .selectAll()
    .where('campaign_id', '=', id)
    .orderBy('address_key')
    .execute()
  if (!first) throw new Error('no recipients')
  const { id: _, rare_state: __, ...again } = first
  await db
    .insertInto('recipients')
    .values({ ...again, visit: 1, state: 'failed' })
    .execute()
  for (const [order, states] of [
    ['asc', ['sent', 'failed']],
    ['desc', ['failed', 'sent']],
  ] as const) {
    const seen: { email: string; state: string }[] = []
    let path = `/campaigns/${id}/recipients?limit=1&order=${order}`
    for (let page = 0; page <= people.length; page++) {
      const { body, headers } = await server.api('GET', path)
      seen.push(...body)
      const cursor = headers.get('x-next-cursor')
      if (!cursor) break
      path = `/campaigns/${id}/recipients?limit=1&order=${order}&cursor=${cursor}`
    }
    expect(seen).toHaveLength(people.length + 1)
    const ofFirst = seen.filter(({ email }) => email === people[0])
    expect(ofFirst.map(({ state }) => state)).toEqual(states)
  }
  await db.deleteFrom('recipients').where('campaign_id', '=', id).where('visit', '=', 1).execute()
})

test('a server that does not know it is not asked', async () => {
  const foreign = await startForeignServer()
  const run = remite({ url: foreign.url, token: 'header.payload.signature' })
  const { code, stderr } = await run('campaigns', 'recipients', '7', '--since', '2026-01-01')
  expect([code, stderr]).toEqual([14, expect.stringContaining('since')])
  await foreign.close()
})
