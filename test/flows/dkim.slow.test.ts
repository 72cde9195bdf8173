import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterEach, expect, test } from 'vitest'
import { loadSecrets } from '../../src/service/keys/secrets.ts'
import { createVault } from '../../src/service/keys/vault.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { keysInDns } from '../support/mail/signing-keys.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { type StartOptions, startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const host = 'mail.example'

let sink: Sink
let server: TestService
afterEach(async () => {
  await server.close()
  await sink.stop()
})

async function start(options: StartOptions = {}) {
  sink = await startSink()
  server = await startService({
    workers: true,
    ...options,
    settings: { smtpUrl: sink.url, ...options.settings },
  })
}

/**
 * Verifies the message to this address with an independent library, with the keys of both selectors in
 * DNS.
 */
async function signaturesOf(to: string) {
  const raw = sink.messages().find((message) => message.to[0] === to)?.raw ?? Buffer.alloc(0)
  const records: Record<string, string[]> = {}
  for (const domain of [host, 'tienda.example']) {
    for (const selector of ['remite', 'second']) {
      Object.assign(records, await keysInDns(domain, selector))
    }
  }
  const { results } = await dkimVerify(raw, {
    resolver: async (name: string) => records[name]?.map((text) => [text]) ?? [],
  })
  return results.map(({ status, signingDomain, selector }) => [
    status.result,
    signingDomain,
    selector,
  ])
}

const bothFor = (domain: string, selector = 'remite') => [
  ['pass', domain, selector],
  ['pass', domain, `${selector}-ed`],
]

async function sendTo(address: string, more: object = {}) {
  const list = await addList(server, [address])
  const { body } = await server.api('POST', '/campaigns', campaignOf(list, more))
  await untilStatus(server, body.id, 'sent')
}

/** Marks all senders as having no DKIM keys in DNS. `addSender` inserts them with keys. */
const withoutKeysInDns = () => server.service.db.updateTable('senders').set({ dkim: 0 }).execute()

test('a campaign is signed for its sender’s domain where DNS has our keys', async () => {
  await start()
  await addSender(server)
  await sendTo('ana@correo.example', { html: '<p>\n   Hola  {{ nombre }}\n</p>\n\n' })
  expect(await signaturesOf('ana@correo.example')).toEqual(bothFor('tienda.example'))
})

test('a campaign is signed for our host where the sender’s domain lacks our keys', async () => {
  await start()
  await addSender(server)
  await withoutKeysInDns()
  await sendTo('ana@correo.example')
  expect(await signaturesOf('ana@correo.example')).toEqual(bothFor(host))
})

test('after a rotation each domain is signed with the keys it has until the old ones are retired', async () => {
  // The `second` keys were created as the next pair. Now they sign.
  await start({
    dkim: { selector: 'remite', next: 'second' },
    settings: { dkimSelector: 'second' },
  })
  await addSender(server)
  await sendTo('ana@correo.example')
  expect(await signaturesOf('ana@correo.example')).toEqual(bothFor('tienda.example'))
  await server.api('POST', '/senders', { from_name: 'Tienda', from_mail: 'bea@correo.example' })
  await waitFor(() => sink.messages().length > 1)
  expect(await signaturesOf('bea@correo.example')).toEqual(bothFor(host, 'second'))

  const { db, clock } = server.service
  const retiring = { selector: 'second', retired: 'remite' }
  const key = 'a master key for tests'
  const secrets = await loadSecrets(db, createVault(key), clock.now(), undefined, retiring)
  Object.assign(server.service.secrets, secrets)
  await sendTo('cris@correo.example')
  expect(await signaturesOf('cris@correo.example')).toEqual(bothFor(host, 'second'))

  await db.updateTable('senders').set({ dkim_selector: 'second' }).execute()
  await sendTo('dora@correo.example')
  expect(await signaturesOf('dora@correo.example')).toEqual(bothFor('tienda.example', 'second'))
})

test('verification mail is signed for our host', async () => {
  await start()
  await server.api('POST', '/senders', { from_name: 'Tienda', from_mail: 'ana@correo.example' })
  await waitFor(() => sink.messages().length > 0)
  expect(await signaturesOf('ana@correo.example')).toEqual(bothFor(host))
})

test('a test message is signed like the campaign', async () => {
  await start()
  await addSender(server)
  const list = await addList(server, ['ana@correo.example'])
  const { body } = await server.api('POST', '/campaigns', campaignOf(list, { draft: true }))
  await server.api('POST', `/campaigns/${body.id}/test`, { emails: ['eva@correo.example'] })
  await waitFor(() => sink.messages().length > 0)
  expect(await signaturesOf('eva@correo.example')).toEqual(bothFor('tienda.example'))
})

test('nothing is signed when the relay signs', async () => {
  await start({ settings: { signsMail: false } })
  await addSender(server)
  await sendTo('ana@correo.example')
  expect(sink.messages()[0]?.raw.toString()).toContain('From: ')
  expect(sink.messages()[0]?.raw.toString()).not.toContain('DKIM-Signature')
})

test('a broken key fails the start instead of sending unsigned mail', async () => {
  await start()
  const { db, secrets, clock } = server.service
  await db
    .updateTable('keys')
    .set({ secret: secrets.vault.seal(Buffer.from('no key')) })
    .where('purpose', '=', 'dkim ed25519')
    .execute()
  await expect(loadSecrets(db, createVault('a master key for tests'), clock.now())).rejects.toThrow(
    expect.objectContaining({ code: 'signing_key_broken' }),
  )
})

test('keys are generated once and reused at the next start', async () => {
  await start()
  const { db, secrets, clock } = server.service
  const again = await loadSecrets(db, createVault('a master key for tests'), clock.now())
  const publicKeys = ({ dkim }: typeof again) => dkim.map(({ publicKey }) => publicKey)
  expect(publicKeys(again)).toEqual(publicKeys(secrets))
  const rows = await db
    .selectFrom('keys')
    .select('secret')
    .where('purpose', 'like', 'dkim%')
    .execute()
  expect(rows).toHaveLength(2)
})
