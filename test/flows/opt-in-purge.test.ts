import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { type TestClock, testClock } from '../support/clock.ts'
import { setContactStatus } from '../support/database/contact-rows.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const dayMs = 86_400_000

let server: TestService
afterEach(() => server.close())

/** Starts a service and opens a session that outlives the month of the test. */
async function start(clock: TestClock): Promise<TestService['api']> {
  server = await startService({ clock, workers: true })
  const { body } = await server.request('POST', '/v3/api/auth/getToken', {
    username: 'ana',
    pass: server.pass,
    rememberMe: true,
  })
  const headers = { authorization: `Bearer ${body.token}` }
  return (method, path, sent) => server.api(method, path, sent, headers)
}

const used = async (): Promise<number> => {
  const { contacts_used } = await server.service.db
    .selectFrom('accounts')
    .select('contacts_used')
    .where('id', '=', server.accountId)
    .executeTakeFirstOrThrow()
  return contacts_used
}

/**
 * Advances the clock by hours until contacts are deleted. A purge that is already running misses an hour.
 */
const pass = (clock: TestClock, api: TestService['api'], list: number, left: number) =>
  waitFor(async () => {
    clock.advance(3_600_000)
    return (await api('GET', `/lists/${list}`)).body.contacts === left
  })

test('contacts unconfirmed after thirty days are deleted, free their quota, and the job list shows it', async () => {
  const clock = testClock()
  const api = await start(clock)
  const list = (await api('POST', '/lists', { name: 'Asked', double_optin: true })).body.id
  const contacts = ['ana', 'eva', 'leo'].map((name) => ({ email: `${name}@correo.example` }))
  await api('POST', `/lists/${list}/contacts`, { contacts })
  await setContactStatus(server.service.db, 'active', sql`email = 'ana@correo.example'`)
  clock.advance(20 * dayMs)
  await api('PUT', `/lists/${list}/contacts/eva@correo.example`, { resend_optin: true })
  clock.advance(11 * dayMs)
  await pass(clock, api, list, 2)
  expect(await used()).toBe(2)
  const { body } = await api('GET', `/lists/${list}/contacts`)
  expect(body.map(({ email }: { email: string }) => email).sort()).toEqual([
    'ana@correo.example',
    'eva@correo.example',
  ])
  expect((await api('GET', `/lists/${list}/jobs`)).body).toMatchObject([
    { kind: 'clean', status: 'done', updated: 1, found: { unconfirmed: 1 } },
  ])
  clock.advance(20 * dayMs)
  await pass(clock, api, list, 1)
})

test('more than one slice is deleted, and nobody before thirty days', async () => {
  const clock = testClock()
  const api = await start(clock)
  const list = (await api('POST', '/lists', { name: 'Many', double_optin: true })).body.id
  const contacts = Array.from({ length: 1500 }, (_, n) => ({ email: `p${n}@correo.example` }))
  await api('POST', `/lists/${list}/contacts`, { contacts })
  clock.advance(29 * dayMs)
  const secondList = (await api('POST', '/lists', { name: 'Kept', double_optin: true })).body.id
  await api('POST', `/lists/${secondList}/contacts`, { contacts: contacts.slice(0, 10) })
  clock.advance(dayMs)
  await pass(clock, api, list, 0)
  expect([await used(), (await api('GET', `/lists/${secondList}`)).body.contacts]).toEqual([10, 10])
})
