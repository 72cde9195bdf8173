import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { addFact } from '../support/figures/campaign-facts.ts'
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
  id = await sent('Enero', 4)
  const recipients = await server.service.db
    .selectFrom('recipients')
    .select(['id', 'contact_id'])
    .where('campaign_id', '=', id)
    .orderBy('id')
    .execute()
  const facts = [
    { what: 'state', nth: 0, hour: 1, state: 'sent', variant: null },
    { what: 'visit', nth: 0, hour: 2, kind: 'open', isMachineAgent: false, link: 0, count: 1 },
    { what: 'visit', nth: 0, hour: 2, kind: 'click', isMachineAgent: false, link: 0, count: 1 },
    { what: 'conversion', nth: 0, value: 20, currency: 'EUR' },
  ] as const
  for (const fact of facts) await addFact(server, id, recipients, fact)
})
afterAll(async () => {
  await server.close()
  await sink.stop()
})

async function sent(camp_name: string, size: number): Promise<number> {
  const people = Array.from({ length: size }, (_, n) => `p${n}@correo.example`)
  const list = await addList(server, people)
  const { body } = await server.api('POST', '/campaigns', campaignOf(list, { camp_name }))
  await untilStatus(server, body.id, 'sent')
  return body.id
}

const inTerminal = (env: Record<string, string> = {}) =>
  remite(server).with({ terminal: { columns: 120 }, env: { NO_COLOR: '1', ...env } })

test('statistics are one card in reading order, without lines that say nothing and without raw keys', async () => {
  const { stdout } = await inTerminal()('campaigns', 'stats', String(id))
  const [card = ''] = stdout.split('\n\n')
  expect(card.split('\n').map((line) => line.replace(/ {2,}/, ': '))).toEqual([
    'Status: ✓ sent',
    'Recipients: 4',
    'Sent: 4',
    'Delivered: 4',
    'Unique opens: 1',
    'Open rate: 25%',
    'Unique clicks: 1',
    'Click rate: 25%',
    'Click-to-open rate: 100%',
    'Conversions: 1',
  ])
  expect(stdout).toMatch(/Value of conversions\nCurrency +Value\nEUR +€20\.00\n/)
  const spanish = await inTerminal({ LANG: 'es_ES.UTF-8' })('campaigns', 'stats', String(id))
  expect(spanish.stdout).not.toMatch(/^[a-z_]+ /m)
  expect(spanish.stdout).toContain('Clics por apertura')
  expect(spanish.stdout).toMatch(/EUR +20,00 €\n/)
})

test.each([
  ['en', 'By domain', 'Domain'],
  ['es', 'Por dominio', 'Dominio'],
])('--breakdown shows people a table by domain in %s', async (language, title, header) => {
  const terminal = inTerminal({ REMITE_LANG: language })
  const { stdout } = await terminal('campaigns', 'stats', String(id), '--breakdown')
  expect(stdout).toContain(`\n${title}\n${header}  `)
  expect(stdout).toMatch(/^correo\.example +4 +0 +1 +1$/m)
  expect((await terminal('campaigns', 'stats', String(id))).stdout).not.toContain(title)
})

test('campaigns are listed with the rates that --fields names', async () => {
  const { stdout } = await inTerminal()(
    ...['campaigns', 'list', '--fields', 'id,open_rate,click_to_open', '-o', 'csv'],
  )
  expect(stdout).toContain(`${id},0.25,1\r\n`)
})

test.each([
  ['campaigns', 'opn_rate', 'open_rate'],
  ['lists', 'nmae', 'name'],
  ['senders', 'mail', 'from_mail'],
])(
  'an unknown field of %s is a usage error that names the known ones',
  async (noun, field, known) => {
    for (const format of ['csv', 'json', 'table', 'ndjson']) {
      const args = [noun, 'list', '--fields', `id,${field}`, '-o', format]
      const { code, stdout, stderr } = await remite(server)(...args)
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toContain(`The result has no field ${field}`)
      expect(stderr).toContain(known)
    }
  },
)

test('campaigns are compared side by side', async () => {
  const other = await sent('Febrero', 2)
  const rows = await remite(server)('campaigns', 'compare', String(id), String(other), '-o', 'json')
  expect(rows.json().data).toMatchObject([
    { id, camp_name: 'Enero', delivered: 4, open_rate: 0.25, click_to_open: 1 },
    { id: other, camp_name: 'Febrero', delivered: 2, open_rate: 0, click_to_open: 0 },
  ])
  const { stdout } = await inTerminal()('campaigns', 'compare', String(id), String(other))
  expect(stdout).toMatch(/Enero .*\n.*Febrero/)
  expect((await remite(server)('campaigns', 'compare', String(id), 'x')).code).toBe(3)
  expect((await remite(server)('campaigns', 'compare', String(id), '999')).code).not.toBe(0)
  expect((await remite(server)('campaigns', 'compare')).code).toBe(2)
})
