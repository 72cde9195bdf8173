import { generateKeyPairSync, sign } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { RelayProvider } from '../../src/core/mail/relay-providers.ts'
import { relayHooks, relayHookUrl } from '../../src/service/bounces/hooks/relay-hook.ts'
import { createLimits } from '../../src/service/http/limits/limits.ts'
import { serveRawPosts } from '../../src/service/http/raw-posts.ts'
import { createServer } from '../../src/service/http/server.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { forge } from '../support/forge.ts'
import { createAuthority, type Identity } from '../support/mail/certificates.ts'
import {
  certificateUrl,
  postmarkBounce,
  sendgridEvent,
  sesBounce,
  sesComplaint,
  snsConfirmation,
  snsNotification,
} from '../support/mail/provider-events.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let sink: Sink
let hook: string
const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** Starts a service with this provider's webhook and sends a campaign to three contacts. */
async function start(provider: RelayProvider, publicKey?: string) {
  sink = await startSink()
  open.push(() => sink.stop())
  const relayHook = { provider, ...(publicKey && { publicKey }) }
  server = await startService({ workers: true, settings: { smtpUrl: sink.url, relayHook } })
  open.push(() => server.close())
  hook = relayHookUrl(server.origin, provider, server.service.secrets.mac)
  await addSender(server)
  const people = ['ana', 'bea', 'cris'].map((name) => `${name}@correo.example`)
  const list = await addList(server, people)
  const { body } = await server.api('POST', '/campaigns', campaignOf(list))
  await untilStatus(server, body.id, 'sent')
  return { list, campaign: body.id as number }
}

const messageTo = (name: string) =>
  sink.messages().find(({ to }) => to[0] === `${name}@correo.example`) ?? expect.fail(name)

/** Returns a header value of the message to this contact, as the relay saw it. */
const headerOf = (name: string, header: string): string => {
  const head = messageTo(name)
    .raw.toString()
    .replace(/\r\n[ \t]+/g, ' ')
  return new RegExp(`^${header}: (.*?)\r$`, 'im').exec(head)?.[1] ?? ''
}

const idOf = (name: string) => headerOf(name, 'Message-ID')

const post = async (url: string, body: unknown, headers: Record<string, string> = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await fetch(url, {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'text/plain; charset=UTF-8', ...headers },
  })
  return answer.status
}

const statusesOn = async (list: number) => {
  const { body } = await server.api('GET', `/lists/${list}/contacts`)
  return Object.fromEntries(
    body.map(({ email, status }: Record<string, string>) => [email?.split('@')[0], status]),
  )
}

const outcomes = async () =>
  (await server.service.db.selectFrom('inbox').select('outcome').orderBy('id').execute()).map(
    ({ outcome }) => outcome,
  )

test('SendGrid: bounces and complaints are recorded once, matched by our identifier', async () => {
  const { list, campaign } = await start('sendgrid')
  const { unique_args } = JSON.parse(headerOf('bea', 'X-SMTPAPI'))
  const events = [
    sendgridEvent('processed', { 'smtp-id': idOf('ana') }),
    sendgridEvent('bounce', {
      ...{ type: 'bounce', status: '5.1.1', reason: '550 5.1.1 No such user' },
      'smtp-id': idOf('ana'),
    }),
    sendgridEvent('spamreport', unique_args),
    sendgridEvent('spamreport', { 'smtp-id': '<1.999@mail.example>' }),
    sendgridEvent('spamreport', { 'smtp-id': '<1.1@elsewhere.example>' }),
  ]
  expect(await post(hook, events, { 'content-type': 'application/json' })).toBe(200)
  expect(await statusesOn(list)).toEqual({ ana: 'bounced', bea: 'complained', cris: 'active' })
  expect(await outcomes()).toEqual(['bounce', 'complaint', 'unknown', 'unknown'])
  expect(await post(hook, events)).toBe(200)
  expect((await outcomes()).slice(4)).toEqual(['duplicate', 'duplicate', 'unknown', 'unknown'])
  const { body } = await server.api('GET', `/campaigns/${campaign}/stats`)
  expect(body).toMatchObject({ hard_bounces: 1, complaints: 1 })
})

test('SendGrid: with a key, only signed events are read', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const { list } = await start('sendgrid', key)
  const body = JSON.stringify([sendgridEvent('spamreport', { 'smtp-id': idOf('ana') })])
  const timestamp = '1795165200'
  const signed = (text: string) => ({
    'x-twilio-email-event-webhook-timestamp': timestamp,
    'x-twilio-email-event-webhook-signature': sign(
      'sha256',
      Buffer.from(timestamp + text),
      privateKey,
    ).toString('base64'),
  })
  expect(await post(hook, body)).toBe(403)
  expect(await post(hook, `${body} `, signed(body))).toBe(403)
  expect(await statusesOn(list)).toMatchObject({ ana: 'active' })
  expect(await post(hook, body, signed(body))).toBe(200)
  expect(await statusesOn(list)).toMatchObject({ ana: 'complained' })
})

test('Postmark: our identifier comes back in the metadata', async () => {
  const { list } = await start('postmark')
  const metadata = (name: string) => ({
    Metadata: { remite: headerOf(name, 'X-PM-Metadata-remite') },
  })
  const details = { Details: 'The mailbox is gone for reasons of its own.' }
  expect(await post(hook, postmarkBounce('HardBounce', { ...details, ...metadata('ana') }))).toBe(
    200,
  )
  expect(await post(hook, postmarkBounce('SoftBounce', metadata('cris')))).toBe(200)
  expect(await post(hook, postmarkBounce('AutoResponder', metadata('bea')))).toBe(200)
  expect(await post(hook, postmarkBounce('SpamComplaint', metadata('bea')))).toBe(200)
  expect(await post(hook, postmarkBounce('HardBounce'))).toBe(200)
  expect(await statusesOn(list)).toEqual({ ana: 'bounced', bea: 'complained', cris: 'bounced' })
  expect(await outcomes()).toEqual(['bounce', 'bounce', 'complaint', 'unknown'])
})

test('an unknown address or another provider’s gets 404', async () => {
  await start('postmark')
  const body = postmarkBounce('HardBounce', {
    Metadata: { remite: headerOf('ana', 'X-PM-Metadata-remite') },
  })
  expect(await post(forge(hook), body)).toBe(404)
  expect(await post(hook.replace('postmark', 'ses'), body)).toBe(404)
  expect(await post(hook, '{ not json')).toBe(400)
  expect(await post(hook, '')).toBe(400)
  expect(await outcomes()).toEqual([])
})

test('without a relay hook the address does not exist', async () => {
  const plain = await startService()
  open.push(() => plain.close())
  const url = relayHookUrl(plain.origin, 'ses', plain.service.secrets.mac)
  expect(await post(url, sesBounce({}))).toBe(404)
})

/** Starts a service with the SES webhook and a fake SNS that serves certificates and confirmations. */
async function startSes() {
  const started = await start('ses')
  const authority = createAuthority('Amazon')
  const identity = authority.issue('sns.amazonaws.com')
  const requestedUrls: string[] = []
  const texts = new Map([[certificateUrl, identity.cert]])
  const { clock, log } = server.service
  const http = createServer({ trustedProxies: 0, clock, log })
  const fetchText = async (url: string) => {
    requestedUrls.push(url)
    return texts.get(url)
  }
  const hooks = relayHooks(server.service, fetchText)
  await serveRawPosts(http, hooks, { limits: createLimits(clock), clock })
  const origin = await http.listen({ host: '127.0.0.1', port: 0 })
  open.push(() => http.close())
  return {
    ...started,
    identity,
    authority,
    requestedUrls,
    texts,
    at: hook.replace(server.origin, origin),
  }
}

test.each([1, 2] as const)(
  'SES: notifications signed by Amazon with version %i are accepted, by return path or Message-ID',
  async (version) => {
    const { list, identity, requestedUrls, at } = await startSes()
    const notify = (message: object) => post(at, snsNotification(message, identity, {}, version))
    const bounce = sesBounce({ source: messageTo('ana').from })
    const headers = [{ name: 'Message-ID', value: idOf('cris') }]
    expect(await notify(bounce)).toBe(200)
    expect(await notify(sesBounce({ source: 'bounces@eu-west-1.amazonses.com', headers }))).toBe(
      200,
    )
    expect(await notify(sesComplaint(messageTo('bea').from))).toBe(200)
    expect(await notify(bounce)).toBe(200)
    expect(await statusesOn(list)).toEqual({ ana: 'bounced', bea: 'complained', cris: 'bounced' })
    expect(await outcomes()).toEqual(['bounce', 'bounce', 'complaint', 'duplicate'])
    expect(requestedUrls).toEqual([certificateUrl])
  },
)

test.each([1, 2] as const)(
  'SES: altered or otherwise signed notifications change nothing, version %i',
  async (version) => {
    const { list, identity, authority, requestedUrls, texts, at } = await startSes()
    const bounce = sesBounce({ source: messageTo('ana').from })
    const notify = (signer: Identity, changed: object = {}) =>
      post(at, snsNotification(bounce, signer, changed, version))
    const stranger = authority.issue('sns.amazonaws.com')
    const complaint = JSON.stringify(sesComplaint(messageTo('bea').from))
    expect(await notify(identity, { Message: complaint })).toBe(403)
    expect(await notify(stranger)).toBe(403)
    expect(await notify(identity, { Signature: '' })).toBe(403)
    expect(await notify(identity, { SignatureVersion: version === 1 ? '2' : '1' })).toBe(403)
    const elsewhere = 'https://sns.eu-west-1.amazonaws.com.evil.example/cert.pem'
    texts.set(elsewhere, stranger.cert)
    expect(await notify(stranger, { SigningCertURL: elsewhere })).toBe(403)
    expect(requestedUrls).toEqual([certificateUrl])
    const away = 'https://sns.us-east-1.amazonaws.com/gone.pem'
    expect(await notify(identity, { SigningCertURL: away })).toBe(503)
    expect(await post(at, bounce)).toBe(200)
    expect(await statusesOn(list)).toEqual({ ana: 'active', bea: 'active', cris: 'active' })
  },
)

test('SES: an unsupported signature is refused before any download', async () => {
  const { list, identity, requestedUrls, at } = await startSes()
  const bounce = sesBounce({ source: messageTo('ana').from })
  for (const version of ['3', '', undefined]) {
    const changed = { SignatureVersion: version }
    expect(await post(at, snsNotification(bounce, identity, changed))).toBe(403)
  }
  expect(requestedUrls).toEqual([])
  expect(await statusesOn(list)).toMatchObject({ ana: 'active' })
})

test.each([1, 2] as const)(
  'SES: a subscription is confirmed at Amazon only, version %i',
  async (version) => {
    const { identity, requestedUrls, texts, at } = await startSes()
    const url = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336'
    texts.set(url, '<ConfirmSubscriptionResponse/>')
    expect(await post(at, snsConfirmation(identity, url, version))).toBe(200)
    expect(requestedUrls).toContain(url)
    const elsewhere = 'https://169.254.169.254/latest'
    expect(await post(at, snsConfirmation(identity, elsewhere, version))).toBe(403)
    expect(requestedUrls).not.toContain(elsewhere)
  },
)

test('an invalid key is refused before anything starts', async () => {
  const args = ['serve', '--smtp', 'smtp://127.0.0.1:9', '--relay-hook']
  const run = remite()
  expect(await run(...args, 'sendgrid', '--relay-hook-key', 'abc')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--relay-hook-key'),
  })
  expect((await run(...args, 'mailjet')).code).toBe(2)
})
