import { afterEach, expect, test } from 'vitest'
import { type Inbox, startInbox } from '../../src/service/bounces/inbox.ts'
import { insertInboxMessages } from '../../src/service/bounces/inbox-store.ts'
import { processInbox } from '../../src/service/bounces/process-inbox.ts'
import { purge } from '../../src/service/retention/purge.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { freePort } from '../support/free-port.ts'
import { deliveryReport, feedbackReport, sendReport } from '../support/mail/bounces.ts'
import { type Sink, type SinkBehaviour, startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const dayMs = 86_400_000

let server: TestService
let sink: Sink
let inbox: Inbox
let clock: TestClock
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function start(behaviour: SinkBehaviour = {}) {
  clock = testClock()
  sink = await startSink(behaviour)
  open.push(() => sink.stop())
  const settings = { smtpUrl: sink.url, bounceDomain: 'rebotes.example' }
  server = await startService({ workers: true, clock, settings })
  open.push(() => server.close())
  inbox = await startInbox(server.service, { host: '127.0.0.1', port: 0 })
  open.push(() => inbox.close())
  await addSender(server)
  await stayLoggedIn()
}

/** Replaces the session by a longer one, because the test lets a week pass. */
async function stayLoggedIn() {
  const credentials = { username: 'ana', pass: server.pass, rememberMe: true }
  const { body } = await server.api('POST', '/auth/getToken', credentials)
  const authorization = `Bearer ${body.token}`
  const { api } = server
  server = {
    ...server,
    api: (method, path, content, headers) =>
      api(method, path, content, { authorization, ...headers }),
  }
}

async function send(list: number): Promise<number> {
  const { body } = await server.api('POST', '/campaigns', campaignOf(list))
  await untilStatus(server, body.id, 'sent')
  return body.id
}

/** Returns the last message to this address that the relay received. */
const messageTo = (address: string) =>
  sink.messages().findLast(({ to }) => to[0] === address) ?? expect.fail(address)

const returnPathOf = (address: string): string => messageTo(address).from

/** Submits a report, waits until it is processed and returns how it was classified. */
async function submitReport(to: string, raw: string): Promise<string | null> {
  expect(await sendReport(inbox.port, to, raw)).toMatch(/^250 /)
  await untilRead()
  const last = server.service.db.selectFrom('inbox').select('outcome').orderBy('id', 'desc')
  return (await last.executeTakeFirstOrThrow()).outcome
}

const bounce = (address: string, delivery = {}) =>
  submitReport(returnPathOf(address), deliveryReport(address, delivery))

async function untilRead() {
  const unread = server.service.db.selectFrom('inbox').select('id').where('handled_at', 'is', null)
  await waitFor(async () => (await unread.execute()).length === 0)
}

const statsOf = async (campaign: number) =>
  (await server.api('GET', `/campaigns/${campaign}/stats`)).body

const statuses = async (list: number): Promise<Record<string, string>> => {
  const { body } = await server.api('GET', `/lists/${list}/contacts`)
  return Object.fromEntries(
    body.map(({ email, status }: Record<string, string>) => [email, status]),
  )
}

const suppressed = async (list: number) =>
  (await server.api('GET', `/lists/${list}/suppressions`)).body.map(
    ({ email, type }: Record<string, string>) => `${type} ${email}`,
  )

async function eventsOf(type: string) {
  let found: { data: object }[] = []
  await waitFor(async () => {
    server.service.wake()
    found = (await server.api('GET', `/dashboard/events?type=${type}`)).body
    return found.length > 0
  })
  return found.map(({ data }) => data)
}

async function contactOf(list: number, email: string): Promise<number> {
  const { body } = await server.api('GET', `/lists/${list}/contacts`)
  return body.find((contact: { email: string }) => contact.email === email).id
}

test('a nonexistent mailbox bounces the contact, and every view says why', async () => {
  await start()
  const people = ['ana@correo.example', 'eva@correo.example']
  const list = await addList(server, people)
  const otherList = await addList(server, ['ana@correo.example'])
  const campaign = await send(list)
  expect(returnPathOf('ana@correo.example')).toMatch(/^b-[0-9a-f]+@rebotes\.example$/)
  clock.advance(1000)
  expect(await bounce('ana@correo.example')).toBe('bounce')

  expect(await statuses(list)).toEqual({
    'ana@correo.example': 'bounced',
    'eva@correo.example': 'active',
  })
  expect(await statuses(otherList)).toEqual({ 'ana@correo.example': 'bounced' })
  expect(await suppressed(list)).toEqual(['bounce ana@correo.example'])
  const ana = await contactOf(list, 'ana@correo.example')
  const { body: history } = await server.api('GET', `/lists/${list}/contacts/${ana}/history`)
  expect(history[0]).toMatchObject({
    type: 'bounce',
    campaign_id: campaign,
    detail: 'hard user_not_found: 550 5.1.1 User unknown',
  })
  expect(await eventsOf('contact.bounce')).toEqual([
    { contact_id: ana, type: 'hard', reason: 'user_not_found' },
  ])
  const stats = await statsOf(campaign)
  expect(stats).toMatchObject({ sent: 2, delivered: 1, hard_bounces: 1, soft_bounces: 0 })
  expect(stats.series).toMatchObject([{ sent: 2, bounces: 1 }])
  const result = await remite(server)(
    ...['campaigns', 'recipients', String(campaign), '--status', 'bounced', '--json'],
  )
  expect(result.json().data).toMatchObject([
    { email: 'ana@correo.example', status: 'bounced', diagnostic: '550 5.1.1 User unknown' },
  ])
  await send(list)
  expect(sink.messages().filter(({ to }) => to[0] === 'ana@correo.example')).toHaveLength(1)
})

test('an address refused during the send bounces too, and never counts as delivered', async () => {
  await start({ refuse: '^no@' })
  const list = await addList(server, ['no@correo.example', 'eva@correo.example'])
  const campaign = await send(list)
  expect(await statuses(list)).toMatchObject({ 'no@correo.example': 'bounced' })
  expect(await suppressed(list)).toEqual(['bounce no@correo.example'])
  expect(await statsOf(campaign)).toMatchObject({
    sent: 1,
    failed: 1,
    delivered: 1,
    hard_bounces: 1,
  })
})

test('a report counts once, and a later soft bounce does not undo a hard one', async () => {
  await start()
  const list = await addList(server, ['ana@correo.example'])
  const campaign = await send(list)
  const full = { status: '5.2.2', diagnostic: '552 5.2.2 Mailbox full' }
  expect(await bounce('ana@correo.example', full)).toBe('bounce')
  expect(await bounce('ana@correo.example', full)).toBe('duplicate')
  expect(await statsOf(campaign)).toMatchObject({ hard_bounces: 0, soft_bounces: 1 })
  expect(await bounce('ana@correo.example')).toBe('bounce')
  expect(await bounce('ana@correo.example', full)).toBe('duplicate')
  expect(await bounce('ana@correo.example')).toBe('duplicate')
  expect(await statsOf(campaign)).toMatchObject({ delivered: 0, hard_bounces: 1, soft_bounces: 0 })
  expect(await suppressed(list)).toEqual(['bounce ana@correo.example'])
})

test('a full mailbox bounces the contact after five messages over a week; a delivery resets the count, and other causes never count', async () => {
  await start()
  const people = ['llena@correo.example', 'a-veces@correo.example', 'ajena@correo.example']
  const list = await addList(server, people)
  const full = { status: '4.2.2', diagnostic: '452 4.2.2 Over quota' }
  const blocked = { status: '5.7.1', diagnostic: '550 5.7.1 Blocked by policy' }
  const campaigns: number[] = []
  for (let round = 1; round <= 5; round++) {
    expect(await statuses(list)).toMatchObject({ 'llena@correo.example': 'active' })
    campaigns.push(await send(list))
    await bounce('llena@correo.example', full)
    if (round !== 3) await bounce('a-veces@correo.example', full)
    await bounce('ajena@correo.example', blocked)
    clock.advance(2 * dayMs)
  }
  expect(await statuses(list)).toEqual({
    'llena@correo.example': 'bounced',
    'a-veces@correo.example': 'active',
    'ajena@correo.example': 'active',
  })
  expect(await suppressed(list)).toEqual(['bounce llena@correo.example'])
  expect(await statsOf(campaigns[0] ?? 0)).toMatchObject({ soft_bounces: 3, delivered: 0 })
})

test('five soft bounces on one day are not enough', async () => {
  await start()
  const list = await addList(server, ['ana@correo.example'])
  for (let round = 1; round <= 6; round++) {
    await send(list)
    await bounce('ana@correo.example', { status: '4.2.2', diagnostic: '452 4.2.2 Over quota' })
  }
  expect(await statuses(list)).toEqual({ 'ana@correo.example': 'active' })
})

test('a delay notice, an out-of-office reply and a personal answer change nothing', async () => {
  await start()
  const list = await addList(server, ['ana@correo.example'])
  const campaign = await send(list)
  const late = { action: 'delayed', status: '4.4.1', diagnostic: '451 4.4.1 Timed out' }
  expect(await bounce('ana@correo.example', late)).toBe('no_bounce')
  const answer = (...headers: string[]) =>
    submitReport(
      returnPathOf('ana@correo.example'),
      [...headers, '', '550 5.1.1 User unknown', ''].join('\r\n'),
    )
  const from = 'From: Ana <ana@correo.example>'
  expect(await answer(from, 'Subject: Vuelvo', 'Auto-Submitted: auto-replied')).toBe('auto_reply')
  expect(await answer(from, 'Subject: Re: Rebajas')).toBe('other')
  expect(await statuses(list)).toEqual({ 'ana@correo.example': 'active' })
  expect(await statsOf(campaign)).toMatchObject({ delivered: 1, hard_bounces: 0, soft_bounces: 0 })
})

test('a spam report at the provider is a complaint, and the contact is never mailed again', async () => {
  await start()
  const list = await addList(server, ['ana@correo.example', 'eva@correo.example'])
  const campaign = await send(list)
  const report = feedbackReport(messageTo('ana@correo.example').raw)
  expect(await submitReport('fbl@rebotes.example', report)).toBe('complaint')
  expect(await submitReport('fbl@rebotes.example', report)).toBe('duplicate')
  expect(await statuses(list)).toMatchObject({
    'ana@correo.example': 'complained',
    'eva@correo.example': 'active',
  })
  expect(await suppressed(list)).toEqual(['complaint ana@correo.example'])
  const ana = await contactOf(list, 'ana@correo.example')
  expect(await eventsOf('contact.complaint')).toEqual([{ contact_id: ana, campaign_id: campaign }])
  expect(await statsOf(campaign)).toMatchObject({ complaints: 1, delivered: 2 })
  const forged = report.replace(/\/u\/\w{4}/g, '/u/AAAA')
  expect(await submitReport('fbl@rebotes.example', forged)).toBe('unknown')
})

test('mail for an address that was never issued is refused, whatever it contains', async () => {
  await start()
  const list = await addList(server, ['ana@correo.example'])
  await send(list)
  const path = returnPathOf('ana@correo.example')
  const last = path.indexOf('@') - 1
  const forged = `${path.slice(0, last)}${path[last] === '0' ? '1' : '0'}${path.slice(last + 1)}`
  const report = deliveryReport('ana@correo.example')
  for (const address of [
    forged,
    path.replace('rebotes.example', 'otro.example'),
    'postmaster@rebotes.example',
    'b-@rebotes.example',
  ]) {
    expect(await sendReport(inbox.port, address, report)).toMatch(/^550 5\.1\.1 /)
  }
  expect(await sendReport(inbox.port, path.toUpperCase(), report)).toMatch(/^250 /)
  await untilRead()
  expect(await statuses(list)).toEqual({ 'ana@correo.example': 'bounced' })
})

test('a report after a very long text is read, and one larger than any server accepts is refused', async () => {
  await start()
  const list = await addList(server, ['ana@correo.example', 'eva@correo.example'])
  await send(list)
  const book = (megabytes: number) => `${'x'.repeat(1022)}\r\n`.repeat(1024 * megabytes)
  expect(
    await submitReport(
      returnPathOf('ana@correo.example'),
      deliveryReport('ana@correo.example') + book(5),
    ),
  ).toBe('bounce')
  const huge = deliveryReport('eva@correo.example') + book(26)
  expect(await sendReport(inbox.port, returnPathOf('eva@correo.example'), huge)).toMatch(/^552 /)
  expect(await statuses(list)).toMatchObject({ 'eva@correo.example': 'active' })
})

test('a report about a deleted contact is read and discarded', async () => {
  await start()
  const list = await addList(server, ['ana@correo.example', 'eva@correo.example'])
  const campaign = await send(list)
  const ana = await contactOf(list, 'ana@correo.example')
  await server.api('DELETE', `/lists/${list}/contacts/${ana}`)
  expect(await bounce('ana@correo.example')).toBe('bounce')
  expect(await statsOf(campaign)).toMatchObject({ hard_bounces: 1 })
  await server.service.db.deleteFrom('recipients').execute()
  expect(await bounce('eva@correo.example')).toBe('unknown')
  expect(await statuses(list)).toEqual({ 'eva@correo.example': 'active' })
})

test('a mail server pipes a message in, and the exit code says whether to retry', async () => {
  await start()
  const list = await addList(server, ['ana@correo.example'])
  await send(list)
  const path = returnPathOf('ana@correo.example')
  // A mail server's pipe adds a `From ` line and has LF line ends.
  const message = `From MAILER-DAEMON Mon Mar  1 09:00:00 2027\n${deliveryReport('ana@correo.example').replaceAll('\r\n', '\n')}`
  const pipe = (recipient: string, port = inbox.port) =>
    remite().with({ stdin: message })(
      ...['bounces', 'receive', '--inbox', `127.0.0.1:${port}`, '--recipient', recipient],
    )
  expect(await pipe(path)).toMatchObject({ code: 0, stdout: '', stderr: '' })
  await untilRead()
  expect(await statuses(list)).toEqual({ 'ana@correo.example': 'bounced' })
  const unknown = await pipe('nadie@rebotes.example')
  expect([unknown.code, unknown.stderr]).toEqual([67, expect.stringContaining('5.1.1')])
  const { port } = inbox
  await inbox.close()
  open.pop()
  expect((await pipe(path, port)).code).toBe(75)
})

test('only the conclusion of a report is stored, for a month', async () => {
  await start()
  const list = await addList(server, ['ana@correo.example'])
  await send(list)
  await bounce('ana@correo.example')
  const { db } = server.service
  const storedReports = async () =>
    (await db.selectFrom('inbox').select(['outcome', 'raw']).execute()).map(
      ({ outcome, raw }) => `${outcome} ${raw.length}`,
    )
  expect(await storedReports()).toEqual(['bounce 0'])
  const purgeAfter = (ms: number) =>
    purge({ ...server.service, clock: testClock(clock.now() + ms) }, new AbortController().signal)
  await purgeAfter(30 * dayMs)
  expect(await storedReports()).toHaveLength(1)
  await purgeAfter(31 * dayMs)
  expect(await storedReports()).toEqual([])
})

test('erasure covers stored bounce reports, earlier and later ones', async () => {
  await start()
  const list = await addList(server, ['ana@correo.example', 'eva@correo.example'])
  const campaign = await send(list)
  const [ana, eva] = ['ana@correo.example', 'eva@correo.example']
  const [toAna, toEva] = [returnPathOf(ana), returnPathOf(eva)]
  await submitReport(toAna, deliveryReport(ana, { diagnostic: `550 5.1.1 <${ana}> User unknown` }))
  for (const email of [ana, eva]) {
    const contact = await contactOf(list, email)
    const { body } = await server.api('DELETE', `/lists/${list}/contacts/${contact}?erase=1`)
    expect(body).toMatchObject({ ok: true })
  }
  const late = deliveryReport(eva, { diagnostic: `550 5.1.1 <${eva}> User unknown` })
  expect(await submitReport(toEva, late)).toBe('bounce')
  const { body } = await server.api('GET', `/campaigns/${campaign}/recipients`)
  expect(body).toMatchObject([
    { status: 'bounced', diagnostic: null },
    { status: 'bounced', diagnostic: null },
  ])
  const bounces = await server.service.db.selectFrom('bounces').select('diagnostic').execute()
  expect(bounces).toEqual([{ diagnostic: '' }, { diagnostic: '' }])
})

test('an invalid listen address or bounce domain is reported before the service starts', async () => {
  await start()
  const port = await freePort()
  const cli = remite()
  const serve = (...flags: string[]) =>
    cli(
      ...'serve --smtp smtp://127.0.0.1:9'.split(' '),
      '--folder',
      cli.folder,
      '--port',
      String(port),
      ...flags,
    )
  for (const flags of [
    ['--bounce-listen', 'nowhere'],
    ['--bounce-listen', '127.0.0.1:70000'],
    ['--bounce-domain', 'rebotes.example>\r\nRCPT TO:<x'],
    ['--bounce-domain', ''],
  ]) {
    const { code, stderr } = await serve(...flags)
    expect([code, stderr]).toEqual([2, expect.stringContaining(flags[0] ?? '')])
  }
  const taken = `127.0.0.1:${inbox.port}`
  const refused = await serve('--bounce-listen', taken)
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(taken)])
  const foreign = await serve('--bounce-listen', '192.0.2.1:2525')
  expect([foreign.code, foreign.stderr]).toEqual([2, expect.stringContaining('192.0.2.1:2525')])
})

test('no mail is accepted while a thousand messages wait, and the sending server retries', async () => {
  server = await startService()
  open.push(() => server.close())
  inbox = await startInbox(server.service, { host: '127.0.0.1', port: 0 })
  open.push(() => inbox.close())
  const { db, clock } = server.service
  const report = { mail_from: '', rcpt_to: 'fbl@mail.example', raw: Buffer.from('x') }
  const waiting = Array.from({ length: 1000 }, () => ({ ...report, received_at: clock.now() }))
  await insertInboxMessages(db, waiting)
  const hand = () => sendReport(inbox.port, 'fbl@mail.example', 'Subject: Hola\r\n\r\n')
  expect(await hand()).toMatch(/^250 /)
  expect(await hand()).toMatch(/^451 4\.3\.0 /)
  await processInbox(server.service)
  expect(await hand()).toMatch(/^250 /)
})
