import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiPrefix } from '../../src/service/app.ts'
import { testClock } from '../support/clock.ts'
import { startService, type TestService } from '../support/service.ts'

const clock = testClock()
const queries: string[] = []
let server: TestService
let publicId: string
beforeAll(async () => {
  server = await startService({ clock, queries, trustedProxies: 1 })
  const { body } = await server.api('POST', '/lists', { name: 'Clientes' })
  const { body: list } = await server.api('GET', `/lists/${body.id}`)
  publicId = list.public_id
  const contacts = `/lists/${body.id}/contacts`
  for (const name of ['member', 'left', 'often']) {
    const email = `${name}@example.org`
    expect((await server.api('POST', contacts, { email })).status).toBe(200)
  }
  const { body: members } = await server.api('GET', `${contacts}?q=left`)
  const left = { status: 'unsubscribed' }
  expect((await server.api('PUT', `${contacts}/${members[0].id}`, left)).status).toBe(200)
})
afterAll(() => server.close())
// Ends the rate-limit windows of the previous test.
beforeEach(() => clock.advance(11 * 60_000))

let networks = 0

/** Posts from a network of its own. Returns the answer and the statements that it took. */
async function post(path: string, body: object) {
  networks += 1
  queries.length = 0
  const from = { 'x-forwarded-for': `192.0.2.${networks}` }
  const answer = await server.request('POST', apiPrefix + path, body, from)
  return { status: answer.status, body: answer.body, queries: [...queries] }
}

const mailsTo = async (email: string): Promise<number> => {
  const mails = server.service.db.selectFrom('messages').select('id').where('to_mail', '=', email)
  return (await mails.execute()).length
}

test('a request for an unsubscribe link takes the same statements for members and strangers', async () => {
  const ask = (email: string) => post('/public/unsubscribe', { list_id: publicId, email })
  const member = await ask('member@example.org')
  expect(member.body).toEqual({ success: true })
  expect(member.queries.length).toBeGreaterThan(3)
  expect(await ask('stranger@example.org')).toEqual(member)
  expect(await ask('left@example.org')).toEqual(member)
  expect(await mailsTo('member@example.org')).toBe(1)
  expect(await mailsTo('stranger@example.org')).toBe(0)
  expect(await mailsTo('left@example.org')).toBe(0)
})

test('beyond the limit of mails, members and strangers still take the same statements', async () => {
  const ask = (email: string) => post('/public/unsubscribe', { list_id: publicId, email })
  for (let time = 0; time < 5; time++) {
    expect(await ask('other@example.org')).toEqual(await ask('often@example.org'))
  }
  expect(await mailsTo('often@example.org')).toBe(3)
})

test('a login with a wrong password takes the same statements for every user name', async () => {
  const login = (username: string) => post('/auth/getToken', { username, pass: 'wrong' })
  const known = await login('ana')
  expect(known.body.code).toBe('bad_credentials')
  expect(known.queries.length).toBeGreaterThan(3)
  expect((await login('unknown')).queries).toEqual(known.queries)
})
