import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clock, systemClock } from '../../src/core/clock.ts'
import { newUuid } from '../../src/core/ids.ts'
import { apiPrefix, startApp } from '../../src/service/app.ts'
import { dialectOf } from '../../src/service/database/dialect.ts'
import { createLimits } from '../../src/service/http/limits/limits.ts'
import { testClock } from '../support/clock.ts'
import { freePort } from '../support/free-port.ts'
import { startService, type TestService } from '../support/service.ts'
import { addUser } from '../support/users.ts'
import { waitFor } from '../support/wait.ts'

/** At the beginning of an hour, so that no window ends in the middle of a test. */
const early = systemClock.now() % 3_600_000
/** How long the requests were made to wait, one after the other; none of them does. */
const waits: number[] = []
const clock: Clock = {
  now: () => systemClock.now() - early,
  async sleep(ms, signal) {
    // What repeats by itself can be stopped, a request that waits cannot.
    if (signal) return systemClock.sleep(ms, signal)
    waits.push(ms)
  },
}

let bare: TestService
let behindProxy: TestService
beforeAll(async () => {
  bare = await startService({ clock })
  behindProxy = await startService({ clock, trustedProxies: 1 })
})
afterAll(async () => {
  await bare.close()
  await behindProxy.close()
})

const limitsOf = (rate_per_hour: number) => ({
  ...{ monthly_sends: 0, contacts_max: 0, ai_generations: 0, rate_per_hour },
})

const tryPassword = (server: TestService, username: string, from = '', pass = 'wrong') =>
  server.request(
    'POST',
    `${apiPrefix}/auth/getToken`,
    { username, pass },
    from === '' ? {} : { 'x-forwarded-for': from },
  )

/** Eleven wrong passwords, each from its own address as it is told; how many were looked at. */
async function guess(server: TestService, addressOf: (at: number) => string): Promise<number> {
  const username = `somebody-${newUuid()}`
  const tries = Array.from({ length: 11 }, (_, at) => tryPassword(server, username, addressOf(at)))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([])
  return statuses.filter((status) => status === 401).length
}

test('without a trusted proxy, client-supplied addresses are ignored', async () => {
  expect(await guess(bare, (at) => `203.0.113.${at}`)).toBe(10)
  const lists = await bare.api('GET', '/lists?limit=1', undefined, {
    ...{ 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  })
  expect(JSON.stringify([...lists.headers])).not.toContain('evil.example')
})

test('behind one trusted proxy only the address that it reports counts', async () => {
  expect(await guess(behindProxy, (at) => `203.0.113.${at}`)).toBe(11)
  expect(await guess(behindProxy, (at) => `198.51.100.${at}, 203.0.113.200`)).toBe(10)
  expect(await guess(behindProxy, (at) => `10.0.0.1, 198.51.100.${at}, 203.0.113.201`)).toBe(10)
})

test('a whole IPv6 network has as many attempts as one address', async () => {
  expect(await guess(behindProxy, (at) => `2001:db8:0:1::${at + 1}`)).toBe(10)
  expect(await guess(behindProxy, (at) => `2001:db8:0:${at + 100}::1`)).toBe(11)
})

test('after three wrong passwords each wait grows, and a right one resets it', async () => {
  const name = (await addUser(bare, { parent: bare.accountId })).username
  const waitsOf = async (pass: string): Promise<number[]> => {
    waits.length = 0
    const { status } = await tryPassword(bare, name, '', pass)
    expect(status).toBe(pass === bare.pass ? 200 : 401)
    return [...waits]
  }
  for (let at = 0; at < 3; at += 1) expect(await waitsOf('wrong')).toEqual([])
  expect(await waitsOf('wrong')).toEqual([250])
  expect(await waitsOf('wrong')).toEqual([500])
  expect(await waitsOf(bare.pass)).toEqual([1000])
  for (let at = 0; at < 3; at += 1) expect(await waitsOf('wrong')).toEqual([])
})

test('a blocked client is refused again without a query', async () => {
  const { db } = bare.service
  const username = `flooded-${newUuid()}`
  const flood = (count: number) =>
    Promise.all(Array.from({ length: count }, () => tryPassword(bare, username)))
  await flood(11)
  const refused = await flood(50)
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  const counter = await db
    .selectFrom('counters')
    .select('count')
    .where('key', 'like', `getToken user % ${username}`)
    .executeTakeFirstOrThrow()
  expect(counter.count).toBe(11)
})

test('every response states the remaining quota, and a refusal says when to retry', async () => {
  const user = await addUser(bare, { parent: bare.accountId, limits: limitsOf(3) })
  const answers = []
  for (let at = 0; at < 4; at += 1) answers.push(await user.api('GET', '/lists'))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  const [first, , , refused] = answers.map(({ headers }) => headers)
  expect(first?.get('ratelimit-policy')).toBe('"minute";q=12000;w=60, "hour";q=3;w=3600')
  expect(first?.get('ratelimit')).toMatch(/^"minute";r=11999;t=\d+, "hour";r=2;t=\d+$/)
  expect(refused?.get('ratelimit')).toMatch(/"hour";r=0;t=\d+$/)
  const left = Number(/"hour";r=0;t=(\d+)/.exec(refused?.get('ratelimit') ?? '')?.[1])
  expect(Number(refused?.get('retry-after'))).toBe(left)
  expect(answers[3]?.body).toMatchObject({ status: 429, code: 'rate_limited' })
})

test('near a limit requests are delayed more and more, and then refused', () => {
  const clock = testClock()
  const limits = createLimits(clock)
  const account = { id: 1, limitGroup: 1, ratePerHour: 1000 }
  const taken = Array.from({ length: 1001 }, () => {
    clock.advance(5)
    return limits.ofAccount(account)
  })
  const waits = taken.map(({ waitMs }) => waitMs)
  expect(waits[799]).toBe(0)
  expect([waits[849], waits[899], waits[999]]).toEqual([500, 1000, 2000])
  expect(taken[999]?.refusal).toBeUndefined()
  expect(taken[1000]?.refusal?.code).toBe('rate_limited')
})

test('an account that sends thousands of requests at once gets them at the pace of its limit', () => {
  const limits = createLimits(testClock())
  const account = { id: 1, limitGroup: 1, ratePerHour: 1_000_000 }
  const waits = Array.from({ length: 1000 }, () => limits.ofAccount(account).waitMs)
  expect([waits[499], waits[500], waits[999]]).toEqual([0, 5, 2500])
  expect(limits.ofAccount({ ...account, id: 2, limitGroup: 2 }).waitMs).toBe(0)
})

test('unauthenticated clients are slowed down from a quarter of the limit on, refused ones most', () => {
  const limits = createLimits(testClock())
  const taken = Array.from({ length: 1201 }, () => limits.ofAnonymous('203.0.113.77'))
  expect([299, 749, 1199].map((at) => taken[at]?.waitMs)).toEqual([0, 1000, 2000])
  expect(taken[1200]?.waitMs).toBeGreaterThanOrEqual(1000)
  expect(taken[1200]).toMatchObject({ refusal: { code: 'rate_limited' } })
})

test('a wrong password is answered with a delay', async () => {
  const username = `held-${newUuid()}`
  await Promise.all(Array.from({ length: 11 }, () => tryPassword(bare, username)))
  waits.length = 0
  expect((await tryPassword(bare, username)).status).toBe(429)
  expect(waits).toEqual([2000])
})

test('a limit resets with its window', () => {
  const still = testClock()
  const limits = createLimits(still)
  const account = { id: 1, limitGroup: 1, ratePerHour: 5 }
  const count = () => limits.ofAccount(account).refusal === undefined
  expect(Array.from({ length: 6 }, count)).toEqual([true, true, true, true, true, false])
  still.advance(3_600_000)
  expect(count()).toBe(true)
})

test('invalid tokens count against their network', async () => {
  const from = { authorization: 'Bearer nothing', 'x-forwarded-for': '203.0.113.250' }
  const answers = []
  for (let at = 0; at < 3; at += 1) {
    answers.push(await behindProxy.api('GET', '/lists', undefined, from))
  }
  const left = answers.map(({ headers }) => /r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
  expect(left).toEqual(['1199', '1198', '1197'])
})

test('processes that share a database add up their counts, however often they report', async () => {
  const { db } = bare.service
  const account = { id: 777_777, limitGroup: 777_777, ratePerHour: 100 }
  const [one, other] = [createLimits(clock), createLimits(clock)]
  const left = (limits: typeof one) =>
    Number(/"hour";r=(\d+)/.exec(limits.ofAccount(account).headers.ratelimit ?? '')?.[1])
  for (let at = 0; at < 30; at += 1) left(one)
  await one.exchange(db)
  for (let at = 0; at < 20; at += 1) left(other)
  await Promise.all([other.exchange(db), one.exchange(db)])
  expect(left(other)).toBe(100 - 51)
  expect(left(one)).toBe(100 - 31)
  await one.exchange(db)
  await other.exchange(db)
  expect([left(one), left(other)]).toEqual([100 - 52, 100 - 53])
})

test('a second process learns of a flood within seconds, and a single one writes nothing', async () => {
  const { service } = bare
  const user = await addUser(bare, { parent: bare.accountId, limits: limitsOf(60) })
  const port = await freePort()
  const second = await startApp(service, {
    ...{ host: '127.0.0.1', port, trustedProxies: 0, instance: 'second', hasInbox: false },
  })
  try {
    for (let at = 0; at < 60; at += 1) await user.api('GET', '/lists?limit=1')
    const keys = () =>
      service.db.selectFrom('counters').select('key').where('key', 'like', 'hour %').execute()
    const ask = () =>
      fetch(`http://127.0.0.1:${port}${apiPrefix}/lists`, {
        headers: { authorization: `Bearer ${user.token}` },
      })
    if (dialectOf(service.db).isOneProcess) {
      expect((await ask()).status).toBe(200)
      expect((await keys()).filter(({ key }) => key.endsWith(` ${user.id}`))).toEqual([])
    } else {
      // What is few is not told: it asks ten times at the least.
      await waitFor(async () => (await ask()).status === 429, 20_000)
      expect((await keys()).map(({ key }) => key)).toContain(`hour account ${user.id}`)
    }
  } finally {
    await second.close()
  }
})

test('an unauthorized request’s body is not read, and forms accept no large body', async () => {
  const large = JSON.stringify({ name: 'x'.repeat(20 * 1024 * 1024) })
  const json = { 'content-type': 'application/json', connection: 'close' }
  const stranger = await bare.api('POST', '/lists', large, { ...json, authorization: '' })
  expect([stranger.status, stranger.body.code]).toEqual([401, 'unauthorized'])
  const form = JSON.stringify({ username: 'x'.repeat(300 * 1024), pass: 'x' })
  const refused = await bare.api('POST', '/auth/getToken', form, { ...json, authorization: '' })
  expect([refused.status, refused.body.code]).toEqual([413, 'body_too_large'])
})
