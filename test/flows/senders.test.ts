import { afterEach, expect, test } from 'vitest'
import type { Resolver } from '../../src/service/resolver.ts'
import { findUnpublishedKeys } from '../../src/service/senders/unpublished-keys.ts'
import { testClock } from '../support/clock.ts'
import { keysInDns } from '../support/mail/signing-keys.ts'
import { remite } from '../support/remite.ts'
import { type StartOptions, startService, type TestService } from '../support/service.ts'

const minuteMs = 60_000

let server: TestService
afterEach(() => server.close())

const start = async (options: StartOptions = {}) => {
  server = await startService(options)
  return server
}

/** A resolver with these TXT records. Other names fail with ENOTFOUND, as in `node:dns`. */
const dnsOf = (texts: Record<string, string[]>): Resolver => ({
  async txt(name) {
    const found = texts[name]
    if (found) return found
    throw Object.assign(new Error(`queryTxt ENOTFOUND ${name}`), { code: 'ENOTFOUND' })
  },
  mx: async () => [],
  addresses: async () => [],
})

const shopDns: Record<string, string[]> = {
  'shop.test': ['v=spf1 include:mail.example ~all', 'another record'],
  ...(await keysInDns('shop.test')),
  '_dmarc.shop.test': ['v=DMARC1; p=none'],
}

const add = (from_mail = 'ventas@shop.test', more = {}) =>
  server.api('POST', '/senders', { from_name: 'Tienda', from_mail, ...more })

const verify = (body: object) => server.api('POST', '/senders/verify', body)

const mailed = () => server.service.db.selectFrom('messages').selectAll().orderBy('id').execute()

async function lastMail() {
  const mail = (await mailed()).at(-1)
  const code = /^ {4}(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? ''
  const token = /\/senders\/verify\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  return { ...mail, code, token }
}

const wrong = (code: string) => (code === '100000' ? '100001' : '100000')

test('a sender is checked in DNS and mailed a code', async () => {
  await start({ resolver: dnsOf(shopDns) })
  const { status, body } = await add()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'ok',
    spf: true,
    dkim: true,
    dmarc: true,
    verified: false,
    checked: true,
  })
  const mail = await lastMail()
  expect(mail).toMatchObject({ kind: 'sender_code', to_mail: 'ventas@shop.test' })
  expect(mail.subject).toContain(mail.code)
  expect(mail.code).toMatch(/^\d{6}$/)
})

test('next keys are shown before they sign; a domain with only the previous ones still passes', async () => {
  const names = ({
    records,
  }: {
    records: { type: string; name: string; found: string | null }[]
  }) => records.filter(({ type }) => type === 'CNAME').map(({ name }) => name.split('.')[0])
  const dkim = { selector: 'remite', next: 'second' }
  const dns = { ...shopDns }
  await start({ resolver: dnsOf(dns), dkim })
  const { body: before } = await add()
  expect(before.dkim).toBe(true)
  expect(names(before)).toEqual(['remite', 'remite-ed', 'second', 'second-ed'])
  expect((await findUnpublishedKeys(server.service)).map(({ name }) => name.split('.')[0])).toEqual(
    names(before),
  )
  const selectorNow = async () => {
    const [{ body }] = [await server.api('GET', '/senders?recheck=1')]
    const sender = await server.service.db.selectFrom('senders').selectAll().executeTakeFirst()
    return [body[0].dkim, sender?.dkim_selector]
  }
  expect(await selectorNow()).toEqual([true, 'remite'])

  server.service.settings.dkimSelector = 'second'
  const { body: after } = await add()
  expect(after.dkim).toBe(true)
  expect(names(after)).toEqual(['second', 'second-ed'])
  expect(await selectorNow()).toEqual([true, 'remite'])
  Object.assign(dns, await keysInDns('shop.test', 'second'))
  expect(await selectorNow()).toEqual([true, 'second'])
})

test('the response lists the DNS records to set and what was found', async () => {
  await start({ resolver: dnsOf({ 'shop.test': ['v=spf1 mx -all'] }) })
  const { body } = await add()
  expect(body).toMatchObject({ spf: false, dkim: false, dmarc: false, checked: true })
  expect(body.records).toEqual([
    {
      type: 'TXT',
      name: 'shop.test',
      value: 'v=spf1 include:mail.example mx -all',
      found: 'v=spf1 mx -all',
    },
    {
      type: 'CNAME',
      name: 'remite._domainkey.shop.test',
      value: 'remite._domainkey.mail.example',
      found: null,
    },
    {
      type: 'CNAME',
      name: 'remite-ed._domainkey.shop.test',
      value: 'remite-ed._domainkey.mail.example',
      found: null,
    },
    { type: 'TXT', name: '_dmarc.shop.test', value: 'v=DMARC1; p=none', found: null },
  ])
})

test.each([
  ['en', 'DNS records to add or correct', 'DNS records already there'],
  ['es', 'Registros DNS por añadir o corregir', 'Registros DNS ya publicados'],
])(
  'people see which records are missing and which are there in %s',
  async (language, toAdd, there) => {
    const { '_dmarc.shop.test': _, ...others } = shopDns
    await start({ resolver: dnsOf(others) })
    const env = { REMITE_LANG: language, NO_COLOR: '1' }
    const cli = remite(server).with({ terminal: { columns: 80 }, env })
    const create = ['senders', 'create', '--from-name', 'Tienda', '--from-mail']
    const { stdout } = await cli(...create, 'ventas@shop.test')
    const [missing = '', published = ''] = stdout.split(toAdd)[1]?.split(there) ?? []
    expect(missing.match(/\S*shop\.test/g)).toEqual(['_dmarc.shop.test'])
    expect(published.match(/\S*shop\.test/g)).toEqual([
      'shop.test',
      'remite._domainkey.shop.test',
      'remite-ed._domainkey.shop.test',
    ])
  },
)

test('unresponsive name servers delay the request by four seconds at most', async () => {
  const clock = testClock()
  const lookups: string[] = []
  const silent: Resolver = {
    txt(name) {
      lookups.push(name)
      return new Promise(() => {})
    },
    mx: async () => [],
    addresses: async () => [],
  }
  await start({ clock, resolver: silent })
  const answer = add()
  while (lookups.length < 3) await new Promise(setImmediate)
  clock.advance(4000)
  expect((await answer).body).toMatchObject({ status: 'ok', spf: false, checked: true })
})

test('a free-mail address skips the DNS check and is verified like any other', async () => {
  const lookups: string[] = []
  await start({ resolver: { ...dnsOf({}), txt: async (name) => [`${lookups.push(name)}`] } })
  const { body } = await add('tienda@gmail.com')
  expect(body).toMatchObject({ spf: false, dkim: false, dmarc: false, checked: false, records: [] })
  expect(lookups).toEqual([])
  const { code } = await lastMail()
  expect((await verify({ from_mail: 'tienda@gmail.com', code })).body.verified).toBe(true)
})

test('the code verifies the sender, once', async () => {
  await start()
  const { body } = await add()
  const { code } = await lastMail()
  expect((await verify({ from_mail: 'VENTAS@Shop.test', code })).body).toEqual({
    status: 'ok',
    verified: true,
  })
  const again = await add('ventas@shop.test', { reply_to: 'hola@shop.test' })
  expect(again.body).toMatchObject({ id: body.id, verified: true })
  expect(await mailed()).toHaveLength(1)
  const { body: senders } = await server.api('GET', '/senders')
  expect(senders).toMatchObject([{ id: body.id, verified: true, reply_to: 'hola@shop.test' }])
})

test('five wrong codes invalidate the right one', async () => {
  const clock = testClock()
  await start({ clock })
  await add()
  const { code } = await lastMail()
  const from_mail = 'ventas@shop.test'
  for (const left of [4, 3, 2, 1, 0]) {
    const { status, body } = await verify({ from_mail, code: wrong(code) })
    expect([status, body.code, body.values.tries]).toEqual([422, 'wrong_code', left])
  }
  expect((await verify({ from_mail, code })).body.code).toBe('code_expired')
  clock.advance(minuteMs)
  expect((await verify({ from_mail, resend: true })).body).toEqual({
    status: 'ok',
    verified: false,
  })
  expect((await verify({ from_mail, code: (await lastMail()).code })).body.verified).toBe(true)
})

test('concurrent attempts are counted one by one', async () => {
  await start()
  await add()
  const { code } = await lastMail()
  const tries = Array.from({ length: 12 }, () =>
    verify({ from_mail: 'ventas@shop.test', code: wrong(code) }),
  )
  const codes = (await Promise.all(tries)).map(({ body }) => body.code)
  expect(codes.filter((each) => each === 'wrong_code')).toHaveLength(5)
})

test('a code is valid for fifteen minutes', async () => {
  const clock = testClock()
  await start({ clock })
  await add()
  const { code, token } = await lastMail()
  clock.advance(15 * minuteMs)
  expect((await verify({ from_mail: 'ventas@shop.test', code })).body.code).toBe('code_expired')
  expect((await verify({ token })).body.code).toBe('code_expired')
})

test('the link’s token verifies too, for its own account alone', async () => {
  await start()
  await add()
  const { token } = await lastMail()
  const otherAccount = await server.other()
  expect((await otherAccount.api('POST', '/senders/verify', { token })).body.code).toBe(
    'code_expired',
  )
  expect((await verify({ token })).body).toEqual({ status: 'ok', verified: true })
  expect((await verify({ token })).body.code).toBe('code_expired')
})

test('opening the link changes nothing; its button verifies', async () => {
  await start()
  await add()
  const path = `/senders/verify/${(await lastMail()).token}`
  const opened = await server.request('GET', path, undefined, { 'accept-language': 'es' })
  expect([opened.status, opened.body]).toEqual([200, expect.stringContaining('ventas@shop.test')])
  expect((await server.api('GET', '/senders')).body).toMatchObject([{ verified: false }])
  const pressed = await server.request('POST', path, '', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(pressed.status).toBe(200)
  expect((await server.api('GET', '/senders')).body).toMatchObject([{ verified: true }])
  expect((await server.request('GET', path)).status).toBe(410)
})

test('a new code can be requested after a minute and replaces the old one', async () => {
  const clock = testClock()
  await start({ clock })
  await add()
  const first = await lastMail()
  const from_mail = 'ventas@shop.test'
  const early = await verify({ from_mail, resend: true })
  expect([early.status, early.body.code]).toEqual([429, 'rate_limited'])
  expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  await add()
  expect(await mailed()).toHaveLength(1)
  clock.advance(minuteMs)
  expect((await verify({ from_mail, resend: true })).status).toBe(200)
  const second = await lastMail()
  if (first.code !== second.code)
    expect((await verify({ from_mail, code: first.code })).body.code).toBe('wrong_code')
  expect((await verify({ from_mail, code: second.code })).body.verified).toBe(true)
})

test('an address is mailed at most ten codes a day', async () => {
  const clock = testClock()
  await start({ clock })
  await add()
  for (let sent = 1; sent < 12; sent++) {
    clock.advance(minuteMs)
    await verify({ from_mail: 'ventas@shop.test', resend: true })
  }
  expect(await mailed()).toHaveLength(10)
})

test('the message is in the account’s language and names who asks', async () => {
  await start()
  await server.service.db.updateTable('accounts').set({ language: 'es' }).execute()
  await add()
  const { subject, text } = await lastMail()
  expect(subject).toMatch(/código/)
  expect(text).toContain('ana quiere enviar')
})

test('a sender of another account is not found, and the same address may be added there', async () => {
  await start()
  const mine = await add()
  const { code } = await lastMail()
  const otherAccount = await server.other()
  const from_mail = 'ventas@shop.test'
  for (const body of [
    { from_mail, code },
    { from_mail, resend: true },
  ]) {
    expect((await otherAccount.api('POST', '/senders/verify', body)).status).toBe(404)
  }
  expect((await otherAccount.api('GET', '/senders')).body).toEqual([])
  const theirs = await otherAccount.api('POST', '/senders', { from_name: 'X', from_mail })
  expect(theirs.body.id).not.toBe(mine.body.id)
  const theirCode = (await lastMail()).code
  await otherAccount.api('POST', '/senders/verify', { from_mail, code: theirCode })
  expect((await server.api('GET', '/senders')).body).toMatchObject([{ verified: false }])
})

test('a recheck queries DNS again and stores the result', async () => {
  const texts: Record<string, string[]> = {}
  await start({ resolver: dnsOf(texts) })
  await add()
  await add('tienda@gmail.com')
  Object.assign(texts, shopDns)
  expect((await server.api('GET', '/senders')).body).toMatchObject([{ spf: false }, {}])
  const rechecked = await server.api('GET', '/senders?recheck=1')
  expect(rechecked.body).toMatchObject([
    { spf: true, dkim: true, dmarc: true },
    { spf: false, checked_at: null },
  ])
  expect((await server.api('GET', '/senders')).body).toEqual(rechecked.body)
})

test('senders are listed in pages', async () => {
  await start()
  for (const name of ['a', 'b', 'c']) await add(`${name}@shop.test`)
  const first = await server.api('GET', '/senders?limit=2')
  const second = await server.api('GET', `/senders?cursor=${first.headers.get('x-next-cursor')}`)
  const mails = [...first.body, ...second.body].map(({ from_mail }) => from_mail)
  expect(mails).toEqual(['a@shop.test', 'b@shop.test', 'c@shop.test'])
  const newest = await server.api('GET', '/senders?order=desc&limit=1')
  expect(newest.body).toMatchObject([{ from_mail: 'c@shop.test' }])
})

test('missing and malformed fields are named', async () => {
  await start()
  const fieldOf = async (answer: ReturnType<typeof verify>) => (await answer).body.errors[0].field
  expect(await fieldOf(verify({ code: '123456' }))).toBe('from_mail')
  expect(await fieldOf(verify({ from_mail: 'ventas@shop.test' }))).toBe('code')
  expect(await fieldOf(add('nobody'))).toBe('from_mail')
  expect((await verify({ from_mail: 'nobody@shop.test', code: '123456' })).status).toBe(404)
})

test('the operator is told which keys of our own host are missing in DNS', async () => {
  const texts: Record<string, string[]> = {}
  await start({ resolver: dnsOf(texts) })
  const keys = await keysInDns('mail.example')
  const unpublished = (await findUnpublishedKeys(server.service)).map(({ name, value }) => [
    name,
    [value],
  ])
  expect(Object.fromEntries(unpublished)).toEqual(keys)
  Object.assign(texts, keys, { 'remite._domainkey.mail.example': ['v=DKIM1; k=rsa; p=MIGf'] })
  expect(await findUnpublishedKeys(server.service)).toMatchObject([
    { name: 'remite._domainkey.mail.example', found: 'v=DKIM1; k=rsa; p=MIGf' },
  ])
  Object.assign(texts, keys)
  expect(await findUnpublishedKeys(server.service)).toEqual([])
})
