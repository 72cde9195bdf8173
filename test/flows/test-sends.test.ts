import { afterEach, expect, test } from 'vitest'
import { testOptOutUrl } from '../../src/service/campaigns/public/test-opt-out.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { queueWaiting } from '../support/database/queue.ts'
import { parseMessage, startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { type StartOptions, startService, type TestService } from '../support/service.ts'
import { addUser } from '../support/users.ts'
import { waitFor } from '../support/wait.ts'

const dayMs = 86_400_000
const own = 'hola@tienda.example'

let server: TestService
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** Starts a service whose account has a verified sender, a list and a draft. Returns the draft. */
async function start(options: StartOptions = {}, content: object = {}): Promise<number> {
  server = await startService(options)
  open.push(() => server.close())
  await addSender(server, own)
  const list = await addList(server, ['ana@correo.example'])
  return draftOf(server, list, content)
}

const draftOf = async (account: Pick<TestService, 'api'>, list: number, content: object = {}) =>
  (await account.api('POST', '/campaigns', campaignOf(list, { draft: true, ...content }))).body.id

const sendTest = (campaign: number, emails: readonly string[], account: Api = server) =>
  account.api('POST', `/campaigns/${campaign}/test`, { emails })

type Api = Pick<TestService, 'api'>

const queued = () =>
  server.service.db
    .selectFrom('messages')
    .select(['to_mail', 'html', 'text', 'account_id'])
    .where('kind', '=', 'campaign_test')
    .orderBy('id')
    .execute()

const setSends = (monthly_sends: number) =>
  server.service.db
    .updateTable('accounts')
    .set({ monthly_sends })
    .where('id', '=', server.accountId)
    .execute()

async function countsOf(answers: readonly { status: number; body: { code?: string } }[]) {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const key = body.code ? `${status} ${body.code}` : String(status)
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

test('tests count against the monthly sends, exactly, however many are sent at once', async () => {
  const campaign = await start()
  await setSends(0)
  expect(await countsOf(await times(40, () => sendTest(campaign, [own])))).toEqual({
    '403 quota_exceeded': 40,
  })
  expect(await queued()).toEqual([])
  await setSends(5)
  expect(await countsOf(await times(40, () => sendTest(campaign, [own])))).toEqual({
    '200': 5,
    '403 quota_exceeded': 35,
  })
  expect(await queued()).toHaveLength(5)
  const { body } = await server.api('GET', '/users/me')
  expect(body.limits?.sends_used ?? (await used())).toBe(5)
})

test('ten tests a day go to addresses that are not the account’s, at once or one by one', async () => {
  const clock = testClock()
  const campaign = await start({ clock })
  const answers = await times(40, (n) => sendTest(campaign, [`stranger${n}@correo.example`]))
  expect(await countsOf(answers)).toEqual({ '200': 10, '429 test_limit': 30 })
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBe((dayMs - (clock.now() % dayMs)) / 1000)
  const hours = Math.ceil((dayMs - (clock.now() % dayMs)) / 3_600_000)
  expect(refused?.body.detail).toMatch(/^At most 10 test messages a day /)
  expect(refused?.body.detail).toContain(`The next day starts at 00:00 UTC, within ${hours} h.`)
  expect((await sendTest(campaign, [own])).status).toBe(200)
  const before = await used()
  // All or nothing: the verified address gets nothing either.
  expect((await sendTest(campaign, [own, 'one-more@correo.example'])).status).toBe(429)
  expect([await used(), (await queued()).length]).toEqual([before, 11])
  clock.advance(dayMs - (clock.now() % dayMs))
  expect((await sendTest(campaign, ['tomorrow@correo.example'])).status).toBe(200)
})

test('one mailbox gets twenty tests a day from all accounts, however it is spelled', async () => {
  const campaign = await start()
  const accounts: [number, Api][] = [[campaign, server]]
  for (let n = 0; n < 3; n++) {
    const other = await server.other()
    const theirs = { ...server, ...other, accountId: other.id }
    await addSender(theirs, own)
    accounts.push([await draftOf(other, await addList(theirs, ['ana@correo.example'])), other])
  }
  const answers = await Promise.all(
    accounts.flatMap(([id, account]) =>
      Array.from({ length: 10 }, (_, n) => {
        const dotted = n % 2 === 0 ? 'Victim' : 'vic.tim'
        return sendTest(id, [`${dotted}+${n}@${n % 3 ? 'gmail' : 'googlemail'}.com`], account)
      }),
    ),
  )
  expect(await countsOf(answers)).toEqual({ '200': 20, '429 test_limit': 20 })
})

test('the addresses of an account and its users are not strangers, but nobody has verified them', async () => {
  const campaign = await start()
  const email = 'ana@example.org'
  expect(
    await countsOf(await times(30, () => sendTest(campaign, [email]))),
    'the mailbox limit holds, because anyone can enter any address here',
  ).toEqual({ '200': 20, '429 test_limit': 10 })
  const answers = await times(10, (n) => sendTest(campaign, [`stranger${n}@correo.example`]))
  expect(await countsOf(answers)).toEqual({ '200': 10 })
})

test('a test does not go to an address that left any list of the account', async () => {
  const campaign = await start()
  const { body } = await server.api('POST', '/lists', { name: 'Other' })
  await server.api('POST', `/lists/${body.id}/contacts`, { email: 'gone@correo.example' })
  const path = `/lists/${body.id}/contacts/gone@correo.example`
  await server.api('PUT', path, { status: 'unsubscribed' })
  const answer = await sendTest(campaign, ['new@correo.example', 'Gone@correo.example'])
  expect([answer.status, answer.body.errors]).toEqual([
    422,
    [expect.objectContaining({ field: 'emails.1', code: 'suppressed' })],
  ])
  await server.api('DELETE', `${path}?erase=1`)
  expect((await sendTest(campaign, ['gone@correo.example'])).status).toBe(422)
  expect(await queued()).toEqual([])
})

test('a test has a working way out for any address, which can be taken back', async () => {
  const sink = await startSink()
  open.push(() => sink.stop())
  const html = '<p>Hola</p><a href="{{ subscription_url }}">Your data</a>'
  const campaign = await start({ workers: true, settings: { smtpUrl: sink.url } }, { html })
  expect((await sendTest(campaign, ['jefa@correo.example'])).status).toBe(200)
  await waitFor(() => sink.messages().length === 1)
  const mail = await parseMessage(sink.messages()[0]?.raw ?? Buffer.of())
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
  const url = /^<(.+)>$/.exec(header('list-unsubscribe'))?.[1] ?? ''
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail.text).toContain(url)
  expect(mail.html).toContain(url)
  const path = new URL(url).pathname

  const shown = await server.request('GET', path)
  expect([shown.status, shown.body]).toEqual([200, expect.stringContaining('jefa@correo.example')])
  expect((await sendTest(campaign, ['jefa@correo.example'])).status).toBe(200)

  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const click = () => server.request('POST', path, 'List-Unsubscribe=One-Click', form)
  expect([(await click()).status, (await click()).status]).toEqual([200, 200])
  const refused = await sendTest(campaign, ['JEFA@correo.example'])
  expect([refused.status, refused.body.errors[0]]).toEqual([
    422,
    expect.objectContaining({ field: 'emails.0', code: 'suppressed' }),
  ])
  const other = await server.other()
  const theirs = { ...server, ...other, accountId: other.id }
  await addSender(theirs, own)
  const theirDraft = await draftOf(other, await addList(theirs, ['eva@correo.example']))
  expect((await sendTest(theirDraft, ['jefa@correo.example'], other)).status).toBe(200)

  expect((await server.request('POST', path, 'act=return', form)).status).toBe(200)
  expect((await sendTest(campaign, ['jefa@correo.example'])).status).toBe(200)
  expect((await server.request('GET', `${path}x`)).status).toBe(404)
})

test('another account’s code and opt-in mail go out before a thousand queued tests', async () => {
  // Four connections, 5 ms a message: a thousand tests take longer than a second.
  const sink = await startSink({ answerMs: 5 })
  open.push(() => sink.stop())
  const campaign = await start({ workers: true, settings: { smtpUrl: sink.url } })
  const [first] = (await sendTest(campaign, [own])) && (await allMessages())
  await waitFor(() => sink.messages().length === 1)
  const row = { ...first, text: 'Hola', subject: 'Test', state: 'pending' } as const
  const { id: _, ...copy } = row as Record<string, unknown>
  await server.service.db
    .insertInto('messages')
    .values(Array.from({ length: 1000 }, () => copy) as never)
    .execute()
  await queueWaiting(server.service.db)
  server.service.wake()
  await waitFor(() => sink.messages().length > 20)
  const other = await server.other()
  await other.api('POST', '/senders', { from_name: 'B', from_mail: 'b@other.example' })
  await waitFor(() => sink.messages().some(({ to }) => to[0] === 'b@other.example'))
  // Those already passed to the connections went first, and no others.
  const before = sink.messages().findIndex(({ to }) => to[0] === 'b@other.example')
  expect(sink.messages().length).toBeLessThan(500)
  expect(before).toBeLessThan(500)
})

const allMessages = () => server.service.db.selectFrom('messages').selectAll().execute()

const times = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

async function used(): Promise<number> {
  const { sends_used } = await server.service.db
    .selectFrom('accounts')
    .select('sends_used')
    .where('id', '=', server.accountId)
    .executeTakeFirstOrThrow()
  return sends_used
}

test('more accounts below one do not mean more tests to strangers', async () => {
  await start()
  const limits = {
    monthly_sends: 1000,
    contacts_max: 100,
    ai_generations: 0,
    rate_per_hour: 10_000,
  }
  const reseller = await addUser(server, { parent: server.accountId, role: 'Reseller', limits })
  let sent = 0
  for (let n = 0; n < 12; n++) {
    const user = await addUser(server, { parent: reseller.id, limits })
    const theirs = { ...server, ...user, accountId: user.id }
    await addSender(theirs, `b${n}@tienda.example`)
    const content = { from_mail: `b${n}@tienda.example` }
    const id = await draftOf(user, await addList(theirs, ['ana@correo.example']), content)
    const emails = Array.from({ length: 10 }, (_, each) => `s${n}-${each}@correo.example`)
    if ((await sendTest(id, emails, user)).status === 200) sent += emails.length
  }
  expect(sent).toBe(100)
})

test('the command line says why a test is refused, and when it is possible again', async () => {
  const campaign = await start({ clock: testClock() })
  const cli = remite(server)
  const to = (n: number) => ['--to', `stranger${n}@correo.example`]
  const emails = Array.from({ length: 10 }, (_, n) => to(n)).flat()
  expect((await cli('campaigns', 'test', String(campaign), ...emails)).code).toBe(0)
  for (const [language, sentence] of [
    ['en', 'At most 10 test messages a day'],
    ['es', 'como máximo 10 correos de prueba'],
  ]) {
    const args = ['campaigns', 'test', String(campaign), ...to(11), '--lang', String(language)]
    const { code, stderr } = await cli(...args)
    expect([code, stderr]).toEqual([10, expect.stringContaining(String(sentence))])
  }
  const dry = await cli('campaigns', 'test', String(campaign), ...to(11), '--dry-run')
  expect(dry.code).toBe(0)
})

test('the command line says that confirmation emails wait', async () => {
  server = await startService()
  open.push(() => server.close())
  await server.api('POST', '/lists', { name: 'Clientes', double_optin: true })
  const { code, stderr } = await remite(server)(
    ...['contacts', 'add', '--list', 'Clientes', '--email', 'ana@correo.example'],
  )
  expect([code, stderr]).toEqual([0, expect.stringContaining('Confirmation emails that wait: 1.')])
})

test('an address without test messages can still join every list', async () => {
  await start()
  const link = { accountId: server.accountId, email: 'jefa@correo.example' }
  const url = testOptOutUrl('http://remite.example', link, server.service.secrets.mac)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const path = new URL(url).pathname
  const left = await server.request('POST', path, 'List-Unsubscribe=One-Click', form)
  expect(left.status).toBe(200)
  const { body: list } = await server.api('POST', '/lists', { name: 'Clients' })
  const added = await server.api('POST', `/lists/${list.id}/contacts`, { email: link.email })
  expect([added.status, added.body]).toEqual([
    200,
    expect.objectContaining({ created: true, status: 'active' }),
  ])
  const { body: suppressions } = await server.api('GET', `/lists/${list.id}/suppressions`)
  expect(suppressions).toEqual([])
  const contact = `/lists/${list.id}/contacts/${link.email}`
  const { body: shown } = await server.api('GET', `${contact}?export=gdpr`)
  expect(shown.suppressions).toEqual([expect.objectContaining({ reason: 'test' })])
})
