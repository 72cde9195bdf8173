import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { apiPrefix } from '../../src/service/app.ts'
import { dialectOf } from '../../src/service/database/dialect.ts'
import { inOneReader, maxLongReads } from '../../src/service/database/reader.ts'
import { addList } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { type Answer, startService, type TestService } from '../support/service.ts'
import { addUser, type TestUser } from '../support/users.ts'
import { waitFor } from '../support/wait.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

const limits = { monthly_sends: 0, contacts_max: 5000, ai_generations: 0, rate_per_hour: 100_000 }

interface Customer extends TestUser {
  list: number
}

/** An account with a list. */
async function addCustomer(parent = server.accountId, role: 'User' | 'Reseller' = 'User') {
  const user = await addUser(server, { parent, role, limits })
  const list = await addList({ ...server, ...user, accountId: user.id }, ['ana@correo.example'])
  return { ...user, list }
}

const holds: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of holds.splice(0)) await end()
})

/** Holds back every change of these accounts' contacts until the result is called. */
async function holdWrites(customers: readonly { id: number }[]): Promise<() => Promise<void>> {
  let release = () => {}
  let isHeld = false
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held = server.service.db.transaction().execute(async (tx) => {
    for (const { id } of customers) {
      await tx.updateTable('accounts').set({ nombre: 'held' }).where('id', '=', id).execute()
    }
    isHeld = true
    await released
  })
  await waitFor(() => isHeld)
  const end = async () => {
    release()
    await held
  }
  holds.push(end)
  return end
}

let contacts = 0
/** An expensive request: two contacts at once. */
const addTwo = ({ api, list }: Customer) => {
  const people = ['a', 'b'].map((name) => ({ email: `${name}${++contacts}@correo.example` }))
  return api('POST', `/lists/${list}/contacts`, { contacts: people })
}

/** Starts a request this often, and collects the answers in the order of their arrival. */
function flood(count: number, send: (index: number) => Promise<Answer<unknown>>) {
  const answers: Answer<unknown>[] = []
  const all = Promise.all(
    Array.from({ length: count }, async (_, index) => {
      answers.push(await send(index))
    }),
  )
  const withStatus = (status: number) => answers.filter((answer) => answer.status === status)
  return { all, withStatus }
}

const preview = ({ api, list }: Customer) =>
  api('POST', '/segments/preview', {
    list_id: list,
    conditions: { op: 'and', rules: [{ field: 'email', operator: 'contains', value: 'a' }] },
  })

/** Two run and fifty wait. */
const accepted = 52

test('an account’s expensive requests wait, more are refused with a time, and others take turns', async () => {
  const [busy, other] = [await addCustomer(), await addCustomer()]
  const release = await holdWrites([busy, other])
  const { all, withStatus } = flood(accepted + 8, () => addTwo(busy))
  await waitFor(() => withStatus(429).length === 8, 10_000)
  const [refused] = withStatus(429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused?.body).toMatchObject({ status: 429, code: 'rate_limited' })
  expect((await preview(busy)).status).toBe(429)

  // What is cheap needs no turn, and another account has its own.
  expect((await busy.api('GET', '/lists')).status).toBe(200)
  expect((await preview(other)).status).toBe(200)

  const theirs = flood(4, () => addTwo(other))
  // The first two of them have their turn when a cheap request after them is answered.
  await other.api('GET', '/lists')
  await release()
  await theirs.all
  expect(theirs.withStatus(200)).toHaveLength(4)
  expect(withStatus(200).length).toBeLessThan(accepted / 2)
  await all
  expect(withStatus(200)).toHaveLength(accepted)
  expect(withStatus(429)).toHaveLength(8)
})

test('one row at a time needs no turn', async () => {
  const busy = await addCustomer()
  const release = await holdWrites([busy])
  const { all, withStatus } = flood(accepted + 8, () =>
    busy.api('POST', `/lists/${busy.list}/contacts`, { email: `one${++contacts}@correo.example` }),
  )
  expect((await preview(busy)).status).toBe(200)
  await release()
  await all
  expect(withStatus(200)).toHaveLength(accepted + 8)
})

test('accounts below a customer share its turns and its requests per minute', async () => {
  const reseller = await addUser(server, { parent: server.accountId, role: 'Reseller', limits })
  const below = [await addCustomer(reseller.id), await addCustomer(reseller.id)] as const
  const deeper = await addCustomer(below[0].id)
  const other = await addCustomer()
  const all = [...below, deeper]
  const leftThisMinute = async ({ api }: TestUser) =>
    Number(
      /"minute";r=(\d+)/.exec((await api('GET', '/lists')).headers.get('ratelimit') ?? '')?.[1],
    )
  const left: number[] = []
  for (const user of [reseller, ...all]) left.push(await leftThisMinute(user))
  // A new minute may begin in between, but only once.
  expect(left.filter((each) => each === 11_999).length).toBeLessThanOrEqual(2)
  expect(await leftThisMinute(other)).toBe(11_999)

  const release = await holdWrites(all)
  const { all: answered, withStatus } = flood(accepted + 8, (index) =>
    addTwo(all[index % all.length] ?? deeper),
  )
  await waitFor(() => withStatus(429).length === 8, 10_000)
  expect((await preview(other)).status).toBe(200)
  await release()
  await answered
  expect(withStatus(200)).toHaveLength(accepted)
})

test('accounts below an Admin, who operates the service, do not share', async () => {
  const admin = await server.other()
  const customers = [await addCustomer(admin.id), await addCustomer(admin.id)] as const
  const release = await holdWrites(customers)
  const floods = customers.map((customer) => flood(accepted, () => addTwo(customer)))
  await release()
  for (const { all } of floods) await all
  expect(floods.map(({ withStatus }) => withStatus(200).length)).toEqual([accepted, accepted])
})

/** A read that takes a large part of a second. */
/** Takes about a second, or several times as long. */
const longRead = (times = 1) => {
  const { reader } = server.service
  return dialectOf(reader).isOneProcess
    ? sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${times * 1_000_000})
        select count(*) from n`.execute(reader)
    : sql`select pg_sleep(${times})`.execute(reader)
}

/** Starts long reads; the result says how many have ended. */
function readLong(count: number, times = 1): { all: Promise<unknown>; ended: () => number } {
  let ended = 0
  const all = Promise.all(
    Array.from({ length: count }, async () => {
      await longRead(times)
      ended += 1
    }),
  )
  return { all, ended: () => ended }
}

test('a short read does not wait for as many long ones as run at once', async () => {
  await longRead()
  // On a busy machine a short read takes a second, too.
  const { all, ended } = readLong(maxLongReads, 5)
  expect((await server.api('GET', '/users')).status).toBe(200)
  expect(ended()).toBe(0)
  await all
})

test('long reads take neither threads nor connections from writes, however many wait', async () => {
  const { db, reader } = server.service
  const write = () => server.api('POST', '/lists', { name: 'Meanwhile' })
  if (dialectOf(db).isOneProcess) {
    const { all, ended } = readLong(12)
    expect((await write()).status).toBe(200)
    expect(ended()).toBeLessThan(10)
    return all
  }
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(tx)
    const blocked = Array.from({ length: 12 }, () =>
      sql`select pg_advisory_xact_lock_shared(4711)`.execute(reader).catch(() => {}),
    )
    const answer = write()
    let status = 0
    answer.then((answered) => {
      status = answered.status
    })
    await waitFor(() => status === 200, 10_000)
    expect(blocked).toHaveLength(12)
  })
})

test('the queries of one request take one reader', async () => {
  const { reader } = server.service
  const order: string[] = []
  await inOneReader(reader, async (one) => {
    const query = async (name: string, rows: number) => {
      await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
        select count(*) from n`.execute(one)
      order.push(name)
    }
    await Promise.all([query('long', 300_000), query('short', 1)])
  })
  expect(order).toEqual(['long', 'short'])
})

const person = (username: string) => ({
  ...{ username, email: `${username}@example.org`, pass: 'another long secret' },
})

test('a login and a refusal do not wait behind the passwords of new users', async () => {
  const reseller = await addCustomer(server.accountId, 'Reseller')
  const other = await addCustomer(server.accountId, 'Reseller')
  const { all, withStatus } = flood(10, (index) =>
    reseller.api('POST', '/users', person(`new-${reseller.id}-${index}`)),
  )
  await waitFor(() => withStatus(200).length > 0)
  const before = withStatus(200).length
  const taken = await other.api('POST', '/users', person('ana'))
  expect([taken.status, taken.body.code]).toEqual([409, 'already_exists'])
  const login = await server.request('POST', `${apiPrefix}/auth/getToken`, {
    ...{ username: 'ana', pass: server.pass },
  })
  expect(login.status).toBe(200)
  expect(withStatus(200).length - before).toBeLessThan(6)
  await all
  expect(withStatus(200)).toHaveLength(10)
})

test('a limit, a role and a taken name are refused without hashing a password', async () => {
  const reseller = await addCustomer(server.accountId, 'Reseller')
  const blocker = await addCustomer(server.accountId, 'Reseller')
  const { all, withStatus } = flood(10, (index) =>
    blocker.api('POST', '/users', person(`other-${blocker.id}-${index}`)),
  )
  const refused = await Promise.all([
    reseller.api('POST', '/users', { ...person('beyond'), quota: { contacts_max: 5001 } }),
    reseller.api('POST', '/users', { ...person('above'), role: 'Admin' }),
    reseller.api('PUT', `/users/${reseller.id}`, { username: 'ana', pass: 'another long secret' }),
  ])
  expect(refused.map(({ body }) => body.code)).toEqual([
    'quota_exceeded',
    'forbidden',
    expect.stringMatching(/already_exists|forbidden/),
  ])
  expect(withStatus(200).length).toBeLessThan(6)
  await all
})

test('a read without an end is ended with a sentence', async () => {
  const clock = testClock()
  const slow = await startService({ clock })
  try {
    // A reader of SQLite never waits for a writer; see the unit test of expensive requests.
    if (dialectOf(slow.service.db).isOneProcess) return
    const list = await addList(slow, ['ana@correo.example'])
    let isOver = false
    const locked = slow.service.db.transaction().execute(async (tx) => {
      await sql`lock table contacts in access exclusive mode`.execute(tx)
      await waitFor(() => isOver)
    })
    const answer = slow.api('GET', `/lists/${list}/contacts?q=ana`)
    const late = answer.finally(() => {
      isOver = true
    })
    await waitFor(() => {
      clock.advance(10_000)
      return isOver
    })
    expect((await late).body).toMatchObject({
      ...{ status: 422, code: 'read_too_slow', values: { seconds: 30 } },
    })
    await locked
  } finally {
    await slow.close()
  }
})
