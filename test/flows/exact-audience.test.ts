import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { setContactStatus } from '../support/database/contact-rows.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { randomAudiences } from '../support/random-audiences.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let sink: Sink
beforeAll(async () => {
  sink = await startSink()
  server = await startService({ workers: true, settings: { smtpUrl: sink.url } })
  await addSender(server)
})
afterAll(async () => {
  await server.close()
  await sink.stop()
})

const draft = async (lists: number | number[], more: object = {}): Promise<number> =>
  (await server.api('POST', '/campaigns', campaignOf(lists, { draft: true, ...more }))).body.id

const person = (name: string) => `${name}@correo.example`

const setStatus = (name: string, list: number, status: string) =>
  setContactStatus(server.service.db, status, sql`list_id = ${list} and email = ${person(name)}`)

const suppress = (name: string) =>
  server.service.db
    .insertInto('suppressions')
    .values({
      account_id: server.accountId,
      list_id: 0,
      email_key: person(name),
      email: person(name),
      type: 'manual',
      reason: '',
      campaign_id: null,
      created_at: 0,
    })
    .execute()

test('the check counts the recipients, and each other contact under the first reason that applies', async () => {
  const names = ['ana', 'eva', 'leo', 'gone', 'new', 'dead', 'angry', 'blocked', 'out', 'both']
  const list = await addList(server, [...names, 'excluded'].map(person))
  const second = await addList(server, ['ana', 'both', 'eva'].map(person))
  const excluded = await addList(server, ['excluded', 'gone'].map(person))
  await setStatus('gone', list, 'unsubscribed')
  await setStatus('new', list, 'unconfirmed')
  await setStatus('dead', list, 'bounced')
  await setStatus('angry', list, 'complained')
  await setStatus('eva', second, 'unsubscribed')
  await suppress('blocked')
  const rules = [{ field: 'email', operator: 'neq', value: person('out') }]
  const segment = await server.api('POST', '/segments', {
    name: 'Not out',
    conditions: { op: 'and', rules },
  })
  const id = await draft([list, second], {
    exclude_list_id: [String(excluded)],
    segment_id: segment.body.id,
  })
  const { body } = await server.api('GET', `/campaigns/${id}/check`)
  expect(body.recipients).toBe(4)
  expect(body.left_out).toEqual({
    unsubscribed: 2,
    unconfirmed: 1,
    bounced: 1,
    complained: 1,
    suppressed: 1,
    excluded: 1,
    not_in_segment: 1,
    already_mailed: 0,
    duplicate: 2,
  })
  const inTerminal = remite(server).with({ terminal: { columns: 100 }, env: { NO_COLOR: '1' } })
  const { stdout } = await inTerminal('campaigns', 'check', String(id))
  expect(stdout).toMatch(/Recipients +4\n/)
  expect(stdout).toMatch(/Left out: on several lists +2\n/)
  expect(stdout).not.toContain('resend')
  const { stderr } = await remite(server)('campaigns', 'send', String(id), '--dry-run')
  expect(stderr).toContain('Recipients: 4\n')
  expect(stderr).toContain(
    'Left out:   2 unsubscribed, 1 unconfirmed, 1 bounced, 1 complained, 1 suppressed, 1 on an excluded list, 1 not in the segment, 2 on several lists\n',
  )
})

test('--expect-recipients judges the exact number, not the size of the lists', async () => {
  const list = await addList(
    server,
    Array.from({ length: 43 }, (_, n) => person(`member${n}`)),
  )
  const rules = [{ field: 'email', operator: 'eq', value: person('member7') }]
  const conditions = { op: 'and', rules }
  const segment = await server.api('POST', '/segments', { name: 'One of 43', conditions })
  const id = await draft(list, { segment_id: segment.body.id })
  const run = (range: string) =>
    remite(server)('campaigns', 'send', String(id), '--dry-run', '--expect-recipients', range)
  expect((await run('1..1')).code).toBe(0)
  const refused = await run('30..50')
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toContain('There are 1 recipients, but 30 to 50')
})

test('a segment that was deleted leaves the audience unknown', async () => {
  const list = await addList(server, [person('only')])
  const rules = [{ field: 'email', operator: 'eq', value: person('only') }]
  const conditions = { op: 'and', rules }
  const segment = await server.api('POST', '/segments', { name: 'Passing', conditions })
  const id = await draft(list, { segment_id: segment.body.id })
  await server.service.db.deleteFrom('segments').where('id', '=', segment.body.id).execute()
  const { body } = await server.api('GET', `/campaigns/${id}/check`)
  expect(body.ready).toBe(false)
  expect(body.recipients).toBeUndefined()
})

test('the check counts as many recipients as the campaign is then sent to, for random audiences', async () => {
  const { compare, compareResend } = await randomAudiences(server, 7)
  for (let run = 0; run < 4; run++) {
    const { campaign, ...found } = await compare()
    expect({ campaign, count: found.recipients }).toEqual({ campaign, count: found.sent })
    expect(found.recipients + found.leftOut).toBe(found.contacts)
    const resent = await compareResend()
    if (resent) expect(resent.recipients).toBe(resent.sent)
  }
})

test('creating a campaign confirms the exact number and creates nothing before that', async () => {
  const members = Array.from({ length: 12 }, (_, n) => person(`created${n}`))
  const list = await addList(server, members)
  const second = await addList(server, members.slice(0, 5))
  const excluded = await addList(server, members.slice(10))
  const rules = [{ field: 'email', operator: 'neq', value: person('created7') }]
  const conditions = { op: 'and', rules }
  const segment = await server.api('POST', '/segments', { name: 'All but one', conditions })
  const before = (await server.api('GET', '/campaigns')).headers.get('x-total-count')
  const { from_mail } = campaignOf(list)
  const create = (...more: string[]) =>
    remite(server).with({ stdin: 'Hello' })(
      ...['campaigns', 'create', '--name', 'New', '--subject', 'Hello', '--from-mail', from_mail],
      ...['--text', '-', '--list', String(list), '--list', String(second), '--dry-run'],
      ...['--exclude-list', String(excluded), '--segment', String(segment.body.id), ...more],
    )
  const { code, stderr } = await create()
  expect([code, stderr]).toEqual([0, expect.stringContaining('Recipients: 9\n')])
  expect(stderr).toContain('2 on an excluded list, 1 not in the segment, 5 on several lists')
  expect((await create('--expect-recipients', '9..9')).code).toBe(0)
  const refused = await create('--expect-recipients', '10..17')
  expect(refused.stderr).toContain('There are 9 recipients')
  expect((await server.api('GET', '/campaigns')).headers.get('x-total-count')).toBe(before)
})
