import { afterAll, beforeAll, expect, test } from 'vitest'
import { takesKey } from '../../src/contract/failures.ts'
import { contract, endpoints } from '../../src/contract/index.ts'
import { defaultRetention } from '../../src/core/retention/retention-periods.ts'
import { openKey } from '../../src/service/http/idempotency/idempotency.ts'
import { createKeyClaims } from '../../src/service/http/idempotency/key-claims.ts'
import { purgeExpired } from '../../src/service/retention/expired.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { startService, type TestService } from '../support/service.ts'

const hourMs = 3_600_000

const clock = testClock()
let server: TestService
beforeAll(async () => {
  server = await startService({ clock })
})
afterAll(() => server.close())

const post = (path: string, body: object, key: string, token = server.token) =>
  server.api('POST', path, body, {
    authorization: `Bearer ${token}`,
    'idempotency-key': key,
  })

const newList = (name: string, key: string, token?: string) => post('/lists', { name }, key, token)

async function listsNamed(name: string): Promise<number> {
  return (await server.api('GET', `/lists?q=${encodeURIComponent(name)}`)).body.length
}

const wasReplayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed')

test('the same key and body act once, and the second response says it is a replay', async () => {
  const first = await newList('Once', 'once')
  const second = await newList('Once', 'once')
  expect([first.status, second.status]).toEqual([200, 200])
  expect([wasReplayed(first), wasReplayed(second)]).toEqual([null, 'true'])
  expect(second.body).toEqual(first.body)
  expect(await listsNamed('Once')).toBe(1)
  expect(wasReplayed(await newList('Once', 'another'))).toBeNull()
})

test('the same key with another body is refused, and nothing happens', async () => {
  await newList('Ours', 'mixed up')
  const second = await newList('Theirs', 'mixed up')
  expect([second.status, second.body.code]).toEqual([422, 'idempotency_mismatch'])
  expect(await listsNamed('Theirs')).toBe(0)
})

test('the same JSON is the same body, however it is written', async () => {
  const texts = ['{"name":"Caf\u00e9 1"}', '{ "name": "Caf\\u00e9 1" }']
  const headers = {
    authorization: `Bearer ${server.token}`,
    'content-type': 'application/json',
    'idempotency-key': 'written twice',
  }
  const answers: Response[] = []
  for (const body of texts) {
    answers.push(await fetch(`${server.url}/lists`, { method: 'POST', body, headers }))
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.map(wasReplayed)).toEqual([null, 'true'])
})

test('the same key for another object of the same route is refused too', async () => {
  const lists = await Promise.all([newList('One', 'one'), newList('Two', 'two')])
  const [one, two] = lists.map(({ body }) => body.id)
  const field = { name: 'City', type: 'text' }
  expect((await post(`/lists/${one}/fields`, field, 'field')).status).toBe(200)
  const mismatch = await post(`/lists/${two}/fields`, field, 'field')
  expect([mismatch.status, mismatch.body.code]).toEqual([422, 'idempotency_mismatch'])
})

test('a key is valid for one route', async () => {
  const list = await newList('Routed', 'shared')
  const sender = await post(
    '/senders',
    { from_name: 'Ana', from_mail: 'ana@shop.example' },
    'shared',
  )
  expect([list.status, sender.status, wasReplayed(sender)]).toEqual([200, 200, null])
})

test('a refused request releases its key, so that the corrected one succeeds', async () => {
  await addSender(server)
  const list = await addList(server, ['ana@correo.example'])
  const campaign = campaignOf(list)
  const refused = await post(
    '/campaigns',
    { ...campaign, from_mail: 'no@tienda.example' },
    'mended',
  )
  expect([refused.status, refused.body.code]).toEqual([422, 'sender_not_verified'])
  const mended = await post('/campaigns', campaign, 'mended')
  expect([mended.status, wasReplayed(mended)]).toEqual([200, null])
  expect(wasReplayed(await post('/campaigns', campaign, 'mended'))).toBe('true')
})

test('every account has its own keys', async () => {
  const otherAccount = await server.other()
  const ours = await newList('Same name', 'same key')
  const theirs = await newList('Same name', 'same key', otherAccount.token)
  expect([theirs.status, wasReplayed(theirs)]).toEqual([200, null])
  expect(theirs.body.id).not.toBe(ours.body.id)
})

test('responses with secrets are not stored under a key', async () => {
  const secret = endpoints.filter(({ endpoint }) => endpoint.secret)
  expect(secret.map(({ endpoint }) => endpoint.path)).toEqual(
    expect.arrayContaining(['/auth/getToken', '/users/:id/impersonate']),
  )
  expect(secret.filter(({ endpoint }) => takesKey(endpoint))).toEqual([])
  const login = { username: 'ana', pass: server.pass }
  const first = await post('/auth/getToken', login, 'login')
  const second = await post('/auth/getToken', login, 'login')
  expect([second.status, wasReplayed(second)]).toEqual([200, null])
  expect(second.body.token).not.toBe(first.body.token)
})

test('a key is not blank and at most 255 characters long', async () => {
  for (const [key, status] of [
    ['', 422],
    ['k'.repeat(255), 200],
    ['k'.repeat(256), 422],
  ] as const) {
    expect((await newList(`Long ${key.length}`, key)).status).toBe(status)
  }
})

test('a running request holds its key until it is refused or its lease expires', async () => {
  const { db } = server.service
  const claims = createKeyClaims(db, clock)
  const open = (name = 'Died') =>
    openKey(claims, {
      account: server.accountId,
      endpoint: contract.lists.create,
      key: 'died',
      path: '/v3/api/lists',
      body: { name },
      clock,
    })
  const refused = await open()
  expect(refused.replay).toBeUndefined()
  await expect(open()).rejects.toMatchObject({
    code: 'idempotency_in_flight',
    details: { retryAfterSeconds: 2 },
  })
  await expect(open('Other')).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  await refused.end(false)
  const died = await open()
  clock.advance(121_000)
  const heir = await open()
  await expect(died.save(db, 200, {})).rejects.toMatchObject({ code: 'idempotency_in_flight' })
  await died.end(false)
  await heir.save(db, 200, { ok: true })
  await heir.end(true)
  expect((await open()).replay).toEqual({ status: 200, body: { ok: true } })
})

test('a key is taken without waiting for the transaction of another request', async () => {
  const { db } = server.service
  const beside = {
    account: server.accountId,
    endpoint: contract.lists.create,
    key: 'beside',
    path: '/v3/api/lists',
    body: {},
    clock,
  }
  await db.transaction().execute(async () => {
    const keyed = await openKey(createKeyClaims(db, clock), beside)
    expect(keyed.replay).toBeUndefined()
  })
})

test('a key is kept for a day', async () => {
  const again = async () => {
    const { body } = await server.api('POST', '/auth/getToken', {
      username: 'ana',
      pass: server.pass,
    })
    const { db, reader } = server.service
    const { signal } = new AbortController()
    await purgeExpired({ db, reader, signal }, defaultRetention, clock.now())
    return wasReplayed(await newList('Daily', 'daily', body.token))
  }
  expect(await again()).toBeNull()
  clock.advance(24 * hourMs - 1)
  expect(await again()).toBe('true')
  clock.advance(2)
  expect(await again()).toBeNull()
})

test('an answer of megabytes is not kept, and the work is still done only once', async () => {
  const { token } = await server.other()
  const list = (await newList('Large', 'large list', token)).body.id
  // The answer names every wrong address.
  const wrong = Array.from({ length: 4000 }, (_, n) => ({ email: `${'x'.repeat(1500)} ${n}` }))
  const contacts = [{ email: 'ana@example.org' }, ...wrong]
  const path = `/lists/${list}/contacts`
  const send = () => post(path, { contacts, mode: 'insert' }, 'large answer', token)
  const first = await send()
  expect([first.status, first.body.created, first.body.errors.length]).toEqual([200, 1, 4000])
  const second = await send()
  expect([second.status, second.body.code]).toEqual([409, 'answer_too_large'])
  expect(second.body.detail).toContain('already carried out, with status 200')
  const { db } = server.service
  const query = db
    .selectFrom('idempotency')
    .select(['status', 'body'])
    .where('key', '=', 'large answer')
  expect(await query.execute()).toEqual([{ status: 200, body: null }])
  const other = await post(path, { contacts: [] }, 'large answer', token)
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch'])
})

test('an account keeps a limited amount of answers a day', async () => {
  const { db } = server.service
  const { id, token } = await server.other()
  const list = (await newList('Many', 'many', token)).body.id
  const wrong = Array.from({ length: 1000 }, (_, n) => ({ email: `nobody ${n}` }))
  const send = (key: string) => post(`/lists/${list}/contacts`, { contacts: wrong }, key, token)
  await send('before')
  expect(wasReplayed(await send('before'))).toBe('true')
  const counter = db.updateTable('counters').where('key', '=', `answers ${id}`)
  await counter.set({ count: 64 * 1024 * 1024 }).execute()
  await send('after')
  expect((await send('after')).body.code).toBe('answer_too_large')
  expect(wasReplayed(await send('before'))).toBe('true')
  // Small answers are always kept.
  await newList('Small', 'small', token)
  expect(wasReplayed(await newList('Small', 'small', token))).toBe('true')
})
