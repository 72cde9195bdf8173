import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Inbox, startInbox } from '../../src/service/bounces/inbox.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { deliveryReport, sendReport } from '../support/mail/bounces.ts'
import { startScriptedRelay } from '../support/mail/scripted-relay.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const bounceDomain = 'rebotes.example'

let server: TestService
let sink: Sink
let inbox: Inbox
let list: number

const reported = ['reputacion', 'codigo', 'aviso', 'grupos', 'muerta', 'sin-grupo']
const complaining = ['adjunto', 'original', 'baja', 'reescrita', 'retirada']
const addressOf = (name: string): string => `${name}@correo.example`

beforeAll(async () => {
  sink = await startSink()
  server = await startService({ workers: true, settings: { smtpUrl: sink.url, bounceDomain } })
  inbox = await startInbox(server.service, { host: '127.0.0.1', port: 0 })
  await addSender(server)
  list = await addList(server, [...reported, ...complaining].map(addressOf))
  const { body } = await server.api('POST', '/campaigns', campaignOf(list))
  await untilStatus(server, body.id, 'sent')
})

afterAll(async () => {
  await inbox.close()
  await server.close()
  await sink.stop()
})

const messageTo = (name: string) =>
  sink.messages().find(({ to }) => to[0] === addressOf(name)) ?? expect.fail(name)

/** Submits a report, waits until it is processed and returns its outcome. */
async function submit(to: string, raw: string | Buffer): Promise<string | null | undefined> {
  expect(await sendReport(inbox.port, to, raw)).toMatch(/^250 /)
  const { db } = server.service
  const unread = db.selectFrom('inbox').select('id').where('handled_at', 'is', null)
  await waitFor(async () => (await unread.execute()).length === 0)
  const last = db.selectFrom('inbox').select('outcome').orderBy('id', 'desc')
  return (await last.executeTakeFirst())?.outcome
}

async function statusOf(name: string): Promise<string> {
  const { body } = await server.api('GET', `/lists/${list}/contacts`)
  return body.find(({ email }: { email: string }) => email === addressOf(name)).status
}

test.each([
  ['reputacion', '5.1.1', '550 5.7.1 Service unavailable; client [192.0.2.7] blacklisted'],
  ['codigo', '5.1.3', '553 sorry, your host is on our list'],
])(
  'the contact %s is not suppressed by a refusal of the sender',
  async (name, status, diagnostic) => {
    const report = deliveryReport(addressOf(name), { status, diagnostic })
    expect(await submit(messageTo(name).from, report)).toBe('bounce')
    expect(await statusOf(name)).toBe('active')
  },
)

test('Microsoft says "access denied" of an address that does not exist', async () => {
  const diagnostic = '550 5.4.1 [muerta@correo.example]: Recipient address rejected: Access denied'
  const report = deliveryReport(addressOf('muerta'), { status: '5.4.1', diagnostic })
  expect(await submit(messageTo('muerta').from, report)).toBe('bounce')
  expect(await statusOf('muerta')).toBe('bounced')
})

test('a notice of delay that is only text is no failure', async () => {
  const notice = [
    'From: Mail Delivery Subsystem <mailer-daemon@correo.example>',
    'Subject: Delivery Status Notification (Delay)',
    '',
    'THIS IS A WARNING MESSAGE ONLY.',
    'Delivery to the following recipient has been delayed: 550 5.1.1 user unknown',
  ].join('\r\n')
  expect(await submit(messageTo('aviso').from, notice)).toBe('no_bounce')
  expect(await statusOf('aviso')).toBe('active')
})

test('recipients without a blank line between them are told apart', async () => {
  const report = (name: string, ours: string, theirs: string) =>
    deliveryReport(addressOf(name), { action: ours }).replace(
      'Final-Recipient',
      `Final-Recipient: rfc822; otro@correo.example\r\nAction: ${theirs}\r\nFinal-Recipient`,
    )
  expect(await submit(messageTo('grupos').from, report('grupos', 'failed', 'relayed'))).toBe(
    'bounce',
  )
  expect(await statusOf('grupos')).toBe('bounced')
  const other = report('sin-grupo', 'delivered', 'failed')
  expect(await submit(messageTo('sin-grupo').from, other)).toBe('no_bounce')
  expect(await statusOf('sin-grupo')).toBe('active')
})

const feedbackAddress = `fbl@${bounceDomain}`

/** A message with the original as an attachment, and what stands before it. */
const withOriginal = (head: readonly string[], parts: readonly string[], original: Buffer) =>
  [
    ...head,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="parte"',
    '',
    ...parts.flatMap((part) => ['--parte', part]),
    '--parte',
    'Content-Type: message/rfc822',
    '',
    original.toString('latin1'),
    '--parte--',
    '',
  ].join('\r\n')

test('a complaint of Microsoft, which is only the original as an attachment, is one', async () => {
  const head = ['From: staff@proveedor.example', 'Subject: complaint about message from 192.0.2.7']
  const report = withOriginal(head, [], messageTo('adjunto').raw)
  expect(await submit(feedbackAddress, report)).toBe('complaint')
  expect(await statusOf('adjunto')).toBe('complained')
})

test('the original itself at the address for complaints is a complaint, and elsewhere is not', async () => {
  const { raw, from } = messageTo('original')
  expect(await submit(from, raw)).not.toBe('complaint')
  expect(await statusOf('original')).toBe('active')
  expect(await submit(feedbackAddress, raw)).toBe('complaint')
  expect(await statusOf('original')).toBe('complained')
})

const feedback = (type: string) =>
  `Content-Type: message/feedback-report\r\n\r\nFeedback-Type: ${type}\r\nVersion: 1\r\n`

test('a report that a person wants no more mail is a complaint, a withdrawn one is not', async () => {
  const head = ['From: fbl@proveedor.example', 'Subject: FW: Rebajas']
  const report = (name: string, type: string) =>
    withOriginal(head, [feedback(type)], messageTo(name).raw)
  expect(await submit(feedbackAddress, report('baja', 'opt-out'))).toBe('complaint')
  expect(await statusOf('baja')).toBe('complained')
  expect(await submit(feedbackAddress, report('retirada', 'not-spam'))).toBe('other')
  expect(await statusOf('retirada')).toBe('active')
})

test('a return path that a forwarder has rewritten identifies the person without links', async () => {
  const [local] = messageTo('reescrita').from.split('@')
  const original = Buffer.from(
    [
      'Received: from mail.example by mx.proveedor.example',
      `\t(envelope-from <SRS0=aB1c=X2=rebotes.example=${local}@reenvio.example>)`,
      'From: hola@tienda.example',
      'Subject: Rebajas',
      '',
      'Hola',
    ].join('\r\n'),
  )
  const report = withOriginal(['From: fbl@proveedor.example'], [feedback('abuse')], original)
  expect(await submit(feedbackAddress, report)).toBe('complaint')
  expect(await statusOf('reescrita')).toBe('complained')
})

test('a reply to the content suppresses an address only if it is about the address', async () => {
  const replies: Record<string, string> = {
    'lista@correo.example': '550 5.1.1 User unknown; your IP is listed at zen.spamhaus.org',
    'envios@correo.example': '550 tienda.example has sent to too many recipients this hour',
    'retenida@correo.example': '550 5.7.1 Recipient address rejected: On hold',
    'nadie@correo.example': '550 There is no account by that name here',
    'dominio@nada.example': '521 Host does not accept mail',
  }
  const relay = await startScriptedRelay({ reply: (to) => replies[to] ?? '250 2.0.0 Ok' })
  const service = await startService({ workers: true, settings: { smtpUrl: relay.url } })
  await addSender(service)
  const people = await addList(service, Object.keys(replies))
  const { body } = await service.api('POST', '/campaigns', campaignOf(people))
  await untilStatus(service, body.id, 'sent')
  const { body: contacts } = await service.api('GET', `/lists/${people}/contacts`)
  expect(
    Object.fromEntries(
      contacts.map(({ email, status }: Record<string, string>) => [email, status]),
    ),
  ).toEqual({
    'lista@correo.example': 'active',
    'envios@correo.example': 'active',
    'retenida@correo.example': 'active',
    'nadie@correo.example': 'bounced',
    'dominio@nada.example': 'bounced',
  })
  await service.close()
  await relay.stop()
})
